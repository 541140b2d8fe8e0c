import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PUBLIC_PROBLEM_CODES, problemResponses } from '#src/ground/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { isMailAllowed, limitMailRequests, limitRequests } from './attempt-limits.ts';
import type { AuthDeps } from './auth-deps.ts';
import { Email, NewPassword, Token } from './auth-schemas.ts';
import { finishPasswordReset, sendPasswordReset } from './change-password.ts';

/** A forgotten password: the user gets a link by mail and sets a new password with it. */
export function passwordResetRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/password-reset',
      {
        schema: {
          operationId: 'sendPasswordReset',
          body: Type.Object({ email: Email }),
          response: {
            202: Done,
            ...problemResponses([...PUBLIC_PROBLEM_CODES, 'sandbox_forbidden']),
          },
        },
      },
      async (request, reply) => {
        const email = request.body.email.trim().toLowerCase();
        if (email === deps.sandboxLogIn.email) throw new Refusal('sandbox_forbidden');
        await limitMailRequests(deps.attempts, 'reset', request.ip);
        if (await isMailAllowed(deps.attempts, 'reset', email))
          await sendPasswordReset(deps, email);
        return reply.code(202).send(DONE);
      },
    );
    const codes: ProblemCode[] = [...PUBLIC_PROBLEM_CODES, 'link_invalid', 'password_too_weak'];
    app.post(
      '/api/account/password-reset/finish',
      {
        schema: {
          operationId: 'finishPasswordReset',
          body: Type.Object({ token: Token, password: NewPassword }),
          response: { 200: Done, ...problemResponses(codes) },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, 'finish', request.ip);
        await finishPasswordReset(deps, request.body, request.ip);
        return DONE;
      },
    );
  };
}
