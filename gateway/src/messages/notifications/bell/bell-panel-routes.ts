import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { isoTime, parseInstant } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { centavosOrNull, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { NOTICE_KINDS } from './notice.ts';
import { type BellDeps, markSeen, type ReadNotice, readNotices } from './read-notices.ts';

const PATH = '/api/panel/:environment/notices';
const UNREAD_MAX = 100;

const Nullable = Type.Union([Type.String(), Type.Null()]);
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const NoticeView = Type.Object({
  id: Type.String(),
  kind: oneOf(NOTICE_KINDS),
  at: Type.String(),
  resource_id: Nullable,
  batch_id: Nullable,
  amount: NullableInteger,
  count: NullableInteger,
  day: Nullable,
  is_unread: Type.Boolean(),
});

/** The routes of the panel's bell: its notices, and how many are new since the last visit. */
export function bellPanelRoutes(deps: BellDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    app.post(
      `${PATH}/seen`,
      {
        config: { isOpenToUnapproved: true },
        schema: {
          operationId: 'markNoticesSeen',
          params: EnvironmentParams,
          body: Type.Object({ until: Type.String({ format: 'instant' }) }),
          response: { 204: Type.Null(), ...panelChangeResponses() },
        },
      },
      async (request, reply) => {
        const until = parseInstant(request.body.until) ?? 0;
        const { environment } = request.params;
        await markSeen(deps, memberOf(request), { environment, until });
        return reply.code(204).send(null);
      },
    );
  };
}

function readRoutes(deps: BellDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listNotices',
          params: EnvironmentParams,
          response: {
            200: Type.Object({ data: Type.Array(NoticeView), read_at: Type.String() }),
            ...panelReadResponses(['sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { notices, readAt } = await readNotices(
          deps,
          memberScope(request),
          memberOf(request),
        );
        return { data: notices.map(noticeView), read_at: isoTime(readAt) };
      },
    );
    app.get(
      `${PATH}/unread`,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'countUnreadNotices',
          params: EnvironmentParams,
          response: {
            /** Up to 100, which stands for more than 99. */
            200: Type.Object({ count: Type.Integer() }),
            ...panelReadResponses(['sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { notices } = await readNotices(deps, memberScope(request), memberOf(request));
        const unread = notices.filter(({ isUnread }) => isUnread).length;
        return { count: Math.min(unread, UNREAD_MAX) };
      },
    );
  };
}

function noticeView({ amount, at, resourceId, batchId, isUnread, ...notice }: ReadNotice) {
  return {
    ...notice,
    at: isoTime(at),
    resource_id: resourceId,
    batch_id: batchId,
    amount: centavosToJsonOrNull(centavosOrNull(amount)),
    is_unread: isUnread,
  };
}
