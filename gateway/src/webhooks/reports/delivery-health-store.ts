import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';

const LAST_HOUR = {
  name: 'webhook_health_last_hour',
  place: EACH_BUCKET,
  text: `select count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'pending' and attempt_count > 0) as retrying,
      count(*) filter (where status = 'pending' and attempt_count = 0) as waiting,
      count(*) filter (where status = 'failed') as failed
    from webhook_deliveries where created_at > $1 and event_id >= $2`,
};

export interface DeliveryHealthRow extends Record<string, unknown> {
  readonly delivered: bigint;
  readonly retrying: bigint;
  readonly waiting: bigint;
  readonly failed: bigint;
}

/** Counts the deliveries of the last hour's events by state, over all merchants. */
export async function countDeliveriesOfLastHour(
  database: Queryable,
  now: number,
): Promise<DeliveryHealthRow> {
  const rows = await database.query<DeliveryHealthRow>(LAST_HOUR, since(now - HOUR_MS));
  return rows.reduce(
    (sum, row) => ({
      delivered: sum.delivered + row.delivered,
      retrying: sum.retrying + row.retrying,
      waiting: sum.waiting + row.waiting,
      failed: sum.failed + row.failed,
    }),
    { delivered: 0n, retrying: 0n, waiting: 0n, failed: 0n },
  );
}

function since(at: number): [Date, string] {
  return [new Date(at), firstIdAt(at)];
}
