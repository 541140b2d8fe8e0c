import { type WorkKind, workKinds } from '#src/rooms.ts';
import { firstCharacters } from '../characters.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { type Param, sql } from '../database/sql.ts';
import { EACH_BUCKET, eachBucketBy, HERE } from '../database/statement-place.ts';
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

const SELECT = {
  name: 'set_aside_select',
  place: HERE,
  text: 'select id, failures from set_aside_work where kind = $1 and id = any($2)',
};
const SELECT_FIRST = {
  name: 'set_aside_select_first_failure',
  place: HERE,
  text: 'select first_failed_at from set_aside_work where kind = $1 and id = $2',
};
const PUT = {
  name: 'set_aside_put',
  place: HERE,
  text: `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (kind, id) do update set failures = excluded.failures,
      last_error = excluded.last_error, next_try_at = case when set_aside_work.dropped_at is null
        then excluded.next_try_at else set_aside_work.next_try_at end`,
};
const REMOVE = {
  name: 'set_aside_remove',
  place: HERE,
  text: 'delete from set_aside_work where kind = $1 and id = any($2)',
};
const SELECT_DUE = {
  name: 'set_aside_select_due',
  place: HERE,
  text: `select id from set_aside_work where kind = $1 and next_try_at <= $2
    order by next_try_at limit $3`,
};
// The kinds are named, so that the index is read from each of them.
const LISTED_KINDS = WORK_KINDS.filter((kind) => !workKinds[kind].isHidden);
const IS_LISTED = `next_try_at > $1 and kind in ('${LISTED_KINDS.join("', '")}')`;
const LIST = {
  name: 'set_aside_list',
  place: eachBucketBy('next_try_at', 'ascending', 2),
  text: `select kind, id, failures, last_error, first_failed_at,
      case when dropped_at is null then next_try_at else timestamptz '9999-12-31' end
        as next_try_at,
      dropped_at, dropped_reason
    from set_aside_work where ${IS_LISTED} order by set_aside_work.next_try_at limit $2`,
};
const COUNT = {
  name: 'set_aside_count',
  place: EACH_BUCKET,
  text: `select count(*) as total from set_aside_work
    where ${IS_LISTED} and dropped_at is null`,
};
const RETRY = {
  name: 'set_aside_retry',
  place: EACH_BUCKET,
  text: `update set_aside_work set next_try_at = $3, dropped_at = null, dropped_reason = null
    where kind = $1 and id = $2 returning failures`,
};
const DROP = {
  name: 'set_aside_drop',
  place: EACH_BUCKET,
  text: `update set_aside_work set next_try_at = 'infinity', dropped_at = $3, dropped_reason = $4
    where kind = $1 and id = $2 and dropped_at is null returning failures`,
};

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
  const rows = await database.query<{ id: string; failures: bigint }>(SELECT, [kind, ids]);
  return new Map(rows.map(({ id, failures }) => [id, Number(failures)]));
}

/** When an item failed first, in milliseconds; undefined for one that is not set aside. */
export async function selectFirstFailure(
  database: Queryable,
  kind: WorkKind,
  id: string,
): Promise<number | undefined> {
  const rows = await database.query<{ first_failed_at: number }>(SELECT_FIRST, [kind, id]);
  return rows[0]?.first_failed_at;
}

export interface FailedItem {
  readonly kind: WorkKind;
  readonly id: string;
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
  const text = firstCharacters(
    error instanceof Error ? error.message : String(error),
    ERROR_LENGTH_MAX,
  );
  const pauseMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? MINUTE_MS;
  const times = [new Date(now), new Date(now + pauseMs)];
  await database.query(PUT, [kind, id, failures, text, ...times]);
}

/** Deletes the entries of items that were done. */
export async function forgetSetAside(
  database: Queryable,
  kind: WorkKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await database.query(REMOVE, [kind, ids]);
}

/** The ids of items set aside whose next try is due. */
export async function selectDueSetAside(
  database: Queryable,
  kind: WorkKind,
  { now, limit }: { now: number; limit: number },
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(SELECT_DUE, [kind, new Date(now), limit]);
  return rows.map(({ id }) => id);
}

export interface SetAsideItem {
  readonly kind: WorkKind;
  readonly id: string;
  readonly failures: number;
  readonly lastError: string;
  readonly firstFailedAt: number;
  /** Null after an operator has dropped the item. */
  readonly nextTryAt: number | null;
  readonly dropped: { readonly at: number; readonly reason: string } | null;
}

/**
 * How many items are set aside and will be tried again, and the first items by their next try.
 * Items that an operator has dropped come last and don't count.
 */
export async function listSetAside(
  database: Queryable,
  now: number,
  limit: number,
): Promise<{ total: number; items: readonly SetAsideItem[] }> {
  const since = new Date(now - STALE_AFTER_MS);
  const totals = await database.query<{ total: bigint }>(COUNT, [since]);
  const rows = await database.query<{
    kind: WorkKind;
    id: string;
    failures: bigint;
    last_error: string;
    first_failed_at: number;
    next_try_at: number;
    dropped_at: number | null;
    dropped_reason: string | null;
  }>(LIST, [since, limit]);
  const items = rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    failures: Number(row.failures),
    lastError: row.last_error,
    firstFailedAt: row.first_failed_at,
    nextTryAt: row.dropped_at === null ? row.next_try_at : null,
    dropped:
      row.dropped_at === null ? null : { at: row.dropped_at, reason: row.dropped_reason ?? '' },
  }));
  return { total: sumCounts(totals, 'total'), items };
}

/** An item of due work, as an operator names it. */
export interface NamedItem {
  readonly kind: WorkKind;
  readonly id: string;
}

/** Makes an item due now; returns false if no such item is set aside. */
export async function retrySetAside(
  tx: Transaction,
  { kind, id }: NamedItem,
  now: number,
): Promise<boolean> {
  return (await tx.query(RETRY, [kind, id, new Date(now)])).length > 0;
}

/**
 * Ends the retries of an item, which stays as it is. Returns false if no such item is set aside or
 * it was dropped before. Refuses `work_not_droppable`.
 */
export async function dropSetAside(
  tx: Transaction,
  { kind, id }: NamedItem,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<boolean> {
  if (workKinds[kind].isKept) throw new Refusal('work_not_droppable');
  return (await tx.query(DROP, [kind, id, new Date(now), reason])).length > 0;
}
