import type { Queryable } from '#src/platform/database.ts';
import { firstIdAt } from '#src/platform/ids.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

const LAST_HOUR = {
  name: 'webhook_health_last_hour',
  text: `select count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'pending' and attempt_count > 0) as retrying,
      count(*) filter (where status = 'pending' and attempt_count = 0) as waiting,
      count(*) filter (where status = 'failed') as failed
    from webhook_deliveries where created_at > $1 and event_id >= $2`,
};
const MOST_FAILURES = {
  name: 'webhook_health_most_failures',
  text: `select p.id, p.url, p.environment, m.username, f.failed
    from (
      select endpoint_id, merchant_id, environment, count(*) as failed from webhook_deliveries
      where status = 'failed' and endpoint_id is not null
        and created_at > $1 and event_id >= $2
      group by endpoint_id, merchant_id, environment order by count(*) desc limit 10
    ) f
    join webhook_endpoints p
      on (p.merchant_id, p.environment, p.id) = (f.merchant_id, f.environment, f.endpoint_id)
    join merchants m on m.merchant_id = f.merchant_id
    order by f.failed desc, p.id`,
};

export interface DeliveryHealthRow extends Record<string, unknown> {
  readonly delivered: bigint;
  readonly retrying: bigint;
  readonly waiting: bigint;
  readonly failed: bigint;
}

export interface FailingEndpointRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly environment: 'test' | 'live';
  readonly username: string;
  readonly failed: bigint;
}

/** How the deliveries of the last hour's events stand, over all merchants. */
export async function countDeliveriesOfLastHour(
  database: Queryable,
  now: number,
): Promise<DeliveryHealthRow> {
  const [row] = await database.query<DeliveryHealthRow>(LAST_HOUR, since(now - HOUR_MS));
  return row ?? { delivered: 0n, retrying: 0n, waiting: 0n, failed: 0n };
}

/** The endpoints with most deliveries that failed for good within a day. */
export function selectFailingEndpoints(
  database: Queryable,
  now: number,
): Promise<FailingEndpointRow[]> {
  return database.query<FailingEndpointRow>(MOST_FAILURES, since(now - DAY_MS));
}

function since(at: number): [Date, string] {
  return [new Date(at), firstIdAt(at)];
}
