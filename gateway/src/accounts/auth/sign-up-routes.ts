import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PUBLIC_PROBLEM_CODES, problemResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { isMailAllowed, limitMailRequests } from './attempt-limits.ts';
import type { AuthDeps } from './auth-deps.ts';
import { Email, SignUpBody, Token } from './auth-schemas.ts';
import { callAuthLibrary } from './call-auth-library.ts';
import { signUp } from './sign-up.ts';

/** Sign-up and confirmation of the e-mail. No answer reveals whether an e-mail has an account. */
export function signUpRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(signUpRoute(deps));
    await app.register(confirmationRoutes(deps));
  };
}

function signUpRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = [
      ...PUBLIC_PROBLEM_CODES,
      'username_invalid',
      'username_reserved',
      'username_taken',
      'name_invalid',
      'password_too_weak',
    ];
    app.post(
      '/api/account/sign-up',
      {
        schema: {
          operationId: 'signUp',
          body: SignUpBody,
          response: { 202: Done, ...problemResponses(codes) },
        },
      },
      async (request, reply) => {
        await limitMailRequests(deps.attempts, 'sign-up', request.ip);
        const account = { ...request.body, email: request.body.email.trim() };
        const isMailed = await isMailAllowed(deps.attempts, 'sign-up', account.email);
        const language = languageOf(request);
        await signUp(deps, account, { address: request.ip, isMailed, language });
        return reply.code(202).send(DONE);
      },
    );
  };
}

function confirmationRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/email-confirmation',
      {
        schema: {
          operationId: 'sendEmailConfirmation',
          body: Type.Object({ email: Email }),
          response: { 202: Done, ...problemResponses(PUBLIC_PROBLEM_CODES) },
        },
      },
      async (request, reply) => {
        const body = { email: request.body.email.trim() };
        await limitMailRequests(deps.attempts, 'confirm', request.ip);
        if (await isMailAllowed(deps.attempts, 'confirm', body.email)) {
          const path = '/send-verification-email';
          await callAuthLibrary(deps.auth, request, {
            method: 'POST',
            path,
            body,
            isWithoutSession: true,
          });
        }
        return reply.code(202).send(DONE);
      },
    );
    app.post(
      '/api/account/email-confirmation/confirm',
      {
        schema: {
          operationId: 'confirmEmail',
          body: Type.Object({ token: Token }),
          response: { 200: Done, ...problemResponses([...PUBLIC_PROBLEM_CODES, 'link_invalid']) },
        },
      },
      async (request) => {
        const token = encodeURIComponent(request.body.token);
        // The library's cookies are dropped: a mailed link must not log in without second factor.
        const path = `/verify-email?token=${token}`;
        await callAuthLibrary(deps.auth, request, { method: 'GET', path, isWithoutSession: true });
        return DONE;
      },
    );
  };
}
