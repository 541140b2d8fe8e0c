import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { panelChangeResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { Code, Done, RecoveryCodes, SecondFactorOffer, TriedPassword } from './account-schemas.ts';
import { deleteSessionsButToken } from './account-store.ts';
import { callAuth, sendCookies, sessionTokenIn } from './call-auth.ts';
import { type OwnAccountDeps, recordOwnChange, userOf } from './own-account.ts';
import { useCode } from './second-factor.ts';

const DONE = { status: 'ok' } as const;
const PasswordOnly = Type.Object({ password: TriedPassword });
const REFUSALS = panelChangeResponses([
  'password_wrong',
  'second_factor_enabled',
  'second_factor_invalid',
  'rate_limited',
]);

/** Turning the second factor on: codes of an authenticator (RFC 6238), proven by a first one. */
export function enableSecondFactorRoutes(deps: OwnAccountDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/second-factor',
      {
        schema: {
          operationId: 'offerSecondFactor',
          body: PasswordOnly,
          response: { 200: SecondFactorOffer, ...REFUSALS },
        },
      },
      async (request) => {
        if (userOf(request).hasSecondFactor) throw new Refusal('second_factor_enabled');
        const { password } = request.body;
        const { body } = await call(deps, request, 'enable', { password });
        return { otpauth_uri: String(body.totpURI), recovery_codes: textsOf(body.backupCodes) };
      },
    );
    app.post(
      '/api/account/second-factor/confirm',
      {
        schema: {
          operationId: 'confirmSecondFactor',
          body: Type.Object({ code: Code }),
          response: { 200: Done, ...REFUSALS },
        },
      },
      async (request, reply) => {
        const { userId, email } = userOf(request);
        const { code } = request.body;
        const answer = await call(deps, request, 'verify-totp', { code });
        sendCookies(reply, answer);
        // Sessions that were opened with the password alone end; the library opened a new one.
        const token = sessionTokenIn(answer) ?? '';
        await deleteSessionsButToken(deps.database, userId, token);
        await useCode(deps.database, userId, code, deps.clock.now());
        const mail = deps.auth.mails.secondFactorChanged(email, true);
        await recordOwnChange(deps, request, 'account.second_factor_enabled', mail);
        return DONE;
      },
    );
  };
}

/** Turning the second factor off, and new recovery codes: both ask for the password. */
export function keepSecondFactorRoutes(deps: OwnAccountDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/second-factor/disable',
      {
        schema: {
          operationId: 'disableSecondFactor',
          body: PasswordOnly,
          response: { 200: Done, ...REFUSALS },
        },
      },
      async (request, reply) => {
        const { password } = request.body;
        sendCookies(reply, await call(deps, request, 'disable', { password }));
        const mail = deps.auth.mails.secondFactorChanged(userOf(request).email, false);
        await recordOwnChange(deps, request, 'account.second_factor_disabled', mail);
        return DONE;
      },
    );
    app.post(
      '/api/account/second-factor/recovery-codes',
      {
        schema: {
          operationId: 'renewRecoveryCodes',
          body: PasswordOnly,
          response: { 200: RecoveryCodes, ...REFUSALS },
        },
      },
      async (request) => {
        const { password } = request.body;
        const { body } = await call(deps, request, 'generate-backup-codes', { password });
        await recordOwnChange(deps, request, 'account.recovery_codes_renewed');
        return { recovery_codes: textsOf(body.backupCodes) };
      },
    );
  };
}

function call(deps: OwnAccountDeps, request: FastifyRequest, name: string, body: object) {
  return callAuth(deps.auth, request, { method: 'POST', path: `/two-factor/${name}`, body });
}

function textsOf(unchecked: unknown): string[] {
  return Array.isArray(unchecked) ? unchecked.map(String) : [];
}
