import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { problemResponses } from '#src/platform/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/platform/errors/problems.ts';
import { Done, Email, NewPassword, Token } from './account-schemas.ts';
import {
  type ChangePasswordDeps,
  finishPasswordReset,
  sendPasswordReset,
} from './change-password.ts';
import { ENTRANCE_CODES } from './entrance-codes.ts';
import { isMailAllowed, refuseTooManyTries, type Tries } from './tries.ts';

const DONE = { status: 'ok' } as const;

export interface PasswordResetRoutesDeps extends ChangePasswordDeps {
  readonly tries: Tries;
  readonly sandboxLogIn: { readonly email: string };
}

/** A forgotten password: a link by mail, then a new one, which ends all sessions. */
export function passwordResetRoutes(deps: PasswordResetRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/password-reset',
      {
        schema: {
          operationId: 'sendPasswordReset',
          body: Type.Object({ email: Email }),
          response: { 202: Done, ...problemResponses([...ENTRANCE_CODES, 'sandbox_forbidden']) },
        },
      },
      async (request, reply) => {
        const email = request.body.email.trim().toLowerCase();
        if (email === deps.sandboxLogIn.email) throw new Refusal('sandbox_forbidden');
        await refuseTooManyTries(deps.tries, 'reset', request.ip);
        if (await isMailAllowed(deps.tries, 'reset', email)) await sendPasswordReset(deps, email);
        return reply.code(202).send(DONE);
      },
    );
    const codes: ProblemCode[] = [...ENTRANCE_CODES, 'link_invalid', 'password_too_weak'];
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
        await refuseTooManyTries(deps.tries, 'finish', request.ip);
        await finishPasswordReset(deps, request.body, request.ip);
        return DONE;
      },
    );
  };
}
