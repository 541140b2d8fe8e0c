import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { problemResponses } from '#src/platform/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/platform/errors/problems.ts';
import { Done, Email, SignUpBody, Token } from './account-schemas.ts';
import type { Auth } from './auth.ts';
import { callAuth } from './call-auth.ts';
import { ENTRANCE_CODES } from './entrance-codes.ts';
import { type SignUpDeps, signUp } from './sign-up.ts';
import { isMailAllowed, refuseTooManyTries, type Tries } from './tries.ts';

const DONE = { status: 'ok' } as const;

export interface SignUpRoutesDeps extends SignUpDeps {
  readonly auth: Auth;
  readonly tries: Tries;
}

/** Signing up, and confirming the e-mail. Answers don't tell which e-mails have an account. */
export function signUpRoutes(deps: SignUpRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(signUpRoute(deps));
    await app.register(confirmationRoutes(deps));
  };
}

function signUpRoute(deps: SignUpRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = [
      ...ENTRANCE_CODES,
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
        await refuseTooManyTries(deps.tries, 'sign-up', request.ip);
        const account = { ...request.body, email: request.body.email.trim() };
        const isMailed = await isMailAllowed(deps.tries, 'sign-up', account.email);
        await signUp(deps, account, { address: request.ip, isMailed });
        return reply.code(202).send(DONE);
      },
    );
  };
}

function confirmationRoutes(deps: SignUpRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/email-confirmation',
      {
        schema: {
          operationId: 'sendEmailConfirmation',
          body: Type.Object({ email: Email }),
          response: { 202: Done, ...problemResponses(ENTRANCE_CODES) },
        },
      },
      async (request, reply) => {
        const body = { email: request.body.email.trim() };
        await refuseTooManyTries(deps.tries, 'confirm', request.ip);
        if (await isMailAllowed(deps.tries, 'confirm', body.email)) {
          const path = '/send-verification-email';
          await callAuth(deps.auth, request, {
            method: 'POST',
            path,
            body,
            isForVisitors: true,
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
          response: { 200: Done, ...problemResponses([...ENTRANCE_CODES, 'link_invalid']) },
        },
      },
      async (request) => {
        const token = encodeURIComponent(request.body.token);
        // Its cookies stay here: a link out of a mail must not log in past the second factor.
        const path = `/verify-email?token=${token}`;
        await callAuth(deps.auth, request, { method: 'GET', path, isForVisitors: true });
        return DONE;
      },
    );
  };
}
