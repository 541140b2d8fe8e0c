import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import type { AuthDeps } from './auth-deps.ts';
import { SessionAnswer, SessionList } from './auth-schemas.ts';
import { type Membership, selectMemberships } from './memberships/membership-store.ts';
import { type MerchantView, readView } from './merchant-view/view-merchant.ts';
import { recordOwnChange, userOf } from './own-user.ts';
import {
  deleteOtherSessions,
  deleteSession,
  type OwnSession,
  selectSessions,
} from './session-store.ts';
import { setLanguage } from './user-store.ts';

/** The routes that show the session of the request and list and end the user's sessions. */
export function sessionRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(endRoutes(deps));
  };
}

function readRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/account/session',
      {
        schema: {
          operationId: 'getSession',
          response: { 200: SessionAnswer, ...panelReadResponses() },
        },
      },
      async (request) => {
        const { operator } = request;
        // Every visitor of the sandbox is one user, who gets no mail.
        if (!request.member?.merchant.isSandbox) {
          const { email } = userOf(request);
          await setLanguage(deps.database, { email, language: languageOf(request) });
        }
        const view = operator ? await readView(deps, operator) : undefined;
        const memberships = await selectMemberships(deps.database, userOf(request).userId);
        return {
          has_live_bank: deps.bankName !== undefined,
          has_live_subscriptions: deps.hasLiveSubscriptions,
          merchants: memberships.map(membershipView),
          ...sessionAnswer(request, view),
        };
      },
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
        const { database, clock } = deps;
        const sessions = await selectSessions(database, { userId, now: clock.now() });
        return { data: sessions.map((session) => sessionView(session, sessionId)) };
      },
    );
  };
}

function endRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
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
        await endOwnSession(deps.database, userOf(request).userId, request.params.id);
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
        await deleteOtherSessions(deps.database, { userId, keptId: sessionId });
        await recordOwnChange(deps, request, 'account.other_sessions_ended');
        return DONE;
      },
    );
  };
}

function sessionView(session: OwnSession, currentId: string) {
  return {
    id: session.id,
    created_at: isoTime(session.createdAt),
    seen_at: isoTime(session.seenAt),
    address: session.address,
    user_agent: session.userAgent,
    is_current: session.id === currentId,
  };
}

function membershipView({ username, name, status, memberRole }: Membership) {
  return { username, name, status, member_role: memberRole };
}

function sessionAnswer(request: FastifyRequest, view: MerchantView | undefined) {
  const { name, email, hasSecondFactor } = userOf(request);
  const merchant = request.member?.merchant ?? view?.merchant;
  return {
    role: request.member ? ('merchant' as const) : ('operator' as const),
    member_role: request.member?.memberRole ?? (view ? ('viewer' as const) : null),
    view: view ? { expires_at: isoTime(view.expiresAt) } : null,
    operator_role: request.operator?.operatorRole ?? null,
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

/** Ends one session of a user. Refuses `session_not_found`. */
async function endOwnSession(database: Queryable, userId: string, id: string): Promise<void> {
  const endedCount = await deleteSession(database, { userId, id });
  if (endedCount === 0) throw new Refusal('session_not_found');
}
