import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import { ALL_ATTEMPTS } from '../delivery/all-attempts-store.ts';
import { UNDELIVERED_AGAIN } from '../delivery/under-lease-store.ts';
import { BODY_PARTS } from '../event-bodies.ts';
import type { Delivery } from '../reports/delivery-list-store.ts';
import {
  type AttemptFault,
  type EventKind,
  notableEventKinds,
  type TransactionEventKind,
  type WebhookFault,
} from '../webhook-event.ts';
import { attemptFault, lateDueAt } from '../webhook-store.ts';
import { EVENT_CENTAVOS } from './event-amount.ts';

const KIND = { id: f.uuid, kind: f.textOf<EventKind>() };
const EVENT = { id: f.uuid, ...BODY_PARTS };
/** An event with its exact body. */
export type WebhookEvent = Omit<f.RecordOf<typeof EVENT>, 'body'> & { readonly body: string };

/** A delivery of one event. */
const DELIVERY = {
  id: f.uuid,
  /** Null for the `webhook_url` of a request. */
  endpointId: f.orNull(f.uuid),
  url: f.text,
  status: f.textOf<Delivery['status']>(),
  attemptCount: f.count,
  nextAttemptAt: f.orNull(f.instant),
};
export type EventDelivery = f.RecordOf<typeof DELIVERY>;

const ATTEMPT = {
  deliveryId: f.uuid,
  endpointId: f.orNull(f.uuid),
  /** Null when the delivery has just expired. */
  url: f.orNull(f.text),
  attempt: f.count,
  startedAt: f.instant,
  durationMs: f.count,
  responseStatus: f.orNull(f.count),
  responseExcerpt: f.orNull(f.text),
  failure: f.orNull(f.text),
};
export type EventAttempt = f.RecordOf<typeof ATTEMPT>;

/** An endpoint that can get an event. */
const RECEIVER = {
  id: f.uuid,
  url: f.text,
  events: f.listOf(f.textOf<TransactionEventKind>()),
};
export type Receiver = f.RecordOf<typeof RECEIVER>;

const $ = paramsOf({
  ...f.SCOPE,
  eventId: f.uuid,
  resourceId: f.uuid,
  sequence: f.count,
  fromId: f.uuid,
  dueAt: f.instant,
  trouble: f.orNull(f.textOf<AttemptFault>()),
  after: f.bigint,
  limit: f.count,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

export const selectEvent = maybeOne(
  'event_select',
  EVENT,
  sql`select id, ${f.columnsOf(BODY_PARTS)} from webhook_events
    where ${OF_SCOPE} and id = ${$.eventId}`,
);

// An event is not older than its transaction, so older partitions are not read.
const selectBefore = maybeOne(
  'event_select_before',
  KIND,
  sql`select id, kind from webhook_events
    where ${OF_SCOPE} and resource_id = ${$.resourceId} and sequence = ${$.sequence}
      and id >= ${$.fromId}`,
);

/** The deliveries of an event, up to 100, oldest first. */
export const selectDeliveriesOf = many(
  'event_deliveries',
  DELIVERY,
  sql`select id, endpoint_id, url, status, attempt_count,
      case when status = 'pending' then next_attempt_at end as next_attempt_at
    from webhook_deliveries where ${OF_SCOPE} and event_id = ${$.eventId} order by id limit 100`,
);

/** The attempts to deliver an event, up to 100, newest first. */
export const selectAttemptsOf = many(
  'event_attempts',
  ATTEMPT,
  sql`select a.delivery_id, d.endpoint_id, d.url, a.attempt, a.started_at, a.duration_ms,
      a.response_status, a.response_excerpt, a.failure
    from (
      select * from ${ALL_ATTEMPTS} made where ${OF_SCOPE} and event_id = ${$.eventId}
      order by started_at desc, delivery_id limit 100
    ) a
    left join lateral (
      select endpoint_id, url from webhook_deliveries
      where ${OF_SCOPE} and event_id = ${$.eventId} and id = a.delivery_id
      offset 0
    ) d on true
    order by a.started_at desc, a.delivery_id`,
);

/**
 * Locks the endpoints of a scope that are not deleted: two concurrent requests for an event must
 * not both add a delivery for an endpoint.
 */
export const lockEndpoints = many(
  'event_lock_endpoints',
  RECEIVER,
  sql`select id, url, events from webhook_endpoints
    where ${OF_SCOPE} and status <> 'deleted' order by id for update`,
);

// A pending delivery without a time waits for its paused endpoint: a resume sends it.
const resend = send(
  'event_resend',
  sql`update webhook_deliveries set status = 'pending', next_attempt_at = ${$.dueAt},
      ${UNDELIVERED_AGAIN},
      attempts_before_resend = attempt_count, resend_count = resend_count + 1,
      trouble = ${$.trouble}
    where ${OF_SCOPE} and event_id = ${$.eventId}
      and endpoint_id = any(${param('endpointIds', f.listOf(f.uuid))}::uuid[])
      and (status <> 'pending' or next_attempt_at is not null)`,
);

/** Sends an update: deliveries of an event to endpoints are due now, unless they are paused. */
export function updateResent(
  tx: Transaction,
  {
    at,
    fault,
    ...resent
  }: LedgerScope & {
    readonly eventId: string;
    readonly endpointIds: readonly string[];
    readonly at: number;
    readonly fault: WebhookFault | undefined;
  },
): void {
  const dueAt = fault === 'late' ? lateDueAt(new Date(at)) : new Date(at);
  resend(tx, { ...resent, dueAt, trouble: attemptFault(fault) });
}

/** The previous event of the same transaction; undefined for the first event. */
export function selectEventBefore(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { resourceId, sequence }: WebhookEvent,
): Promise<Pick<WebhookEvent, 'id' | 'kind'> | undefined> {
  const fromId = firstIdAt(instantOfId(resourceId));
  const before = { merchantId, environment, resourceId, sequence: sequence - 1, fromId };
  return selectBefore(database, before);
}

const PAID_EVENT = {
  id: f.uuid,
  resourceId: f.uuid,
  position: f.neverNull(f.bigint),
  /** Null if the event isn't a payment. */
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  externalId: f.orNull(f.text),
};

/** The first events after a position of a merchant's feed, with the amounts of payments. */
export const selectPaidSince = many(
  'paid_events_since',
  PAID_EVENT,
  sql`select id, kind, resource_id, position,
      case when kind = 'deposit.paid'
        then coalesce(amount_centavos, (body::json -> 'data' ->> 'amount')::bigint)
      end as amount_centavos,
      case when kind = 'deposit.paid'
        then coalesce(external_id, body::json -> 'data' ->> 'external_id')
      end as external_id
    from webhook_events
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and position > ${$.after}
    order by position limit ${$.limit}`,
);

const NOTABLE = {
  id: f.uuid,
  kind: f.textOf<EventKind>(),
  resourceId: f.uuid,
  /** Null for a change without an amount. */
  amount: f.inColumn('amount_centavos', f.orNull(f.bigint)),
};
export type NotableRow = f.RecordOf<typeof NOTABLE>;
/** `scanned`: the number of events that were read. */
const PAYMENT = { ...NOTABLE, scanned: f.bigint };
const FROM_ID = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id >= ${$.fromId}`;
const COLUMNS = `id, kind, resource_id, ${EVENT_CENTAVOS} as amount_centavos`;

/** The newest events, from an id on, that the panel's bell lists. */
export const selectNotable = many(
  'notable_events',
  NOTABLE,
  sql`select ${COLUMNS} from webhook_events
    where ${FROM_ID}
      and kind in (${notableEventKinds.map((kind) => `'${kind}'`).join(', ')})
    order by id desc limit ${$.limit}`,
);

/** The payments among the newest `limit` events from an id on, newest first. */
export const selectNewestPayments = many(
  'newest_payment_events',
  PAYMENT,
  sql`select ${COLUMNS}, scanned from (
      select *, count(*) over () as scanned from (
        select id, kind, resource_id, body, amount_centavos from webhook_events
        where ${FROM_ID} order by id desc limit ${$.limit}
      ) newest
    ) counted
    where kind = 'deposit.paid' order by id desc`,
);
