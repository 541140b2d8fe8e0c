import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

/** The period and the maximum of the counts. */
const BOUNDS = { since: f.instant, fromEventId: f.uuid, countMax: f.count };
export type HealthBounds = f.RecordOf<typeof BOUNDS>;
const $ = paramsOf({ ...BOUNDS, ...f.SCOPE });

/** A delivery (`d`) that failed at least once and has a time for its next attempt. */
export const IS_RETRYING = `d.undelivered = 'retrying' and d.next_attempt_at is not null`;
/** Whether the last attempt of an exhausted delivery was made since `since`. */
export const LAST_ATTEMPT_SINCE = sql`select from webhook_attempts a
  where a.merchant_id = exhausted.merchant_id and a.environment = exhausted.environment
    and a.event_id = exhausted.event_id and a.delivery_id = exhausted.id
    and a.attempt = exhausted.attempt_count and a.started_at >= ${$.since}
  offset 0`;

const OF_ENDPOINT = `d.endpoint_id = p.id and d.merchant_id = p.merchant_id
  and d.environment = p.environment`;
// A failing endpoint (`p`) is active, and a delivery waits for another attempt, or no delivery
// succeeded after the newest exhausted delivery. `fromEventId` is the oldest event whose delivery
// can have been exhausted since `since`; `countMax` limits each count. Only a limited number of
// deliveries after the newest exhausted delivery is read, also when the queue is long.
export const ENDPOINT_HEALTH = sql`cross join lateral (
    select
      (select count(*) from (
        select from webhook_deliveries d where ${OF_ENDPOINT} and ${IS_RETRYING} limit ${$.countMax}
      ) counted) as retrying,
      (select count(*) from (
        select d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count
        from webhook_deliveries d
        where ${OF_ENDPOINT} and d.undelivered = 'failed' and d.event_id >= ${$.fromEventId}
        order by d.event_id desc limit ${$.countMax}
      ) exhausted
      cross join lateral (${LAST_ATTEMPT_SINCE}) last_attempt) as failed,
      exists (
        select from (
          select d.event_id from webhook_deliveries d
          where ${OF_ENDPOINT} and d.undelivered = 'failed' order by d.event_id desc limit 1
        ) newest_failed
        where not exists (
          select from (
            select d.status from webhook_deliveries d
            where ${OF_ENDPOINT} and d.event_id > newest_failed.event_id
            order by d.event_id limit 200
          ) later where later.status = 'delivered'
        )
      ) as has_failed_last
  ) counts
  cross join lateral (
    select p.status = 'active' and (counts.retrying > 0 or counts.has_failed_last) as is_failing
  ) health`;

/** The health of each endpoint of a scope. */
export const selectHealth = many(
  'webhook_health_of_scope',
  { id: f.uuid, retrying: f.count, failed: f.count, isFailing: f.bool },
  sql`select p.id, counts.retrying, counts.failed, health.is_failing
    from webhook_endpoints p ${ENDPOINT_HEALTH}
    where p.merchant_id = ${$.merchantId} and p.environment = ${$.environment}
      and p.status <> 'deleted'`,
);

/** Reads the next endpoint with undelivered events by the index of undelivered deliveries. */
export const UNDELIVERED_ENDPOINTS = `with recursive undelivered as (
      (select endpoint_id from webhook_deliveries
        where undelivered is not null and endpoint_id is not null order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from webhook_deliveries d
        where d.undelivered is not null and d.endpoint_id > undelivered.endpoint_id
        order by d.endpoint_id limit 1
      ) from undelivered where undelivered.endpoint_id is not null
    )`;
const FAILING = {
  id: f.uuid,
  url: f.text,
  environment: f.SCOPE.environment,
  username: f.text,
  retrying: f.count,
  failed: f.count,
  /** How many endpoints fail in the bucket. */
  total: f.count,
  bucket: f.text,
};
export type FailingEndpoint = f.RecordOf<typeof FAILING>;
const selectFailing = many(
  'webhook_health_failing',
  FAILING,
  sql`${UNDELIVERED_ENDPOINTS}
    select p.id, p.url, p.environment, m.username, counts.retrying, counts.failed,
      count(*) over () as total, current_schema()::text as bucket
    from undelivered join webhook_endpoints p on p.id = undelivered.endpoint_id ${ENDPOINT_HEALTH}
    join merchants m on m.merchant_id = p.merchant_id
    where health.is_failing
    order by counts.retrying + counts.failed desc, p.id limit ${param('limit', f.count)}`,
  EACH_BUCKET,
);

/**
 * The failing endpoints of all merchants, those with most undelivered events first. `total`: how
 * many fail in all buckets.
 */
export async function selectFailingEndpoints(
  database: Queryable,
  bounds: HealthBounds,
  limit: number,
): Promise<FailingEndpoint[]> {
  const rows = await selectFailing(database, { ...bounds, limit });
  const totals = new Map(rows.map((row) => [row.bucket, row.total]));
  const total = [...totals.values()].reduce((sum, count) => sum + count, 0);
  return rows
    .sort(byUndelivered)
    .slice(0, limit)
    .map((row) => ({ ...row, total }));
}

function byUndelivered(first: FailingEndpoint, second: FailingEndpoint): number {
  const difference = second.retrying + second.failed - first.retrying - first.failed;
  return difference === 0 ? (first.id < second.id ? -1 : 1) : difference;
}
