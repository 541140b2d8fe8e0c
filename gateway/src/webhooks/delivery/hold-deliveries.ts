import type { Database } from '#src/ground/database/database.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { PausedDelivery } from './delivery-worker.ts';
import { pauseLeased } from './lease-end-store.ts';

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
