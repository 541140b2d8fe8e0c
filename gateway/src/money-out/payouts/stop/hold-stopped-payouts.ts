import type { Database, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import {
  deleteResumedStop,
  holdUnsent,
  lockResumedStops,
  lockStopsInForce,
  releaseOfMerchant,
  releaseOfPlatform,
  type StopKey,
  selectStoppedMerchants,
} from './hold-stopped-store.ts';
import { selectStopsOfScope } from './payout-stop-store.ts';

const PAYOUTS_MAX = 500;
const STOPS_MAX = 50;
const STOPS_IN_FORCE_MAX = 500;

/**
 * Marks unsent payouts of stopped scopes as waiting, in the bucket of `database`, and makes the
 * payouts of resumed scopes due, in all buckets. The sender checks the stops before each attempt;
 * the marks only save it from claiming payouts that wait.
 * @returns whether there may be more.
 */
export async function holdStoppedPayouts({ database, clock }: DatabaseAndClock): Promise<boolean> {
  const at = new Date(clock.now());
  const areMoreToHold = await holdOfStops(database, at);
  const areMoreToRelease = await releaseResumed(database, at);
  return areMoreToHold || areMoreToRelease;
}

async function holdOfStops(database: Database, at: Date): Promise<boolean> {
  let areMore = false;
  let last: StopKey | undefined;
  do {
    const after = last;
    last = await database.transaction(async (tx) => {
      const stops = await lockStopsInForce(tx, after, STOPS_IN_FORCE_MAX);
      if (await holdUnsent(tx, stops, { at, limit: PAYOUTS_MAX })) areMore = true;
      return stops[STOPS_IN_FORCE_MAX - 1];
    });
  } while (last !== undefined);
  return areMore;
}

function releaseResumed(database: Database, at: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const stops = await lockResumedStops(tx, { limit: STOPS_MAX });
    let areMore = stops.length === STOPS_MAX;
    for (const stop of stops) {
      if ((await releaseOf(tx, stop, at)) === 0) deleteResumedStop(tx, stop);
      else areMore = true;
    }
    return areMore;
  });
}

/** Releases payouts of a resumed stop; returns how many. With another stop they keep waiting. */
async function releaseOf(tx: Transaction, stop: StopKey, at: Date): Promise<number> {
  const { merchantId, environment } = stop;
  const release = { at, limit: PAYOUTS_MAX };
  if (merchantId === PLATFORM_MERCHANT_ID) {
    const except = await selectStoppedMerchants(tx, environment);
    return releaseOfPlatform(tx, { environment, ...release, except });
  }
  const others = await selectStopsOfScope(tx, { merchantId, environment });
  return others.length > 0 ? 0 : releaseOfMerchant(tx, { merchantId, environment, ...release });
}
