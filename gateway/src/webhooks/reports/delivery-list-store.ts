import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { idsOfSameInstant } from '#src/ground/ids.ts';
import { ALL_ATTEMPTS } from '../delivery/all-attempts-store.ts';
import type { EndpointRow } from '../endpoints/endpoint-store.ts';
import type { EventKind } from '../webhook-event.ts';
import { IS_RETRYING } from './endpoint-health-store.ts';

const COLUMNS = `d.event_id, d.id, d.status, d.attempt_count, d.next_attempt_at, d.created_at,
  e.kind, e.resource_id`;
const WITH_EVENT = `webhook_deliveries d join webhook_events e
  on (e.merchant_id, e.environment, e.id) = (d.merchant_id, d.environment, d.event_id)`;
const OF_ENDPOINT = 'd.merchant_id = $1 and d.environment = $2 and d.endpoint_id = $3';

// A delivery's id has the same millisecond as its event's id, which limits the events to search.
const BY_ID = `${OF_ENDPOINT} and d.id = $4 and d.event_id >= $5 and d.event_id < $6`;

// The merchant's own reference, and the last attempt.
const LISTED = `${COLUMNS}, e.body::json #>> '{data,external_id}' as external_id,
  last.response_status as last_status, last.duration_ms as last_duration_ms`;
const WITH_LAST_ATTEMPT = `${WITH_EVENT} left join lateral (
      select response_status, duration_ms from ${ALL_ATTEMPTS} made
      where (made.merchant_id, made.environment, made.event_id, made.delivery_id, made.attempt)
        = (d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count)
      offset 0
    ) last on true`;

const LIST = {
  name: 'webhook_deliveries_list',
  text: `select ${LISTED} from ${WITH_LAST_ATTEMPT}
    where ${OF_ENDPOINT} and d.event_id < $4 order by d.event_id desc limit $5`,
};
const LIST_BY_STATUS = {
  name: 'webhook_deliveries_list_by_status',
  text: `select ${LISTED} from ${WITH_LAST_ATTEMPT}
    where ${OF_ENDPOINT} and d.event_id < $4 and d.status = $6
    order by d.event_id desc limit $5`,
};
const SELECT = {
  name: 'webhook_delivery_select',
  text: `select ${LISTED}, e.body from ${WITH_LAST_ATTEMPT} where ${BY_ID}`,
};
const ATTEMPTS = {
  name: 'webhook_delivery_attempts',
  text: `select attempt, started_at, duration_ms, response_status, response_excerpt, failure,
      signature
    from ${ALL_ATTEMPTS} made
    where merchant_id = $1 and environment = $2 and event_id = $3 and delivery_id = $4
    order by attempt desc limit 100`,
};
// A pending delivery without a time waits for its paused endpoint: a resume sends it.
const IS_NOT_HELD = `(d.status <> 'pending' or d.next_attempt_at is not null)`;
const resendChosen = (
  at: string,
) => `update webhook_deliveries d set status = 'pending', next_attempt_at = ${at},
      attempts_before_resend = attempt_count, resend_count = resend_count + 1, trouble = null
    from chosen
    where (d.merchant_id, d.environment, d.event_id, d.id)
      = (chosen.merchant_id, chosen.environment, chosen.event_id, chosen.id)
    returning d.event_id`;
const CHOSEN_COLUMNS = 'd.merchant_id, d.environment, d.event_id, d.id';
const RESEND = {
  name: 'webhook_delivery_resend',
  text: `with chosen as (
      select ${CHOSEN_COLUMNS} from webhook_deliveries d
      where ${BY_ID} and ${IS_NOT_HELD} for update
    ) ${resendChosen('$7')}`,
};
const RESEND_UNDELIVERED = {
  name: 'webhook_deliveries_resend_undelivered',
  text: `with candidate as (
      (select d.event_id, d.id from webhook_deliveries d
        where ${OF_ENDPOINT} and d.status = 'failed' and d.event_id > $4
        order by d.event_id limit $6)
      union all
      (select d.event_id, d.id from webhook_deliveries d
        where ${OF_ENDPOINT} and ${IS_RETRYING} and d.event_id > $4
        order by d.event_id limit $6)
      order by event_id limit $6
    ), chosen as (
      select ${CHOSEN_COLUMNS} from candidate join webhook_deliveries d
        on d.merchant_id = $1 and d.environment = $2
          and (d.event_id, d.id) = (candidate.event_id, candidate.id)
      where d.status = 'failed' or (${IS_RETRYING})
      for update of d skip locked
    ) ${resendChosen('$5')}`,
};

export interface DeliveryListRow extends Record<string, unknown> {
  readonly event_id: string;
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempt_count: bigint;
  readonly next_attempt_at: number | null;
  readonly created_at: number;
  readonly kind: EventKind;
  readonly resource_id: string;
  readonly external_id: string | null;
  readonly last_status: bigint | null;
  readonly last_duration_ms: bigint | null;
}

export interface AttemptRow extends Record<string, unknown> {
  readonly attempt: bigint;
  readonly started_at: number;
  readonly duration_ms: bigint;
  readonly response_status: bigint | null;
  readonly response_excerpt: string | null;
  readonly failure: string | null;
  readonly signature: string | null;
}

/** The deliveries of an endpoint, newest event first. */
export function selectDeliveryPage(
  database: Queryable,
  endpoint: EndpointRow,
  page: { beforeEventId: string; limit: number; status: string | undefined },
): Promise<DeliveryListRow[]> {
  const values = [...scopeOf(endpoint), endpoint.id, page.beforeEventId, page.limit];
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

/** The attempts of a delivery, newest first. */
export function selectAttempts(
  database: Queryable,
  endpoint: EndpointRow,
  delivery: Pick<DeliveryListRow, 'event_id' | 'id'>,
): Promise<AttemptRow[]> {
  const values = [...scopeOf(endpoint), delivery.event_id, delivery.id];
  return database.query<AttemptRow>(ATTEMPTS, values);
}

export interface ResentRow extends Record<string, unknown> {
  readonly event_id: string;
}

/** Makes a delivery due now and returns it; empty when it is paused or unknown. */
export function markResent(
  tx: Transaction,
  endpoint: EndpointRow,
  { deliveryId, at }: { deliveryId: string; at: number },
): Promise<ResentRow[]> {
  return tx.query<ResentRow>(RESEND, [...byId(endpoint, deliveryId), new Date(at)]);
}

/**
 * Makes up to `limit` deliveries due now: those that failed or wait for a retry, of events after
 * `afterEventId`. Returns them in the order of their events.
 */
export async function markUndeliveredResent(
  tx: Transaction,
  endpoint: EndpointRow,
  { afterEventId, at, limit }: { afterEventId: string; at: number; limit: number },
): Promise<ResentRow[]> {
  const values = [...scopeOf(endpoint), endpoint.id, afterEventId, new Date(at), limit];
  const rows = await tx.query<ResentRow>(RESEND_UNDELIVERED, values);
  return rows.sort((left, right) => (left.event_id < right.event_id ? -1 : 1));
}

function byId(endpoint: EndpointRow, deliveryId: string): string[] {
  return [...scopeOf(endpoint), endpoint.id, deliveryId, ...idsOfSameInstant(deliveryId)];
}

function scopeOf({ merchant_id, environment }: EndpointRow): [string, string] {
  return [merchant_id, environment];
}
