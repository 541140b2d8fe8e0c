import type { Queryable } from '#src/ground/database/database.ts';
import { countDueBetween, type DueDispute, selectDueBetween } from './due-dispute-store.ts';

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
