import type { Queryable } from '#src/ground/database/database.ts';
import { countStuck } from './stuck-payout-store.ts';

const COUNTED_MAX = 1_000;

/**
 * How many live payouts that were created before an instant (in milliseconds) have no result and
 * are not held; up to 1000.
 */
export function countStuckPayouts(database: Queryable, before: number): Promise<number> {
  return countStuck(database, new Date(before), COUNTED_MAX);
}
