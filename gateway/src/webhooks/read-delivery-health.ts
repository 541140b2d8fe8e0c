import type { Queryable } from '#src/platform/database.ts';
import { countDeliveriesOfLastHour, selectFailingEndpoints } from './delivery-health-store.ts';

/** How webhooks fare over all merchants: the last hour, and who fails most within a day. */
export async function readDeliveryHealth(database: Queryable, now: number) {
  const [hour, endpoints] = await Promise.all([
    countDeliveriesOfLastHour(database, now),
    selectFailingEndpoints(database, now),
  ]);
  return {
    delivered: Number(hour.delivered),
    retrying: Number(hour.retrying),
    waiting: Number(hour.waiting),
    failed: Number(hour.failed),
    failingEndpoints: endpoints.map((row) => ({ ...row, failed: Number(row.failed) })),
  };
}
