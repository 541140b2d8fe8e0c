import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import { ALL_ATTEMPTS } from '../delivery/all-attempts-store.ts';
import type { DeliveryListRow } from '../reports/delivery-list-store.ts';
import type { EventKind, TransactionEventKind, WebhookFault } from '../webhook-event.ts';
import { attemptFault, lateDueAt } from '../webhook-store.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2';
const SELECT = {
  name: 'event_select',
  text: `select id, kind, resource_id, body from webhook_events where ${OF_SCOPE} and id = $3`,
};
// An event is not older than its transaction, so older partitions are not read.
const SELECT_BEFORE = {
  name: 'event_select_before',
  text: `select id, kind from webhook_events
    where ${OF_SCOPE} and resource_id = $3 and sequence = $4 and id >= $5`,
};
const DELIVERIES = {
  name: 'event_deliveries',
  text: `select id, endpoint_id, url, status, attempt_count, next_attempt_at
    from webhook_deliveries where ${OF_SCOPE} and event_id = $3 order by id limit 100`,
};
const ATTEMPTS = {
  name: 'event_attempts',
  text: `select a.delivery_id, d.endpoint_id, d.url, a.attempt, a.started_at, a.duration_ms,
      a.response_status, a.response_excerpt, a.failure
    from (
      select * from ${ALL_ATTEMPTS} made where ${OF_SCOPE} and event_id = $3
      order by started_at desc, delivery_id limit 100
    ) a
    left join lateral (
      select endpoint_id, url from webhook_deliveries
      where ${OF_SCOPE} and event_id = $3 and id = a.delivery_id
      offset 0
    ) d on true
    order by a.started_at desc, a.delivery_id`,
};
// Two concurrent requests for an event must not both add a delivery for an endpoint.
const LOCK_ENDPOINTS = {
  name: 'event_lock_endpoints',
  text: `select id, url, events from webhook_endpoints
    where ${OF_SCOPE} and status <> 'deleted' order by id for update`,
};
// A pending delivery without a time waits for its paused endpoint: a resume sends it.
const RESEND = {
  name: 'event_resend',
  text: `update webhook_deliveries set status = 'pending', next_attempt_at = $5,
      attempts_before_resend = attempt_count, resend_count = resend_count + 1, trouble = $6
    where ${OF_SCOPE} and event_id = $3 and endpoint_id = any($4::uuid[])
      and (status <> 'pending' or next_attempt_at is not null)`,
};

export interface EventRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: EventKind;
  readonly resource_id: string;
  readonly body: string;
}

/** A delivery of one event. `endpoint_id` is null for the `webhook_url` of a request. */
export interface EventDeliveryRow extends Record<string, unknown> {
  readonly id: string;
  readonly endpoint_id: string | null;
  readonly url: string;
  readonly status: DeliveryListRow['status'];
  readonly attempt_count: bigint;
  readonly next_attempt_at: number | null;
}

export interface EventAttemptRow extends Record<string, unknown> {
  readonly delivery_id: string;
  readonly endpoint_id: string | null;
  /** Null when the delivery has just expired. */
  readonly url: string | null;
  readonly attempt: bigint;
  readonly started_at: number;
  readonly duration_ms: bigint;
  readonly response_status: bigint | null;
  readonly response_excerpt: string | null;
  readonly failure: string | null;
}

/** An endpoint that can get an event. */
export interface ReceiverRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly events: readonly TransactionEventKind[];
}

export async function selectEvent(
  database: Queryable,
  scope: LedgerScope,
  eventId: string,
): Promise<EventRow | undefined> {
  return (await database.query<EventRow>(SELECT, valuesOf(scope, eventId)))[0];
}

/** The deliveries of an event, up to 100, oldest first. */
export function selectDeliveriesOf(
  database: Queryable,
  scope: LedgerScope,
  eventId: string,
): Promise<EventDeliveryRow[]> {
  return database.query<EventDeliveryRow>(DELIVERIES, valuesOf(scope, eventId));
}

/** The attempts to deliver an event, up to 100, newest first. */
export function selectAttemptsOf(
  database: Queryable,
  scope: LedgerScope,
  eventId: string,
): Promise<EventAttemptRow[]> {
  return database.query<EventAttemptRow>(ATTEMPTS, valuesOf(scope, eventId));
}

/** Locks the endpoints of a scope that are not deleted. */
export function lockEndpoints(tx: Transaction, scope: LedgerScope): Promise<ReceiverRow[]> {
  const { merchantId, environment } = scope;
  return tx.query<ReceiverRow>(LOCK_ENDPOINTS, [merchantId, environment]);
}

/** Sends an update: deliveries of an event to endpoints are due now, unless they are paused. */
export function updateResent(
  tx: Transaction,
  scope: LedgerScope,
  resent: {
    readonly eventId: string;
    readonly endpointIds: readonly string[];
    readonly at: number;
    readonly fault: WebhookFault | undefined;
  },
): void {
  const { eventId, endpointIds, at, fault } = resent;
  const dueAt = fault === 'late' ? lateDueAt(new Date(at)) : new Date(at);
  const values = [endpointIds, dueAt, attemptFault(fault)];
  tx.send(RESEND, [...valuesOf(scope, eventId), ...values]);
}

/** The previous event of the same transaction; undefined for the first event. */
export async function selectEventBefore(
  database: Queryable,
  scope: LedgerScope,
  { resource_id: resourceId, body }: EventRow,
): Promise<Pick<EventRow, 'id' | 'kind'> | undefined> {
  const { sequence } = JSON.parse(body) as { sequence: number };
  const from = firstIdAt(instantOfId(resourceId));
  const values = [scope.merchantId, scope.environment, resourceId, sequence - 1, from];
  return (await database.query<EventRow>(SELECT_BEFORE, values))[0];
}

function valuesOf({ merchantId, environment }: LedgerScope, eventId: string): unknown[] {
  return [merchantId, environment, eventId];
}
