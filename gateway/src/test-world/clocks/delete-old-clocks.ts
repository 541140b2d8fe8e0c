import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { markOldClocks } from './test-clock-store.ts';

const CLOCKS_AT_ONCE = 100;

/**
 * Begins the deletion of clocks that were not advanced for 30 days, by the real time.
 * @returns whether there may be more.
 */
export async function deleteOldClocks({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  const old = { now: clock.now(), limit: CLOCKS_AT_ONCE };
  return (await markOldClocks(database, old)) === CLOCKS_AT_ONCE;
}
