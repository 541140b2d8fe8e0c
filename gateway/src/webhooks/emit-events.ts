import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Transaction } from '#src/platform/database/database.ts';
import { createId } from '#src/platform/ids.ts';
import { announceDeliveries } from './delivery/new-deliveries.ts';
import { eventBody, type NewEvent } from './webhook-event.ts';
import {
  type DeliveryKey,
  deliveryRow,
  type EndpointAddress,
  insertDeliveries,
  insertEvents,
  selectEndpoints,
} from './webhook-store.ts';

/**
 * Inserts events and their deliveries in the transaction of the change. An event is sent only if
 * the change commits, and then always.
 */
export async function emitEvents(
  tx: Transaction,
  events: readonly NewEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await endpointsByScope(tx, events);
  const eventRows: object[] = [];
  const deliveries: (DeliveryKey & { endpointId: string | null; url: string })[] = [];
  for (const event of events) {
    const { merchantId, environment } = event;
    const targets = targetsOf(event, endpoints);
    if (event.audience.kind === 'endpoints if any' && targets.length === 0) continue;
    const eventId = createId(now);
    eventRows.push({
      merchant_id: merchantId,
      environment,
      id: eventId,
      kind: event.kind,
      resource_id: event.resourceId,
      sequence: event.sequence,
      body: eventBody(event, eventId, now),
    });
    for (const target of targets) {
      deliveries.push({ merchantId, environment, eventId, deliveryId: createId(now), ...target });
    }
  }
  if (eventRows.length > 0) insertEvents(tx, eventRows, new Date(now));
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery) => ({
    ...deliveryRow(delivery),
    endpoint_id: delivery.endpointId,
    url: delivery.url,
  }));
  insertDeliveries(tx, rows, new Date(now));
  const buckets = await tx.bucketsOf(deliveries.map(({ merchantId }) => merchantId));
  tx.onCommit(() => announceDeliveries(new Set(buckets.values())));
}

type EndpointsByScope = ReadonlyMap<string, readonly EndpointAddress[]>;

async function endpointsByScope(
  tx: Transaction,
  events: readonly NewEvent[],
): Promise<EndpointsByScope> {
  const scopes = new Map<string, LedgerScope>();
  for (const event of events) {
    if (event.audience.kind !== 'callback')
      scopes.set(`${event.merchantId} ${event.environment}`, event);
  }
  if (scopes.size === 0) return new Map();
  const endpoints = await selectEndpoints(tx, [...scopes.values()]);
  return Map.groupBy(endpoints, (row) => `${row.merchant_id} ${row.environment}`);
}

function targetsOf(event: NewEvent, endpoints: EndpointsByScope) {
  const { audience } = event;
  if (audience.kind === 'callback') {
    return audience.url === null ? [] : [{ endpointId: null, url: audience.url }];
  }
  const owned = endpoints.get(`${event.merchantId} ${event.environment}`) ?? [];
  const addressed =
    audience.kind === 'endpoint'
      ? owned.filter((one) => one.id === audience.endpointId)
      : owned.filter((one) => one.events.includes(event.kind));
  return addressed.map((endpoint) => ({ endpointId: endpoint.id, url: endpoint.url }));
}
