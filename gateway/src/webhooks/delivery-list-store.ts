import type { Queryable, Transaction } from '#src/platform/database.ts';
import { idsOfSameInstant } from '#src/platform/ids.ts';
import type { EndpointRow } from './endpoint-store.ts';

const COLUMNS = `d.event_id, d.id, d.status, d.attempt_count, d.next_attempt_at, d.created_at,
  e.kind, e.resource_id`;
const WITH_EVENT = `webhook_deliveries d join webhook_events e
  on (e.merchant_id, e.environment, e.id) = (d.merchant_id, d.environment, d.event_id)`;
const OF_ENDPOINT = 'd.merchant_id = $1 and d.environment = $2 and d.endpoint_id = $3';

// A delivery is made in the millisecond of its event, so its id tells where to look for it.
const BY_ID = `${OF_ENDPOINT} and d.id = $4 and d.event_id >= $5 and d.event_id < $6`;

const LIST = {
  name: 'webhook_deliveries_list',
  text: `select ${COLUMNS} from ${WITH_EVENT}
    where ${OF_ENDPOINT} and d.event_id < $4 order by d.event_id desc limit $5`,
};
const LIST_BY_STATUS = {
  name: 'webhook_deliveries_list_by_status',
  text: `select ${COLUMNS} from ${WITH_EVENT}
    where ${OF_ENDPOINT} and d.event_id < $4 and d.status = $6
    order by d.event_id desc limit $5`,
};
const SELECT = {
  name: 'webhook_delivery_select',
  text: `select ${COLUMNS}, e.body from ${WITH_EVENT} where ${BY_ID}`,
};
const ATTEMPTS = {
  name: 'webhook_delivery_attempts',
  text: `select attempt, started_at, duration_ms, response_status, response_excerpt, failure
    from webhook_attempts
    where merchant_id = $1 and environment = $2 and event_id = $3 and delivery_id = $4
    order by attempt desc limit 100`,
};
const RESEND = {
  name: 'webhook_delivery_resend',
  text: `update webhook_deliveries d set status = 'pending', next_attempt_at = $7,
      attempts_before_resend = attempt_count
    where ${BY_ID} and d.status <> 'pending'
    returning event_id, id`,
};
const RESEND_FAILED = {
  name: 'webhook_deliveries_resend_failed',
  text: `with failed as (
      select d.merchant_id, d.environment, d.event_id, d.id from webhook_deliveries d
      where ${OF_ENDPOINT} and d.status = 'failed' and d.event_id >= $4
      order by d.event_id limit $6 for update skip locked
    )
    update webhook_deliveries d set status = 'pending', next_attempt_at = $5,
      attempts_before_resend = attempt_count
    from failed
    where (d.merchant_id, d.environment, d.event_id, d.id)
      = (failed.merchant_id, failed.environment, failed.event_id, failed.id)
    returning d.event_id, d.id`,
};
const COUNT_FAILED = {
  name: 'webhook_deliveries_count_failed',
  text: `select endpoint_id, count(*) as failed from webhook_deliveries
    where merchant_id = $1 and environment = $2 and status = 'failed' and event_id >= $3
      and endpoint_id is not null
    group by endpoint_id`,
};

export interface DeliveryListRow extends Record<string, unknown> {
  readonly event_id: string;
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempt_count: bigint;
  readonly next_attempt_at: number | null;
  readonly created_at: number;
  readonly kind: string;
  readonly resource_id: string;
}

export interface AttemptRow extends Record<string, unknown> {
  readonly attempt: bigint;
  readonly started_at: number;
  readonly duration_ms: bigint;
  readonly response_status: bigint | null;
  readonly response_excerpt: string | null;
  readonly failure: string | null;
}

/** The deliveries of an endpoint, newest event first. */
export function selectDeliveryPage(
  database: Queryable,
  endpoint: EndpointRow,
  page: { beforeEventId: string; limit: number; status: string | undefined },
): Promise<DeliveryListRow[]> {
  const values = [...bookOf(endpoint), endpoint.id, page.beforeEventId, page.limit];
  return page.status === undefined
    ? database.query<DeliveryListRow>(LIST, values)
    : database.query<DeliveryListRow>(LIST_BY_STATUS, [...values, page.status]);
}

/** One delivery with the body that is sent. */
export async function selectDelivery(
  database: Queryable,
  endpoint: EndpointRow,
  deliveryId: string,
): Promise<(DeliveryListRow & { readonly body: string }) | undefined> {
  const values = byId(endpoint, deliveryId);
  return (await database.query<DeliveryListRow & { body: string }>(SELECT, values))[0];
}

/** Its attempts, the newest first. */
export function selectAttempts(
  database: Queryable,
  endpoint: EndpointRow,
  delivery: Pick<DeliveryListRow, 'event_id' | 'id'>,
): Promise<AttemptRow[]> {
  const values = [...bookOf(endpoint), delivery.event_id, delivery.id];
  return database.query<AttemptRow>(ATTEMPTS, values);
}

export interface ResentRow extends Record<string, unknown> {
  readonly event_id: string;
  readonly id: string;
}

/** Makes a delivery that has ended wait again; none when it still waits, or is not there. */
export function markResent(
  tx: Transaction,
  endpoint: EndpointRow,
  { deliveryId, at }: { deliveryId: string; at: number },
): Promise<ResentRow[]> {
  return tx.query<ResentRow>(RESEND, [...byId(endpoint, deliveryId), new Date(at)]);
}

/** Makes failed deliveries of events from one on wait again, oldest first, up to a number. */
export function markFailedResent(
  tx: Transaction,
  endpoint: EndpointRow,
  { fromEventId, at, limit }: { fromEventId: string; at: number; limit: number },
): Promise<ResentRow[]> {
  const values = [...bookOf(endpoint), endpoint.id, fromEventId, new Date(at), limit];
  return tx.query<ResentRow>(RESEND_FAILED, values);
}

/** How many deliveries of events from one on failed for good, by endpoint. */
export async function countFailedDeliveries(
  database: Queryable,
  book: readonly [merchantId: string, environment: string],
  fromEventId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ endpoint_id: string; failed: bigint }>(COUNT_FAILED, [
    ...book,
    fromEventId,
  ]);
  return new Map(rows.map((row) => [row.endpoint_id, Number(row.failed)]));
}

function byId(endpoint: EndpointRow, deliveryId: string): string[] {
  return [...bookOf(endpoint), endpoint.id, deliveryId, ...idsOfSameInstant(deliveryId)];
}

function bookOf({ merchant_id, environment }: EndpointRow): [string, string] {
  return [merchant_id, environment];
}
