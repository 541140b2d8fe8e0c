import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type EndedLease, giveBackLeases } from './lease-end-store.ts';

/** Ends the leases of deliveries that were not attempted. */
export async function giveBackDeliveries(
  database: Database,
  given: readonly EndedLease[],
): Promise<readonly BatchResult<void>[]> {
  await giveBackLeases(database, given);
  return given.map(() => ({ value: undefined }));
}
