import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';

const HEALTH = {
  delivered: f.bigint,
  retrying: f.bigint,
  waiting: f.bigint,
  failed: f.bigint,
};
type DeliveryHealth = f.RecordOf<typeof HEALTH>;

const countSince = many(
  'webhook_health_last_hour',
  HEALTH,
  sql`select count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'pending' and attempt_count > 0) as retrying,
      count(*) filter (where status = 'pending' and attempt_count = 0) as waiting,
      count(*) filter (where status = 'failed') as failed
    from webhook_deliveries where created_at > ${param('since', f.instant)}
      and event_id >= ${param('fromId', f.uuid)}`,
  EACH_BUCKET,
);

/** Counts the deliveries of the last hour's events by state, over all merchants. */
export async function countDeliveriesOfLastHour(
  database: Queryable,
  now: number,
): Promise<DeliveryHealth> {
  const since = now - HOUR_MS;
  const rows = await countSince(database, { since, fromId: firstIdAt(since) });
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
