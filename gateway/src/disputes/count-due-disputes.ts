import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { readTimesOf } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import {
  countDueBetween,
  type DueDispute,
  selectDueBetween,
  selectToDefend,
} from './due-dispute-store.ts';

const COUNTED_MAX = 1_000;

/**
 * How many live disputes without a defence have their deadline after `now` and within a time, both
 * in milliseconds; up to 1000. A deadline that has passed doesn't count: no defence is possible.
 */
export function countDueDisputes(
  database: Queryable,
  { now, withinMs }: { now: number; withinMs: number },
): Promise<number> {
  const until = now + withinMs;
  return countDueBetween(database, { after: now, until, limit: COUNTED_MAX });
}

/** The disputes that `countDueDisputes` counts, soonest deadline first; up to `limit`. */
export function listDueDisputes(
  database: Queryable,
  { now, withinMs, limit }: { now: number; withinMs: number; limit: number },
): Promise<DueDispute[]> {
  return selectDueBetween(database, { after: now, until: now + withinMs, limit });
}

/**
 * How many disputes of a scope can still get a defence and have none, up to 100. The deadline of a
 * dispute that lives in the time of a test clock is compared with this clock.
 * @param now in milliseconds.
 */
export async function countToDefend(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  now: number,
): Promise<number> {
  const isTest = environment === 'test';
  const after = isTest ? 0 : now;
  const open = await selectToDefend(database, { merchantId, environment, after });
  const keys = open.map(({ id }) => ({ merchantId, kind: 'dispute' as const, id }));
  const times = await readTimesOf(database, isTest ? keys : []);
  return open.filter(
    ({ id, defenseDueAt }) => defenseDueAt === null || defenseDueAt > (times.get(id) ?? now),
  ).length;
}
