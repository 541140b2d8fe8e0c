import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PanelUser } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import type { AuthDeps } from './auth-deps.ts';
import {
  Code,
  CurrentPassword,
  PasswordAndCode,
  RecoveryCodes,
  SecondFactorOffer,
} from './auth-schemas.ts';
import { callAuthLibrary, sendCookies, sessionTokenIn } from './call-auth-library.ts';
import { checkOwnFactors } from './check-own-factor.ts';
import { selectMerchantsOfUser } from './memberships/membership-store.ts';
import { type OwnMail, recordOwnChange, userOf } from './own-user.ts';
import { claimCode } from './second-factor.ts';
import { markSecondFactorRemoved, markSecondFactorReplaced } from './second-factor-store.ts';
import { deleteOtherSessionsByToken } from './session-store.ts';
import { secondFactorChangedMail, secondFactorReplacedMail } from './user-mails.ts';

const PasswordOnly = Type.Object({ password: CurrentPassword });
const REFUSALS = panelChangeResponses([
  'password_wrong',
  'second_factor_enabled',
  'second_factor_invalid',
  'rate_limited',
]);

/** Turns the second factor on (RFC 6238): offers a secret, then checks the first code. */
export function enableSecondFactorRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
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
        const { body } = await callTwoFactor(deps, request, 'enable', { password });
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
        const { userId } = userOf(request);
        const { code } = request.body;
        const answer = await callTwoFactor(deps, request, 'verify-totp', { code });
        sendCookies(reply, answer);
        // The library opened a new session; sessions that were opened without the factor end.
        const keptToken = sessionTokenIn(answer) ?? '';
        await deleteOtherSessionsByToken(deps.database, { userId, keptToken });
        await claimCode(deps.database, userId, code, deps.clock.now());
        const mails = await recordFactorEnabled(deps, userOf(request));
        await recordOwnChange(deps, request, 'account.second_factor_enabled', mails);
        return DONE;
      },
    );
  };
}

/**
 * Turns the second factor off, or makes new recovery codes. Both need the password and a code of
 * the app or a recovery code.
 */
export function manageSecondFactorRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/second-factor/disable',
      {
        schema: {
          operationId: 'disableSecondFactor',
          body: PasswordAndCode,
          response: { 200: Done, ...REFUSALS },
        },
      },
      async (request, reply) => {
        await checkOwnFactors(deps, request, request.body);
        const { userId, email } = userOf(request);
        // The library commits in its own transaction. The removal is recorded before, so that after
        // a crash between both the next second factor still counts as a replacement.
        await recordFactorRemoval(deps, userId);
        const { password } = request.body;
        sendCookies(reply, await callTwoFactor(deps, request, 'disable', { password }));
        const message = secondFactorChangedMail(deps.mailer.appUrl, false);
        const mail = { audience: { email }, message };
        await recordOwnChange(deps, request, 'account.second_factor_disabled', [mail]);
        return DONE;
      },
    );
    app.post(
      '/api/account/second-factor/recovery-codes',
      {
        schema: {
          operationId: 'renewRecoveryCodes',
          body: PasswordAndCode,
          response: { 200: RecoveryCodes, ...REFUSALS },
        },
      },
      async (request) => {
        await checkOwnFactors(deps, request, request.body);
        const { password } = request.body;
        const { body } = await callTwoFactor(deps, request, 'generate-backup-codes', { password });
        await recordOwnChange(deps, request, 'account.recovery_codes_renewed');
        return { recovery_codes: textsOf(body.backupCodes) };
      },
    );
  };
}

function callTwoFactor(deps: AuthDeps, request: FastifyRequest, name: string, body: object) {
  return callAuthLibrary(deps.auth, request, { method: 'POST', path: `/two-factor/${name}`, body });
}

function textsOf(unchecked: unknown): string[] {
  return Array.isArray(unchecked) ? unchecked.map(String) : [];
}

/** Records that a user's second factor is turned off, so the next one is a replacement. */
async function recordFactorRemoval(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  userId: string,
): Promise<void> {
  await database.transaction(async (tx) =>
    markSecondFactorRemoved(tx, { userId, at: clock.now() }),
  );
}

/**
 * Records that a user turned the second factor on. If it replaces an earlier one, the day without
 * production money begins. Returns the mails; the owners of each of its merchants get one about a
 * replacement.
 */
async function recordFactorEnabled(
  { database, clock, mailer: { appUrl } }: Pick<AuthDeps, 'database' | 'clock' | 'mailer'>,
  { userId, email }: PanelUser,
): Promise<OwnMail[]> {
  const replacedCount = await database.transaction((tx) =>
    markSecondFactorReplaced(tx, { userId, at: clock.now() }),
  );
  const audience = { email };
  if (replacedCount === 0) return [{ audience, message: secondFactorChangedMail(appUrl, true) }];
  const message = secondFactorReplacedMail(appUrl, email);
  const merchants = await selectMerchantsOfUser(database, userId);
  const owners = merchants.map((merchantId) => {
    return { merchantId, topic: 'second_factor_replaced', exceptUser: userId } as const;
  });
  return [audience, ...owners].map((to) => ({ audience: to, message }));
}
