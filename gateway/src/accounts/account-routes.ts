import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { FeeDefaults } from '#src/config.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database.ts';
import { problemResponses } from '#src/platform/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/platform/problems.ts';
import {
  Done,
  Email,
  LogInAnswer,
  LogInBody,
  NewPassword,
  PublishedLogIn,
  SecondStepBody,
  SignUpBody,
  Token,
} from './account-schemas.ts';
import { deleteSessionByToken } from './account-store.ts';
import type { Auth } from './auth.ts';
import { callAuth, sendCookies } from './call-auth.ts';
import { useCode } from './second-factor.ts';
import { signUp } from './sign-up.ts';

const DONE = { status: 'ok' } as const;

export interface AccountRoutesNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly fees: FeeDefaults;
  readonly auth: Auth;
  /** Counts a try under a name; true when there were too many within the minute. */
  readonly isTriedTooOften: (name: string) => Promise<boolean>;
  /** The log-in of the sandbox, which is published. */
  readonly sandboxLogIn: { readonly email: string; readonly password: string };
}

const COMMON: ProblemCode[] = [
  'invalid_json',
  'invalid_request',
  'foreign_page',
  'rate_limited',
  'internal_error',
  'overloaded',
];

/** Signing up, and confirming the e-mail. Answers don't tell which e-mails have an account. */
export function signUpRoutes(needs: AccountRoutesNeeds): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = [...COMMON, 'username_invalid', 'username_taken', 'name_invalid'];
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
        await refuseTooManyTries(needs, `sign-up ${request.ip}`);
        const account = { ...request.body, email: request.body.email.trim() };
        const { auth, mails, send } = needs.auth;
        const outcome = await signUp(needs, account, request.ip);
        if (outcome === 'taken') await send(mails.alreadyRegistered(account.email.toLowerCase()));
        else await auth.api.sendVerificationEmail({ body: { email: account.email } });
        return reply.code(202).send(DONE);
      },
    );
    app.post(
      '/api/account/email-confirmation',
      {
        schema: {
          operationId: 'sendEmailConfirmation',
          body: Type.Object({ email: Email }),
          response: { 202: Done, ...problemResponses(COMMON) },
        },
      },
      async (request, reply) => {
        const body = { email: request.body.email.trim() };
        await refuseTooManyTries(needs, `confirm ${body.email.toLowerCase()}`);
        await callAuth(needs.auth, request, {
          method: 'POST',
          path: '/send-verification-email',
          body,
        });
        return reply.code(202).send(DONE);
      },
    );
    app.post(
      '/api/account/email-confirmation/confirm',
      {
        schema: {
          operationId: 'confirmEmail',
          body: Type.Object({ token: Token }),
          response: { 200: Done, ...problemResponses([...COMMON, 'link_invalid']) },
        },
      },
      async (request) => {
        const token = encodeURIComponent(request.body.token);
        // Its cookies stay here: a link out of a mail must not log in past the second factor.
        const path = `/verify-email?token=${token}`;
        await callAuth(needs.auth, request, { method: 'GET', path });
        return DONE;
      },
    );
  };
}

/** Logging in and out, in one step or two. */
export function logInRoutes(needs: AccountRoutesNeeds): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = [...COMMON, 'log_in_failed', 'email_not_confirmed'];
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
        // The sandbox's password is public: there is nothing to guess, and everybody tries it.
        if (email !== needs.sandboxLogIn.email) await refuseTooManyTries(needs, `log-in ${email}`);
        const body = { email, password: request.body.password };
        const path = '/sign-in/email';
        const answer = await callAuth(needs.auth, request, { method: 'POST', path, body });
        sendCookies(reply, answer);
        return { is_second_factor_needed: answer.body.twoFactorRedirect === true };
      },
    );
    app.post(
      '/api/account/log-in/second-factor',
      {
        schema: {
          operationId: 'logInWithSecondFactor',
          body: SecondStepBody,
          response: {
            200: Done,
            ...problemResponses([...COMMON, 'second_factor_invalid', 'log_in_expired']),
          },
        },
      },
      async (request, reply) => {
        sendCookies(reply, await takeSecondStep(needs, request, request.body));
        return DONE;
      },
    );
    app.get(
      '/api/account/sandbox-log-in',
      {
        schema: {
          operationId: 'getSandboxLogIn',
          response: { 200: PublishedLogIn, ...problemResponses(['internal_error']) },
        },
      },
      async () => needs.sandboxLogIn,
    );
    app.post(
      '/api/account/log-out',
      { schema: { operationId: 'logOut', response: { 200: Done, ...problemResponses(COMMON) } } },
      async (request, reply) => {
        const path = '/sign-out';
        sendCookies(reply, await callAuth(needs.auth, request, { method: 'POST', path }));
        return DONE;
      },
    );
  };
}

/** A forgotten password: a link by mail, then a new one, which ends all sessions. */
export function passwordResetRoutes(needs: AccountRoutesNeeds): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/password-reset',
      {
        schema: {
          operationId: 'sendPasswordReset',
          body: Type.Object({ email: Email }),
          response: { 202: Done, ...problemResponses([...COMMON, 'sandbox_forbidden']) },
        },
      },
      async (request, reply) => {
        const email = request.body.email.trim().toLowerCase();
        if (email === needs.sandboxLogIn.email) throw new Refusal('sandbox_forbidden');
        await refuseTooManyTries(needs, `reset ${email}`);
        const path = '/request-password-reset';
        await callAuth(needs.auth, request, { method: 'POST', path, body: { email } });
        return reply.code(202).send(DONE);
      },
    );
    app.post(
      '/api/account/password-reset/finish',
      {
        schema: {
          operationId: 'finishPasswordReset',
          body: Type.Object({ token: Token, password: NewPassword }),
          response: { 200: Done, ...problemResponses([...COMMON, 'link_invalid']) },
        },
      },
      async (request) => {
        const { token, password } = request.body;
        const body = { token, newPassword: password };
        await callAuth(needs.auth, request, { method: 'POST', path: '/reset-password', body });
        return DONE;
      },
    );
  };
}

async function refuseTooManyTries(needs: AccountRoutesNeeds, name: string): Promise<void> {
  if (await needs.isTriedTooOften(name)) {
    throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
  }
}

async function takeSecondStep(
  needs: AccountRoutesNeeds,
  request: FastifyRequest,
  step: { code: string } | { recovery_code: string },
) {
  const isTotp = 'code' in step;
  const path = isTotp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
  const body = { code: isTotp ? step.code : step.recovery_code };
  const answer = await callAuth(needs.auth, request, { method: 'POST', path, body });
  if (!isTotp) return answer;
  const userId = String(Object(answer.body.user).id);
  if (await useCode(needs.database, userId, step.code, needs.clock.now())) return answer;
  await deleteSessionByToken(needs.database, String(answer.body.token));
  throw new Refusal('second_factor_invalid');
}
