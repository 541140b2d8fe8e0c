import type { Queryable } from '#src/ground/database/database.ts';
import { countDeliveriesOfLastHour } from './delivery-health-store.ts';
import { readFailingEndpoints } from './read-endpoint-health.ts';

/** The health of webhooks over all merchants: the last hour, and the failing endpoints. */
export async function readDeliveryHealth(database: Queryable, now: number) {
  const [hour, failingEndpoints] = await Promise.all([
    countDeliveriesOfLastHour(database, now),
    readFailingEndpoints(database, now),
  ]);
  return {
    delivered: Number(hour.delivered),
    retrying: Number(hour.retrying),
    waiting: Number(hour.waiting),
    failed: Number(hour.failed),
    failingEndpoints,
  };
}
