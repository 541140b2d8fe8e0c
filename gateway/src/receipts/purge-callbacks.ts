import type { Clock } from '#src/platform/clock.ts';
import type { Queryable } from '#src/platform/database.ts';
import { firstIdAt } from '#src/platform/ids.ts';
import { deleteCallbacks } from './callback-store.ts';

/** As long as a payment can be disputed by what the bank told of it. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
const PURGED_AT_ONCE = 1_000;

/** Forgets call-backs that were dealt with long ago. @returns whether there may be more. */
export async function purgeCallbacks(database: Queryable, clock: Clock): Promise<boolean> {
  const olderThan = firstIdAt(clock.now() - KEPT_MS);
  return (await deleteCallbacks(database, olderThan, PURGED_AT_ONCE)) === PURGED_AT_ONCE;
}
