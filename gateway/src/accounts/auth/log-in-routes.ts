import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { PUBLIC_PROBLEM_CODES, problemResponses } from '#src/ground/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { limitWrongPasswords } from './attempt-limits.ts';
import type { AuthDeps } from './auth-deps.ts';
import { LogInAnswer, LogInBody, PublishedLogIn, SecondStepBody } from './auth-schemas.ts';
import { callAuthLibrary, sendCookies } from './call-auth-library.ts';
import { findSecondStepUser, recordFailure, recordLogIn } from './record-log-in.ts';
import { claimCode } from './second-factor.ts';
import { deleteSessionByToken } from './session-store.ts';

/** Log-in, with a second step if the user has a second factor, and log-out. */
export function logInRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(passwordStepRoute(deps));
    await app.register(secondStepRoute(deps));
    await app.register(sandboxLogInRoute(deps));
    await app.register(logOutRoute(deps));
  };
}

function passwordStepRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = [...PUBLIC_PROBLEM_CODES, 'log_in_failed', 'email_not_confirmed'];
    app.post(
      '/api/account/log-in',
      {
        schema: {
          operationId: 'logIn',
          body: LogInBody,
          response: { 200: LogInAnswer, ...problemResponses(codes) },
        },
      },
      async (request, reply) => {
        const email = request.body.email.trim().toLowerCase();
        const body = { email, password: request.body.password };
        const path = '/sign-in/email';
        const logIn = () =>
          recordFailure(deps, request, { email }, () =>
            callAuthLibrary(deps.auth, request, { method: 'POST', path, body }),
          );
        // The sandbox's password is public: there is nothing to guess.
        const answer =
          deps.isSandboxOpen && email === deps.sandboxLogIn.email
            ? await logIn()
            : await limitWrongPasswords(deps.attempts, { email, address: request.ip }, logIn);
        const isSecondFactorNeeded = answer.body.twoFactorRedirect === true;
        if (!isSecondFactorNeeded) await recordLogIn(deps, request, { email });
        sendCookies(reply, answer);
        return { is_second_factor_needed: isSecondFactorNeeded };
      },
    );
  };
}

function sandboxLogInRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/account/sandbox-log-in',
      {
        schema: {
          operationId: 'getSandboxLogIn',
          response: {
            200: PublishedLogIn,
            ...problemResponses(['route_not_found', 'internal_error']),
          },
        },
      },
      async () => {
        if (!deps.isSandboxOpen) throw new Refusal('route_not_found');
        return deps.sandboxLogIn;
      },
    );
  };
}

function logOutRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/log-out',
      {
        schema: {
          operationId: 'logOut',
          response: { 200: Done, ...problemResponses(PUBLIC_PROBLEM_CODES) },
        },
      },
      async (request, reply) => {
        const path = '/sign-out';
        sendCookies(reply, await callAuthLibrary(deps.auth, request, { method: 'POST', path }));
        return DONE;
      },
    );
  };
}

function secondStepRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/log-in/second-factor',
      {
        schema: {
          operationId: 'logInWithSecondFactor',
          body: SecondStepBody,
          response: {
            200: Done,
            ...problemResponses([
              ...PUBLIC_PROBLEM_CODES,
              'second_factor_invalid',
              'log_in_expired',
            ]),
          },
        },
      },
      async (request, reply) => {
        const user = await findSecondStepUser(deps, request);
        const answer = await recordFailure(deps, request, user, () =>
          takeSecondStep(deps, request, request.body),
        );
        if (user) await recordLogIn(deps, request, user);
        sendCookies(reply, answer);
        return DONE;
      },
    );
  };
}

/**
 * The second step of a log-in: a code of the app or a recovery code. A code works once. Refuses
 * `second_factor_invalid` and `log_in_expired`.
 */
async function takeSecondStep(
  deps: AuthDeps,
  request: FastifyRequest,
  step: { code: string } | { recovery_code: string },
) {
  const isTotp = 'code' in step;
  const path = isTotp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
  const body = { code: isTotp ? step.code : step.recovery_code };
  const answer = await callAuthLibrary(deps.auth, request, { method: 'POST', path, body });
  if (!isTotp) return answer;
  const userId = String(Object(answer.body.user).id);
  if (await claimCode(deps.database, userId, step.code, deps.clock.now())) return answer;
  // The library has opened a session, but this code was used before.
  await deleteSessionByToken(deps.database, { token: String(answer.body.token) });
  throw new Refusal('second_factor_invalid');
}
