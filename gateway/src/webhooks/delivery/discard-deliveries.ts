import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { deleteLeased, type LeasedInClock } from './lease-end-store.ts';

/** Deletes leased deliveries that are not for their endpoint. */
export async function discardDeliveries(
  database: Database,
  discarded: readonly LeasedInClock[],
): Promise<readonly BatchResult<void>[]> {
  await database.transaction((tx) => deleteLeased(tx, discarded));
  return discarded.map(() => ({ value: undefined }));
}
