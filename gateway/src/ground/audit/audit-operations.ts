import { Type } from 'typebox';
import { auditActions } from '#src/rooms.ts';
import { ACTOR_KINDS } from '../access/actor.ts';
import { memberRules } from '../access/member-access.ts';
import { operatorRules } from '../access/operator-access.ts';
import { addDays, startOfBrazilianDay } from '../brazilian-days.ts';
import { isoTime } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { type Page, readPage } from '../database/read-page.ts';
import { Refusal } from '../errors/problems.ts';
import { fieldText } from '../errors/texts/field-text.ts';
import { operationsOf } from '../http/operation.ts';
import { cursorOf, idOfCursor } from '../http/page-cursor.ts';
import { firstIdAt, ID_MAX, ID_MIN } from '../ids.ts';
import { CursorQuery, Day } from '../schemas/panel-schemas.ts';
import { NullableText, oneOf } from '../schemas/text-schemas.ts';
import { selectChanges } from './audit-store.ts';
import type { AuditAction, AuditEntry } from './change.ts';

const LIMIT_DEFAULT = 50;
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Word = Type.Optional(Type.String({ maxLength: 254 }));

const ChangeList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      merchant: NullableText,
      actor: Type.Object({
        kind: oneOf(ACTOR_KINDS),
        name: Type.String(),
        address: NullableText,
      }),
      // `enum` describes the actions; a row of an older version is still sent.
      action: Type.Unsafe<AuditAction>({ type: 'string', enum: auditActions }),
      subject: NullableText,
      details: Type.Union([Type.Record(Type.String(), Scalar), Type.Null()]),
      created_at: Type.String(),
    }),
  ),
  next_cursor: NullableText,
});

const { operation } = operationsOf<{ readonly database: Queryable }>();

/** The audit log: of a merchant's own account, and the whole log for operators. */
export const auditOperations = [
  operation({
    at: 'GET /audit',
    member: {
      id: 'listOwnChanges',
      access: memberRules.readTeam,
      environment: 'none',
      // The sandbox's log has the addresses of its visitors.
      isClosedToSandbox: true,
    },
    query: CursorQuery,
    answer: [200, ChangeList],
    run: async ({ deps, owner: { merchant }, query: { cursor, limit = LIMIT_DEFAULT } }) => {
      const { merchantId } = merchant;
      const beforeId = idOfCursor(cursor);
      const filter = { merchantId, limit, ...(beforeId && { beforeId }) };
      return withoutOperatorAddresses(listView(await readChanges(deps.database, filter)));
    },
  }),
  operation({
    at: 'GET /audit',
    operator: { id: 'listChanges', access: operatorRules.read },
    query: Type.Object({
      ...CursorQuery.properties,
      merchant: Word,
      actor: Word,
      action: Word,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
    }),
    answer: [200, ChangeList],
    run: async ({ deps, query }) => {
      const { cursor, limit = LIMIT_DEFAULT, from, to, merchant, actor, action } = query;
      const until = to === undefined ? undefined : firstIdAt(startOf('to', to, 1));
      const after = idOfCursor(cursor);
      const beforeId = [until, after].filter((id) => id !== undefined).sort()[0];
      const page = await readChanges(deps.database, {
        ...(beforeId && { beforeId }),
        ...(from && { fromId: firstIdAt(startOf('from', from, 0)) }),
        username: merchant || undefined,
        actorName: actor || undefined,
        action: action || undefined,
        limit,
      });
      return listView(page);
    },
  }),
];

/** Merchants see when an operator changed what, but not from which network address. */
function withoutOperatorAddresses(list: ReturnType<typeof listView>) {
  const data = list.data.map((entry) => {
    const { actor } = entry;
    return actor.kind === 'operator' ? { ...entry, actor: { ...actor, address: null } } : entry;
  });
  return { ...list, data };
}

/** The first instant of a day, or of a later day. Refuses `invalid_request` for another text. */
function startOf(field: string, day: string, daysLater: number): number {
  const isDay = startOfBrazilianDay(day) !== undefined;
  const start = isDay ? startOfBrazilianDay(addDays(day, daysLater)) : undefined;
  if (start !== undefined) return start;
  const message = fieldText((texts) => texts.day);
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}

function listView({ rows, next }: Page<AuditEntry>) {
  return {
    data: rows.map((entry) => ({
      id: entry.id,
      merchant: entry.username,
      actor: { kind: entry.actorKind, name: entry.actorName, address: entry.actorAddress },
      action: entry.action,
      subject: entry.subject,
      details: entry.details && { ...entry.details },
      created_at: isoTime(entry.createdAt),
    })),
    next_cursor: cursorOf(next),
  };
}

/** Filters entries of the audit log. An undefined field does not restrict them. */
interface AuditFilter {
  readonly beforeId?: string | undefined;
  readonly fromId?: string;
  readonly merchantId?: string | undefined;
  readonly username?: string | undefined;
  readonly actorName?: string | undefined;
  readonly action?: string | undefined;
  readonly limit: number;
}

/** One page of the audit log, newest first. */
async function readChanges(database: Queryable, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const { beforeId = ID_MAX, fromId = ID_MIN, limit } = filter;
  return readPage(
    limit,
    (rowsMax) =>
      selectChanges(database, {
        beforeId,
        fromId,
        merchantId: filter.merchantId ?? null,
        username: filter.username ?? null,
        actorName: filter.actorName ?? null,
        action: filter.action ?? null,
        limit: rowsMax,
      }),
    ({ id }) => id,
  );
}
