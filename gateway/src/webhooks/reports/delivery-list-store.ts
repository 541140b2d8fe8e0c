import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, sql } from '#src/ground/database/sql.ts';
import { idsOfSameInstant } from '#src/ground/ids.ts';
import { ALL_ATTEMPTS } from '../delivery/all-attempts-store.ts';
import { UNDELIVERED_AGAIN, UNDER_LEASE } from '../delivery/under-lease-store.ts';
import type { EventKind } from '../webhook-event.ts';
import { IS_RETRYING } from './endpoint-health-store.ts';

/** A delivery of an endpoint. Times are milliseconds since 1970. */
const DELIVERY = {
  eventId: f.uuid,
  deliveryId: f.inColumn('id', f.uuid),
  kind: f.textOf<EventKind>(),
  resourceId: f.uuid,
  /** The merchant's own reference (`external_id`), or null. */
  externalId: f.orNull(f.text),
  /** Status and duration (milliseconds) of the last answer; null without an answer. */
  lastStatus: f.orNull(f.count),
  lastDurationMs: f.orNull(f.count),
  status: f.textOf<'pending' | 'delivered' | 'failed'>(),
  attemptCount: f.count,
  /** Null when no attempt is scheduled: the delivery has ended, or its endpoint is paused. */
  nextAttemptAt: f.orNull(f.instant),
  createdAt: f.instant,
};
export type Delivery = f.RecordOf<typeof DELIVERY>;

/** One attempt of a delivery. `startedAt` is milliseconds since 1970. */
const ATTEMPT = {
  attempt: f.count,
  startedAt: f.instant,
  durationMs: f.count,
  responseStatus: f.orNull(f.count),
  responseExcerpt: f.orNull(f.text),
  failure: f.orNull(f.text),
  /** The signature headers that were sent, one a line; null when they were not recorded. */
  signature: f.orNull(f.text),
};
export type Attempt = f.RecordOf<typeof ATTEMPT>;

const RESENT = { eventId: f.uuid };
export type Resent = f.RecordOf<typeof RESENT>;

const $ = paramsOf({
  ...f.SCOPE,
  endpointId: f.uuid,
  eventId: f.uuid,
  deliveryId: f.uuid,
  beforeEventId: f.uuid,
  fromEventId: f.uuid,
  untilEventId: f.uuid,
  afterEventId: f.uuid,
  at: f.instant,
  limit: f.count,
});
const COLUMNS = `d.event_id, d.id, d.status, d.attempt_count,
  case when d.status = 'pending' then d.next_attempt_at end as next_attempt_at, d.created_at,
  e.kind, e.resource_id`;
const WITH_EVENT = `webhook_deliveries d join webhook_events e
  on (e.merchant_id, e.environment, e.id) = (d.merchant_id, d.environment, d.event_id)`;
const OF_ENDPOINT = sql`d.merchant_id = ${$.merchantId} and d.environment = ${$.environment}
  and d.endpoint_id = ${$.endpointId}`;

// A delivery's id has the same millisecond as its event's id, which limits the events to search.
const BY_ID = sql`${OF_ENDPOINT} and d.id = ${$.deliveryId} and d.event_id >= ${$.fromEventId}
  and d.event_id < ${$.untilEventId}`;

// The merchant's own reference, and the last attempt.
const LISTED = `${COLUMNS},
  coalesce(e.external_id, e.body::json #>> '{data,external_id}') as external_id,
  last.response_status as last_status, last.duration_ms as last_duration_ms`;
const WITH_LAST_ATTEMPT = `${WITH_EVENT} left join lateral (
      select response_status, duration_ms from ${ALL_ATTEMPTS} made
      where (made.merchant_id, made.environment, made.event_id, made.delivery_id, made.attempt)
        = (d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count)
      offset 0
    ) last on true`;

const list = many(
  'webhook_deliveries_list',
  DELIVERY,
  sql`select ${LISTED} from ${WITH_LAST_ATTEMPT}
    where ${OF_ENDPOINT} and d.event_id < ${$.beforeEventId}
    order by d.event_id desc limit ${$.limit}`,
);

const listDelivered = many(
  'webhook_deliveries_list_delivered',
  DELIVERY,
  sql`select ${LISTED} from ${WITH_LAST_ATTEMPT}
    where ${OF_ENDPOINT} and d.event_id < ${$.beforeEventId} and d.status = 'delivered'
    order by d.event_id desc limit ${$.limit}`,
);

const listFailed = many(
  'webhook_deliveries_list_failed',
  DELIVERY,
  sql`select ${LISTED} from ${WITH_LAST_ATTEMPT}
    where ${OF_ENDPOINT} and d.event_id < ${$.beforeEventId} and d.undelivered = 'failed'
    order by d.event_id desc limit ${$.limit}`,
);

const NEWEST = sql`${OF_ENDPOINT} and d.event_id < ${$.beforeEventId}
        order by d.event_id desc limit ${$.limit}`;
const listPending = many(
  'webhook_deliveries_list_pending',
  DELIVERY,
  sql`with pending as (
      (select d.event_id, d.id from webhook_deliveries d
        where d.undelivered = 'new' and ${NEWEST})
      union all
      (select d.event_id, d.id from webhook_deliveries d
        where d.undelivered = 'retrying' and ${NEWEST})
      union all
      (select d.event_id, d.id from ${UNDER_LEASE}
        where merchant.id = ${$.merchantId} and ${NEWEST})
      order by event_id desc limit ${$.limit}
    )
    select ${LISTED} from pending cross join ${WITH_LAST_ATTEMPT}
    where ${OF_ENDPOINT} and (d.event_id, d.id) = (pending.event_id, pending.id)
    order by d.event_id desc limit ${$.limit}`,
);

const select = maybeOne(
  'webhook_delivery_select',
  DELIVERY,
  sql`select ${LISTED} from ${WITH_LAST_ATTEMPT} where ${BY_ID}`,
);

/** The attempts of a delivery, newest first. */
export const selectAttempts = many(
  'webhook_delivery_attempts',
  ATTEMPT,
  sql`select attempt, started_at, duration_ms, response_status, response_excerpt, failure,
      signature
    from ${ALL_ATTEMPTS} made
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and event_id = ${$.eventId} and delivery_id = ${$.deliveryId}
    order by attempt desc limit 100`,
);

// A pending delivery without a time waits for its paused endpoint: a resume sends it.
const IS_NOT_HELD = `(d.status <> 'pending' or d.next_attempt_at is not null)`;
const CHOSEN_COLUMNS = 'd.merchant_id, d.environment, d.event_id, d.id';
const RESEND_CHOSEN = sql`update webhook_deliveries d set status = 'pending',
      next_attempt_at = ${$.at}, ${UNDELIVERED_AGAIN},
      attempts_before_resend = attempt_count, resend_count = resend_count + 1, trouble = null
    from chosen
    where (d.merchant_id, d.environment, d.event_id, d.id)
      = (chosen.merchant_id, chosen.environment, chosen.event_id, chosen.id)
    returning d.event_id`;

const resend = many(
  'webhook_delivery_resend',
  RESENT,
  sql`with chosen as (
      select ${CHOSEN_COLUMNS} from webhook_deliveries d
      where ${BY_ID} and ${IS_NOT_HELD} for update
    ) ${RESEND_CHOSEN}`,
);

// The chosen are compared again by columns of no index, so that each is looked up by its key.
const resendUndelivered = many(
  'webhook_deliveries_resend_undelivered',
  RESENT,
  sql`with candidate as (
      (select d.event_id, d.id from webhook_deliveries d
        where ${OF_ENDPOINT} and d.undelivered = 'failed' and d.event_id > ${$.afterEventId}
        order by d.event_id limit ${$.limit})
      union all
      (select d.event_id, d.id from webhook_deliveries d
        where ${OF_ENDPOINT} and ${IS_RETRYING} and d.event_id > ${$.afterEventId}
        order by d.event_id limit ${$.limit})
      order by event_id limit ${$.limit}
    ), chosen as (
      select ${CHOSEN_COLUMNS} from candidate join webhook_deliveries d
        on d.merchant_id = ${$.merchantId} and d.environment = ${$.environment}
          and (d.event_id, d.id) = (candidate.event_id, candidate.id)
      where d.status = 'failed' or (d.status = 'pending' and d.attempt_count > 0
        and d.next_attempt_at is not null)
      for update of d skip locked
    ) ${RESEND_CHOSEN}`,
);

const LISTS = { pending: listPending, delivered: listDelivered, failed: listFailed };

/** The endpoint of deliveries. */
interface EndpointKey extends LedgerScope {
  readonly id: string;
}

/** The deliveries of an endpoint, newest event first. */
export function selectDeliveryPage(
  database: Queryable,
  endpoint: EndpointKey,
  {
    status,
    ...page
  }: { beforeEventId: string; limit: number; status: Delivery['status'] | undefined },
): Promise<Delivery[]> {
  const wanted = { ...ofEndpoint(endpoint), ...page };
  return (status === undefined ? list : LISTS[status])(database, wanted);
}

/** One delivery. */
export function selectDelivery(
  database: Queryable,
  endpoint: EndpointKey,
  deliveryId: string,
): Promise<Delivery | undefined> {
  return select(database, byId(endpoint, deliveryId));
}

/** Makes a delivery due now and returns it; empty when it is paused or unknown. */
export function markResent(
  tx: Transaction,
  endpoint: EndpointKey,
  { deliveryId, at }: { deliveryId: string; at: number },
): Promise<Resent[]> {
  return resend(tx, { ...byId(endpoint, deliveryId), at });
}

/**
 * Makes up to `limit` deliveries due now: those that failed or wait for a retry, of events after
 * `afterEventId`. Returns them in the order of their events.
 */
export async function markUndeliveredResent(
  tx: Transaction,
  endpoint: EndpointKey,
  part: { afterEventId: string; at: number; limit: number },
): Promise<Resent[]> {
  const resent = await resendUndelivered(tx, { ...ofEndpoint(endpoint), ...part });
  return resent.sort((left, right) => (left.eventId < right.eventId ? -1 : 1));
}

function byId(endpoint: EndpointKey, deliveryId: string) {
  const [fromEventId, untilEventId] = idsOfSameInstant(deliveryId);
  return { ...ofEndpoint(endpoint), deliveryId, fromEventId, untilEventId };
}

function ofEndpoint({ merchantId, environment, id: endpointId }: EndpointKey) {
  return { merchantId, environment, endpointId };
}
