import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import type { EventKind } from './webhook-event.ts';

const DELIVERY_KEY = 'merchant_id uuid, environment text, event_id uuid, delivery_id uuid';

const IS_ASKED_FOR = `(row.next_status <> 'delivered' and d.resend_count > row.resend_count)`;

const INSERT_EVENTS = {
  name: 'webhook_insert_events',
  text: `insert into webhook_events
      (merchant_id, environment, id, kind, resource_id, sequence, body, created_at)
    select merchant_id, environment, id, kind, resource_id, sequence, body, $2
    from json_to_recordset($1) as row (merchant_id uuid, environment text, id uuid, kind text,
      resource_id uuid, sequence bigint, body text)`,
};
const INSERT_DELIVERIES = {
  name: 'webhook_insert_deliveries',
  text: `insert into webhook_deliveries (merchant_id, environment, event_id, id, endpoint_id, url,
      status, next_attempt_at, created_at)
    select merchant_id, environment, event_id, delivery_id, endpoint_id, url, 'pending', $2, $2
    from json_to_recordset($1) as row (${DELIVERY_KEY}, endpoint_id uuid, url text)`,
};
const SELECT_ENDPOINTS = {
  name: 'webhook_select_endpoints',
  text: `select merchant_id, environment, id, url, events from webhook_endpoints
    where status <> 'deleted' and (merchant_id, environment) in (
      select merchant_id, environment
      from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    )`,
};
// Each key is looked up separately (`offset 0` stops the planner from reordering): a plan that
// scans the events would read all their bodies. The bounds of the event ids are known when the
// statement is planned, so only the partitions between them are planned.
const SELECT_DELIVERIES = {
  name: 'webhook_select_deliveries',
  text: `select d.merchant_id, d.environment, d.event_id, d.id as delivery_id, d.url, d.status,
      d.attempt_count, d.attempts_before_resend, d.resend_count, d.endpoint_id, e.kind, e.body,
      p.status as endpoint_status, p.url as endpoint_url, p.sealed_secret, p.sealed_previous_secret,
      p.previous_secret_expires_at
    from json_to_recordset($1) as key (${DELIVERY_KEY})
    cross join lateral (
      select * from webhook_deliveries where merchant_id = key.merchant_id
        and environment = key.environment and event_id = key.event_id and id = key.delivery_id
        and event_id between $2 and $3
      offset 0
    ) d
    cross join lateral (
      select kind, body from webhook_events where merchant_id = key.merchant_id
        and environment = key.environment and id = key.event_id and id between $2 and $3
      offset 0
    ) e
    left join lateral (
      select * from webhook_endpoints where merchant_id = key.merchant_id
        and environment = key.environment and id = d.endpoint_id
      offset 0
    ) p on true`,
};
const INSERT_ATTEMPTS = {
  name: 'webhook_insert_attempts',
  text: `insert into webhook_attempts (merchant_id, environment, event_id, delivery_id, attempt,
      started_at, duration_ms, response_status, response_excerpt, failure)
    select merchant_id, environment, event_id, delivery_id, attempt,
      started_at, duration_ms, response_status, response_excerpt, failure
    from json_to_recordset($1) as row (${DELIVERY_KEY}, attempt bigint, started_at timestamptz,
      duration_ms bigint, response_status bigint, response_excerpt text, failure text)
    on conflict do nothing`,
};
// Only the attempt that follows the last known one may change a delivery: a job that runs twice
// after a crash changes nothing the second time. If a user asked to send it again while a failed
// attempt ran, the next attempt is due when this one ended.
const UPDATE_DELIVERIES = {
  name: 'webhook_update_deliveries',
  text: `update webhook_deliveries d set attempt_count = row.attempt,
      status = case when ${IS_ASKED_FOR} then 'pending' else row.next_status end,
      next_attempt_at = case when ${IS_ASKED_FOR} then row.ended_at else row.next_attempt_at end
    from json_to_recordset($1) as row (${DELIVERY_KEY}, attempt bigint, next_status text,
      next_attempt_at timestamptz, ended_at timestamptz, resend_count bigint)
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, row.environment, row.event_id, row.delivery_id)
      and d.event_id between $2 and $3
      and d.status = 'pending' and d.attempt_count = row.attempt - 1
    returning d.id as delivery_id, ${IS_ASKED_FOR} as is_asked_for`,
};

/** Identifies one delivery. */
export interface DeliveryKey extends LedgerScope {
  readonly eventId: string;
  readonly deliveryId: string;
}

export interface DeliveryRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly event_id: string;
  readonly delivery_id: string;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempt_count: bigint;
  /** Attempts before a user sent it again: the retry schedule starts anew after them. */
  readonly attempts_before_resend: bigint;
  /** How often a user asked to send it again. */
  readonly resend_count: bigint;
  readonly endpoint_id: string | null;
  readonly kind: EventKind;
  readonly body: string;
  readonly endpoint_status: 'active' | 'paused' | 'deleted' | null;
  readonly endpoint_url: string | null;
  readonly sealed_secret: Buffer | null;
  readonly sealed_previous_secret: Buffer | null;
  readonly previous_secret_expires_at: number | null;
}

export interface EndpointAddress extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
}

function scopeRow(scope: LedgerScope) {
  return { merchant_id: scope.merchantId, environment: scope.environment };
}

export function deliveryRow(key: DeliveryKey) {
  return { ...scopeRow(key), event_id: key.eventId, delivery_id: key.deliveryId };
}

/** Every endpoint of these scopes, including paused ones: their deliveries are held. */
export function selectEndpoints(
  tx: Queryable,
  scopes: readonly LedgerScope[],
): Promise<EndpointAddress[]> {
  return tx.query<EndpointAddress>(SELECT_ENDPOINTS, [JSON.stringify(scopes.map(scopeRow))]);
}

export function insertEvents(tx: Transaction, rows: readonly object[], at: Date): void {
  tx.send(INSERT_EVENTS, [JSON.stringify(rows), at]);
}

export function insertDeliveries(tx: Transaction, rows: readonly object[], at: Date): void {
  tx.send(INSERT_DELIVERIES, [JSON.stringify(rows), at]);
}

/** Deliveries with their event and their endpoint, in no order. */
export function selectDeliveries(
  database: Queryable,
  keys: readonly DeliveryKey[],
): Promise<DeliveryRow[]> {
  const rows = keys.map(deliveryRow);
  return database.query<DeliveryRow>(SELECT_DELIVERIES, [JSON.stringify(rows), ...range(rows)]);
}

export function insertAttempts(tx: Transaction, rows: readonly object[]): void {
  tx.send(INSERT_ATTEMPTS, [JSON.stringify(rows)]);
}

/**
 * Writes the results of attempts to their deliveries and returns the changed ones by id.
 * `isAskedFor`: the attempt failed and a user asked for another one while it ran.
 */
export async function updateDeliveries(
  tx: Transaction,
  rows: readonly { readonly event_id: string }[],
): Promise<ReadonlyMap<string, { readonly isAskedFor: boolean }>> {
  const values = [JSON.stringify(rows), ...range(rows)];
  const moved = await tx.query<{ delivery_id: string; is_asked_for: boolean }>(
    UPDATE_DELIVERIES,
    values,
  );
  return new Map(moved.map((row) => [row.delivery_id, { isAskedFor: row.is_asked_for }]));
}

/** The smallest and the largest event id of some rows. */
function range(rows: readonly { readonly event_id: string }[]): [string | null, string | null] {
  const ids = rows.map((row) => row.event_id).sort();
  return [ids[0] ?? null, ids.at(-1) ?? null];
}
