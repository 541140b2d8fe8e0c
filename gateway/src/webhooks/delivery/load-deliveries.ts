import type { Queryable } from '#src/platform/database/database.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { type DeliveryKey, type DeliveryRow, selectDeliveries } from '../webhook-store.ts';

/**
 * Reads deliveries with their event and endpoint, in the order of the keys; undefined for an
 * unknown one.
 */
export async function loadDeliveries(
  database: Queryable,
  keys: readonly DeliveryKey[],
): Promise<readonly BatchResult<DeliveryRow | undefined>[]> {
  const rows = await selectDeliveries(database, keys);
  const byId = new Map(rows.map((row) => [row.delivery_id, row]));
  return keys.map((key) => ({ value: byId.get(key.deliveryId) }));
}
