import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { PausedDelivery } from './delivery-worker.ts';
import {
  deleteLeased,
  deleteLeases,
  type EndedLease,
  type LeasedInClock,
  pauseLeased,
  releaseLeases,
} from './lease-end-store.ts';
import { planByIndex } from './lease-store.ts';

/**
 * Pauses deliveries until their paused endpoints are resumed. If an endpoint was resumed meanwhile,
 * its deliveries are due again.
 */
export async function pauseDeliveries(
  database: Database,
  paused: readonly PausedDelivery[],
): Promise<readonly BatchResult<void>[]> {
  await database.transaction((tx) => pauseLeased(tx, paused));
  return paused.map(() => ({ value: undefined }));
}

/** Ends the leases of deliveries that were not attempted. */
export async function releaseDeliveries(
  database: Database,
  given: readonly EndedLease[],
): Promise<readonly BatchResult<void>[]> {
  await releaseLeases(database, given);
  return given.map(() => ({ value: undefined }));
}

/** Deletes leased deliveries that are not for their endpoint. */
export async function discardDeliveries(
  database: Database,
  discarded: readonly LeasedInClock[],
): Promise<readonly BatchResult<void>[]> {
  await database.transaction((tx) => deleteLeased(tx, discarded));
  return discarded.map(() => ({ value: undefined }));
}

/** Deletes leases of inserts, all of whose deliveries have a result. */
export async function endLeases(
  database: Database,
  leaseIds: readonly string[],
): Promise<readonly BatchResult<void>[]> {
  await database.transaction(async (tx) => {
    planByIndex(tx);
    tx.useShards();
    deleteLeases(tx, { leaseIds });
  });
  return leaseIds.map(() => ({ value: undefined }));
}
