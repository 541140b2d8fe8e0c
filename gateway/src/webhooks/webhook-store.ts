import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';

/**
 * Lets the commit of a statement that returns this not wait for the disk. For what may be lost when
 * the database server crashes: a lost lease or result means that a delivery is sent again.
 */
export const WITHOUT_WAITING = `(select set_config('synchronous_commit', 'off', true))`;
/** The columns of `deliveryRow` in a list of JSON records. */
export const DELIVERY_KEY = 'merchant_id uuid, environment text, event_id uuid, delivery_id uuid';

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
/** Identifies one delivery. */
export interface DeliveryKey extends LedgerScope {
  readonly eventId: string;
  readonly deliveryId: string;
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
