import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import {
  deleteResumedStop,
  holdUnsent,
  lockResumedStops,
  releaseStopped,
} from './hold-stopped-store.ts';

const PAYOUTS_MAX = 500;
const STOPS_MAX = 50;

/**
 * Marks unsent payouts of stopped scopes as waiting, and makes those of resumed scopes due. The
 * marks keep waiting payouts out of the sender's way: the sender itself checks each attempt against
 * the stops.
 * @returns whether there may be more.
 */
export async function holdStoppedPayouts({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  const at = new Date(clock.now());
  const areMoreToHold = await holdUnsent(database, at, PAYOUTS_MAX);
  const areMoreToRelease = await releaseResumed(database, at);
  return areMoreToHold || areMoreToRelease;
}

function releaseResumed(database: Database, at: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const stops = await lockResumedStops(tx, STOPS_MAX);
    let areMore = stops.length === STOPS_MAX;
    for (const stop of stops) {
      const isPlatform = stop.merchant_id === PLATFORM_MERCHANT_ID;
      const released = await releaseStopped(tx, stop, { at, limit: PAYOUTS_MAX, isPlatform });
      if (released === 0) deleteResumedStop(tx, stop);
      else areMore = true;
    }
    return areMore;
  });
}
