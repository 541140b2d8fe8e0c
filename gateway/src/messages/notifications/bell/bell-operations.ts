import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { isoTime, parseInstant } from '#src/ground/clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavosOrNull, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { NOTICE_KINDS } from './notice.ts';
import { type BellDeps, markSeen, type ReadNotice, readNotices } from './read-notices.ts';

const UNREAD_MAX = 100;

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const NoticeView = Type.Object({
  id: Type.String(),
  kind: oneOf(NOTICE_KINDS),
  at: Type.String(),
  resource_id: NullableText,
  batch_id: NullableText,
  amount: NullableInteger,
  count: NullableInteger,
  day: NullableText,
  is_unread: Type.Boolean(),
});

const { operation } = operationsOf<BellDeps>();

/** The operations of the panel's bell: its notices, and how many are new since the last visit. */
export const bellOperations = [
  operation({
    at: 'GET /notices',
    member: { id: 'listNotices', access: memberRules.read, isClosedToSandbox: true },
    answer: [200, Type.Object({ data: Type.Array(NoticeView), read_at: Type.String() })],
    run: async ({ deps, owner, member }) => {
      const { notices, readAt } = await readNotices(deps, owner.scope, member);
      return { data: notices.map(noticeView), read_at: isoTime(readAt) };
    },
  }),
  operation({
    at: 'GET /notices/unread',
    member: { id: 'countUnreadNotices', access: memberRules.read, isClosedToSandbox: true },
    // Up to 100, which stands for more than 99.
    answer: [200, Type.Object({ count: Type.Integer() })],
    run: async ({ deps, owner, member }) => {
      const { notices } = await readNotices(deps, owner.scope, member);
      const unread = notices.filter(({ isUnread }) => isUnread).length;
      return { count: Math.min(unread, UNREAD_MAX) };
    },
  }),
  operation({
    at: 'POST /notices/seen',
    member: { id: 'markNoticesSeen', access: memberRules.read, isOpenToUnapproved: true },
    body: Type.Object({ until: Type.String({ format: 'instant' }) }),
    answer: [204, Type.Null()],
    run: async ({ deps, owner, member, body }) => {
      const until = parseInstant(body.until) ?? 0;
      await markSeen(deps, member, { environment: owner.scope.environment, until });
      return null;
    },
  }),
];

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
