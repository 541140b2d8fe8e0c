import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { problemResponses } from '#src/platform/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/platform/errors/problems.ts';
import { Done, LogInAnswer, LogInBody, PublishedLogIn, SecondStepBody } from './account-schemas.ts';
import { deleteSessionByToken } from './account-store.ts';
import type { Auth } from './auth.ts';
import { callAuth, sendCookies } from './call-auth.ts';
import { ENTRANCE_CODES } from './entrance-codes.ts';
import { recordFailure, recordLogIn, userOfSecondStep } from './record-log-in.ts';
import { useCode } from './second-factor.ts';
import { countWrongPasswords, type Tries } from './tries.ts';

const DONE = { status: 'ok' } as const;

export interface LogInRoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly auth: Auth;
  readonly tries: Tries;
  /** The log-in and the secrets of the sandbox, which are published. */
  readonly sandboxLogIn: Static<typeof PublishedLogIn>;
}

/** Logging in and out, in one step or two. */
export function logInRoutes(deps: LogInRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = [...ENTRANCE_CODES, 'log_in_failed', 'email_not_confirmed'];
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
            callAuth(deps.auth, request, { method: 'POST', path, body }),
          );
        // The sandbox's password is public: there is nothing to guess, and everybody tries it.
        const answer =
          email === deps.sandboxLogIn.email
            ? await logIn()
            : await countWrongPasswords(deps.tries, { email, address: request.ip }, logIn);
        const isSecondFactorNeeded = answer.body.twoFactorRedirect === true;
        if (!isSecondFactorNeeded) await recordLogIn(deps, request, { email });
        sendCookies(reply, answer);
        return { is_second_factor_needed: isSecondFactorNeeded };
      },
    );
    await app.register(secondStepRoute(deps));
    app.get(
      '/api/account/sandbox-log-in',
      {
        schema: {
          operationId: 'getSandboxLogIn',
          response: { 200: PublishedLogIn, ...problemResponses(['internal_error']) },
        },
      },
      async () => deps.sandboxLogIn,
    );
    app.post(
      '/api/account/log-out',
      {
        schema: {
          operationId: 'logOut',
          response: { 200: Done, ...problemResponses(ENTRANCE_CODES) },
        },
      },
      async (request, reply) => {
        const path = '/sign-out';
        sendCookies(reply, await callAuth(deps.auth, request, { method: 'POST', path }));
        return DONE;
      },
    );
  };
}

function secondStepRoute(deps: LogInRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/log-in/second-factor',
      {
        schema: {
          operationId: 'logInWithSecondFactor',
          body: SecondStepBody,
          response: {
            200: Done,
            ...problemResponses([...ENTRANCE_CODES, 'second_factor_invalid', 'log_in_expired']),
          },
        },
      },
      async (request, reply) => {
        const user = await userOfSecondStep(deps, request);
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

async function takeSecondStep(
  deps: LogInRoutesDeps,
  request: FastifyRequest,
  step: { code: string } | { recovery_code: string },
) {
  const isTotp = 'code' in step;
  const path = isTotp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
  const body = { code: isTotp ? step.code : step.recovery_code };
  const answer = await callAuth(deps.auth, request, { method: 'POST', path, body });
  if (!isTotp) return answer;
  const userId = String(Object(answer.body.user).id);
  if (await useCode(deps.database, userId, step.code, deps.clock.now())) return answer;
  await deleteSessionByToken(deps.database, String(answer.body.token));
  throw new Refusal('second_factor_invalid');
}
