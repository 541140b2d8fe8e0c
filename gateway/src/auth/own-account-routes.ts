import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { verifyPassword } from 'better-auth/crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, type PanelUser } from '#src/access/member-of-request.ts';
import { centavosToJson } from '#src/money/centavos.ts';
import { isoTime } from '#src/platform/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import {
  Done,
  Email,
  NewPassword,
  SessionAnswer,
  SessionList,
  TriedPassword,
} from './account-schemas.ts';
import {
  deleteOtherSessions,
  deleteSession,
  selectSessions,
  selectUserByEmail,
} from './account-store.ts';
import { changeOwnPassword } from './change-password.ts';
import { refuseWeakPassword } from './judge-password.ts';
import { type OwnAccountDeps, recordOwnChange, userOf } from './own-account.ts';
import { refusePasswordTries } from './tries.ts';

const DONE = { status: 'ok' } as const;

export interface SessionRoutesDeps extends OwnAccountDeps {
  /** The bank behind live keys, if one is configured. */
  readonly bankName: string | undefined;
}

/** Who is logged in, and where: the sessions of the account, and ending them. */
export function sessionRoutes(deps: SessionRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/account/session',
      {
        schema: {
          operationId: 'getSession',
          response: { 200: SessionAnswer, ...panelReadResponses() },
        },
      },
      async (request) => ({
        has_live_bank: deps.bankName !== undefined,
        ...sessionAnswer(request),
      }),
    );
    app.get(
      '/api/account/sessions',
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listSessions',
          response: { 200: SessionList, ...panelReadResponses(['sandbox_forbidden']) },
        },
      },
      async (request) => {
        const { userId, sessionId } = userOf(request);
        const sessions = await selectSessions(deps.database, userId, deps.clock.now());
        return {
          data: sessions.map((session) => ({
            ...session,
            created_at: isoTime(session.created_at),
            seen_at: isoTime(session.seen_at),
            is_current: session.id === sessionId,
          })),
        };
      },
    );
    app.delete(
      '/api/account/sessions/:id',
      {
        schema: {
          operationId: 'endSession',
          params: Type.Object({ id: Type.String() }),
          response: { 200: Done, ...panelChangeResponses(['session_not_found']) },
        },
      },
      async (request) => {
        const { userId } = userOf(request);
        const isEnded = await deleteSession(deps.database, userId, request.params.id);
        if (!isEnded) throw new Refusal('session_not_found');
        await recordOwnChange(deps, request, 'account.session_ended');
        return DONE;
      },
    );
    app.delete(
      '/api/account/sessions',
      {
        schema: {
          operationId: 'endOtherSessions',
          response: { 200: Done, ...panelChangeResponses() },
        },
      },
      async (request) => {
        const { userId, sessionId } = userOf(request);
        await deleteOtherSessions(deps.database, userId, sessionId);
        await recordOwnChange(deps, request, 'account.other_sessions_ended');
        return DONE;
      },
    );
  };
}

/** Changing the e-mail and the password. Both ask for what only the owner has. */
export function ownCredentialsRoutes(deps: OwnAccountDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/email',
      {
        schema: {
          operationId: 'changeEmail',
          body: Type.Object({ new_email: Email, password: TriedPassword }),
          response: { 202: Done, ...panelChangeResponses(['password_wrong', 'rate_limited']) },
        },
      },
      async (request, reply) => {
        const { password, new_email } = request.body;
        const newEmail = new_email.trim().toLowerCase();
        await checkPassword(deps, userOf(request), password);
        const { email } = userOf(request);
        if (newEmail !== email) {
          // The same mail for a new address that has an account: its lack would tell.
          const token = await deps.auth.emailChangeToken(email, newEmail);
          const mail = deps.auth.mails.confirmEmailChange(email, newEmail, token);
          await recordOwnChange(deps, request, 'account.email_change_asked', mail);
        }
        return reply.code(202).send(DONE);
      },
    );
    app.post(
      '/api/account/password',
      {
        schema: {
          operationId: 'changePassword',
          body: Type.Object({ current_password: TriedPassword, new_password: NewPassword }),
          response: {
            200: Done,
            ...panelChangeResponses(['password_wrong', 'password_too_weak', 'rate_limited']),
          },
        },
      },
      async (request) => {
        const { current_password: current, new_password: password } = request.body;
        const { userId, sessionId, email, name } = userOf(request);
        await checkPassword(deps, userOf(request), current);
        const username = request.member?.merchant.username;
        await refuseWeakPassword(password, { email, name, ...(username && { username }) });
        await changeOwnPassword(deps, { userId, sessionId, password }, actorOf(request));
        return DONE;
      },
    );
  };
}

// A session that was left open must not be enough.
async function checkPassword(
  { database, tries }: OwnAccountDeps,
  { userId, email }: PanelUser,
  password: string,
): Promise<void> {
  await refusePasswordTries(tries, userId);
  const hash = (await selectUserByEmail(database, email))?.password;
  const isRight = hash ? await verifyPassword({ hash, password }) : false;
  if (!isRight) throw new Refusal('password_wrong');
}

function sessionAnswer(request: FastifyRequest) {
  const { name, email, hasSecondFactor } = userOf(request);
  const merchant = request.member?.merchant;
  return {
    role: merchant ? ('merchant' as const) : ('operator' as const),
    user: { name, email, has_second_factor: hasSecondFactor },
    merchant: merchant
      ? {
          username: merchant.username,
          name: merchant.name,
          status: merchant.status,
          is_sandbox: merchant.isSandbox,
          fees: {
            charge_basis_points: Number(merchant.feePlan.feeRate),
            charge_fixed: centavosToJson(merchant.feePlan.feeFixed),
            payout: centavosToJson(merchant.feePlan.payoutFee),
          },
        }
      : null,
  };
}
