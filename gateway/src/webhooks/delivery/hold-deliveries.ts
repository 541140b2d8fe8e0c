import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { HeldDelivery } from './delivery-worker.ts';
import { holdLeased } from './lease-end-store.ts';

/**
 * Holds deliveries of paused endpoints until these are resumed. Those of an endpoint that has been
 * resumed meanwhile are due again.
 */
export async function holdDeliveries(
  database: Database,
  held: readonly HeldDelivery[],
): Promise<readonly BatchResult<void>[]> {
  await database.transaction((tx) => holdLeased(tx, held));
  return held.map(() => ({ value: undefined }));
}
