import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, one, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { IS_QUEUED } from '../delivery/lease-store.ts';
import { UNDER_LEASE } from '../delivery/under-lease-store.ts';
import { IS_RETRYING, LAST_ATTEMPT_SINCE } from './endpoint-health-store.ts';

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

const $ = paramsOf({
  ...f.SCOPE,
  fromEventId: f.uuid,
  countMax: f.count,
  now: f.instant,
});

const OF_SCOPE = sql`d.merchant_id = ${$.merchantId} and d.environment = ${$.environment}`;

/**
 * How many deliveries wait for a retry, and how many were exhausted since an instant. Reads the
 * newest undelivered deliveries by their own index, each with its last attempt.
 */
export const countDeliveryBacklog = one(
  'webhook_count_backlog',
  { retrying: f.count, failed: f.count },
  sql`select
      (select count(*) from (
        select from webhook_deliveries d
        where ${IS_RETRYING} and ${OF_SCOPE} limit ${$.countMax}
      ) waiting) as retrying,
      (select count(*) from (
        select d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count
        from webhook_deliveries d
        where d.undelivered = 'failed' and ${OF_SCOPE}
          and d.event_id >= ${$.fromEventId}
        order by d.event_id desc limit ${$.countMax}
      ) exhausted
      cross join lateral (${LAST_ATTEMPT_SINCE}) last_attempt) as failed`,
);

/**
 * Counts the queued deliveries of all buckets, without those that wait for a test clock: in each
 * bucket up to `countMax` that wait for a slot and up to `countMax` others. `oldestDueAt` is of the
 * longest due delivery that doesn't wait for a slot; under an ended lease of its insert it is due
 * since the end.
 */
export async function selectDeliveryQueue(
  database: Queryable,
  now: number,
  countMax: number,
): Promise<{ waiting: number; running: number; oldestDueAt: number | undefined }> {
  const rows = await readQueue(database, { now, countMax });
  const due = rows.flatMap(({ oldestDueAt: at }) => (at === null ? [] : [at]));
  return {
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    running: rows.reduce((sum, { running }) => sum + running, 0),
    oldestDueAt: due.sort((first, second) => first - second)[0],
  };
}

const QUEUE = { waiting: f.count, running: f.count, oldestDueAt: f.orNull(f.instant) };

const readQueue = many(
  'webhook_read_queue',
  QUEUE,
  sql`with queued as (
      (select leased_until > now() as is_running from webhook_deliveries
        where ${IS_QUEUED} and lane is null and next_attempt_at > '-infinity'
        order by next_attempt_at limit ${$.countMax})
      union all
      (select l.leased_until > now() from ${UNDER_LEASE} limit ${$.countMax})
      union all
      (select leased_until > now() from webhook_deliveries
        where lane < '${TEST_CLOCK_LANE}' order by lane limit ${$.countMax})
      union all
      (select leased_until > now() from webhook_deliveries
        where lane > '${TEST_CLOCK_LANE}' order by lane limit ${$.countMax})
    )
    select count(*) filter (where is_running is not true) as waiting,
      count(*) filter (where is_running) as running,
      least(
        (select next_attempt_at from webhook_deliveries
          where ${IS_QUEUED} and lane is null and next_attempt_at <= ${$.now}
            and (leased_until is null or leased_until <= now())
          order by next_attempt_at limit 1),
        (select min(leased_until) from webhook_leases where leased_until <= now())
      ) as oldest_due_at
    from queued`,
  EACH_BUCKET,
);
