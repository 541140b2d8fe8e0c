import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type EndedLease, releaseLeases } from './lease-end-store.ts';

/** Ends the leases of deliveries that were not attempted. */
export async function releaseDeliveries(
  database: Database,
  given: readonly EndedLease[],
): Promise<readonly BatchResult<void>[]> {
  await releaseLeases(database, given);
  return given.map(() => ({ value: undefined }));
}
