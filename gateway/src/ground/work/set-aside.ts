import { type WorkKind, workKinds } from '#src/rooms.ts';
import { firstCharacters } from '../characters.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import * as f from '../database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  mergedBy,
  type Param,
  paramsOf,
  run,
  shaped,
  sql,
} from '../database/sql.ts';
import { EACH_BUCKET, HERE } from '../database/statement-place.ts';
import { sumCounts } from '../database/sum-counts.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { Refusal } from '../errors/problems.ts';

/** The pause after each failure of an item; the last one repeats. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];
/** Items not tried for so long have ended in another way and are not listed. */
const STALE_AFTER_MS = DAY_MS;
const ERROR_LENGTH_MAX = 500;

export type { WorkKind };

/** Every kind of due work, in the order of the names. */
export const WORK_KINDS = Object.keys(workKinds).toSorted() as readonly WorkKind[];

const ITEM = { kind: f.textOf<WorkKind>(), id: f.text };
/** An item of due work, as an operator names it. */
export type NamedItem = f.RecordOf<typeof ITEM>;
const ID = shaped({ id: ITEM.id }, ({ id }) => id);
const LISTED = {
  ...ITEM,
  failures: f.count,
  lastError: f.text,
  firstFailedAt: f.instant,
  nextTryAt: f.instant,
  droppedAt: f.orNull(f.instant),
  droppedReason: f.orNull(f.text),
};
const LISTED_ITEM = shaped(LISTED, ({ droppedAt, droppedReason, ...row }) => ({
  ...row,
  /** Null after an operator has dropped the item. */
  nextTryAt: droppedAt === null ? row.nextTryAt : null,
  dropped: droppedAt === null ? null : { at: droppedAt, reason: droppedReason ?? '' },
}));

const $ = paramsOf({
  ...LISTED,
  now: f.instant,
  since: f.instant,
  reason: f.text,
  ids: f.listOf(ITEM.id),
  limit: f.count,
});
// The kinds are named, so that the index is read from each of them.
const LISTED_KINDS = WORK_KINDS.filter((kind) => !workKinds[kind].isHidden);
const IS_LISTED = sql`next_try_at > ${$.since} and kind in ('${LISTED_KINDS.join("', '")}')`;

const selectFailed = many(
  'set_aside_select',
  { id: LISTED.id, failures: LISTED.failures },
  sql`select id, failures from set_aside_work where kind = ${$.kind} and id = any(${$.ids})`,
  HERE,
);

/** When an item failed first, in milliseconds; undefined for one that is not set aside. */
export const selectFirstFailure = maybeOne(
  'set_aside_select_first_failure',
  shaped({ at: f.inColumn('first_failed_at', f.instant) }, ({ at }) => at),
  sql`select first_failed_at from set_aside_work where kind = ${$.kind} and id = ${$.id}`,
  HERE,
);

const putItem = run(
  'set_aside_put',
  sql`insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
    values (${$.kind}, ${$.id}, ${$.failures}, ${$.lastError}, ${$.firstFailedAt}, ${$.nextTryAt})
    on conflict (kind, id) do update set failures = excluded.failures,
      last_error = excluded.last_error, next_try_at = case when set_aside_work.dropped_at is null
        then excluded.next_try_at else set_aside_work.next_try_at end`,
  HERE,
);

const removeItems = run(
  'set_aside_remove',
  sql`delete from set_aside_work where kind = ${$.kind} and id = any(${$.ids})`,
  HERE,
);

/** The ids of items set aside whose next try is due. */
export const selectDueSetAside = many(
  'set_aside_select_due',
  ID,
  sql`select id from set_aside_work where kind = ${$.kind} and next_try_at <= ${$.now}
    order by next_try_at limit ${$.limit}`,
  HERE,
);

const listItems = many(
  'set_aside_list',
  LISTED_ITEM,
  sql`select kind, id, failures, last_error, first_failed_at,
      case when dropped_at is null then next_try_at else timestamptz '9999-12-31' end
        as next_try_at,
      dropped_at, dropped_reason
    from set_aside_work where ${IS_LISTED} order by set_aside_work.next_try_at limit ${$.limit}`,
  mergedBy('next_try_at', 'ascending', $.limit),
);

const countItems = many(
  'set_aside_count',
  { total: f.bigint },
  sql`select count(*) as total from set_aside_work
    where ${IS_LISTED} and dropped_at is null`,
  EACH_BUCKET,
);

/** Makes an item due now; returns 0 if no such item is set aside. */
export const retrySetAside = countRows(
  'set_aside_retry',
  sql`update set_aside_work set next_try_at = ${$.now}, dropped_at = null, dropped_reason = null
    where kind = ${$.kind} and id = ${$.id} returning failures`,
  EACH_BUCKET,
);

const dropItem = countRows(
  'set_aside_drop',
  sql`update set_aside_work set next_try_at = 'infinity', dropped_at = ${$.now},
      dropped_reason = ${$.reason}
    where kind = ${$.kind} and id = ${$.id} and dropped_at is null returning failures`,
  EACH_BUCKET,
);

/**
 * A condition for statements that select due work: true for rows that are not set aside, or whose
 * next try is due at `$1`. `id` is the column of the row's id.
 */
export function isNotSetAside(kind: WorkKind, id: string): string {
  return `${aside(kind, id)} > $1)`;
}

/** As `isNotSetAside` for a typed statement, at an instant in a parameter. */
export function isNotSetAsideAt<At extends Param>(kind: WorkKind, id: string, at: At) {
  return sql`${aside(kind, id)} > ${at})`;
}

function aside(kind: WorkKind, id: string): string {
  return `not exists (select from set_aside_work aside
    where aside.kind = '${kind}' and aside.id = ${id}::text and aside.next_try_at`;
}

/** How often each item has failed; items without a failure are not in the map. */
export async function selectFailures(
  database: Queryable,
  kind: WorkKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const failed = await selectFailed(database, { kind, ids });
  return new Map(failed.map(({ id, failures }) => [id, failures]));
}

export interface FailedItem extends NamedItem {
  /** Including this failure. */
  readonly failures: number;
  readonly error: unknown;
}

/** Sets an item aside until its next try. */
export async function setAside(
  database: Queryable,
  { kind, id, failures, error }: FailedItem,
  now: number,
): Promise<void> {
  const lastError = firstCharacters(
    error instanceof Error ? error.message : String(error),
    ERROR_LENGTH_MAX,
  );
  const pauseMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? MINUTE_MS;
  const times = { firstFailedAt: now, nextTryAt: now + pauseMs };
  await putItem(database, { kind, id, failures, lastError, ...times });
}

/** Deletes the entries of items that were done. */
export async function forgetSetAside(
  database: Queryable,
  kind: WorkKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await removeItems(database, { kind, ids });
}

/**
 * How many items are set aside and will be tried again, and the first items by their next try.
 * Items that an operator has dropped come last and don't count.
 */
export async function listSetAside(database: Queryable, now: number, limit: number) {
  const since = now - STALE_AFTER_MS;
  const totals = await countItems(database, { since });
  const items = await listItems(database, { since, limit });
  return { total: sumCounts(totals, 'total'), items };
}

/**
 * Ends the retries of an item, which stays as it is. Returns 0 if no such item is set aside or it
 * was dropped before. Refuses `work_not_droppable`.
 */
export async function dropSetAside(
  tx: Transaction,
  item: NamedItem,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<number> {
  if (workKinds[item.kind].isKept) throw new Refusal('work_not_droppable');
  return dropItem(tx, { ...item, reason, now });
}
