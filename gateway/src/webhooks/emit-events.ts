import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { recordedAt } from '#src/ground/database/test-time.ts';
import { createId } from '#src/ground/ids.ts';
import { addDeliveries, type EmittedDelivery } from './delivery/add-deliveries.ts';
import { eventBody, type NewEvent } from './webhook-event.ts';
import {
  type EndpointAddress,
  type EventToInsert,
  insertEvents,
  selectEndpoints,
} from './webhook-store.ts';

/**
 * Inserts events and their deliveries in the transaction of the change, so events are sent if and
 * only if the change commits. Every event is in its merchant's feed, also without an endpoint. An
 * event of a test clock has the clock's time, but its id and its deliveries have the real time: its
 * first attempt is made at once. The lock of the feed is kept until the commit, so take other locks
 * before.
 */
export async function emitEvents(
  tx: Transaction,
  events: readonly NewEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await endpointsByScope(tx, events);
  const emitted: EventToInsert[] = [];
  const deliveries: EmittedDelivery[] = [];
  const instant = recordedAt(tx, now);
  for (const event of events) {
    const { merchantId, environment, kind, fault } = event;
    const id = createId(instant);
    const body = eventBody(event, id, now);
    emitted.push({ ...event, id, body });
    for (const target of targetsOf(event, endpoints)) {
      const deliveryId = createId(instant);
      const key = { merchantId, environment, eventId: id, deliveryId };
      deliveries.push({ ...key, kind, body, fault, ...target });
    }
  }
  insertEvents(tx, emitted, new Date(now));
  await addDeliveries(tx, deliveries, instant);
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
  const endpoints = await selectEndpoints(tx, { scopes: [...scopes.values()] });
  return Map.groupBy(endpoints, (endpoint) => `${endpoint.merchantId} ${endpoint.environment}`);
}

function targetsOf(
  event: NewEvent,
  endpoints: EndpointsByScope,
): Pick<EmittedDelivery, 'endpointId' | 'url' | 'endpoint'>[] {
  const { audience } = event;
  if (audience.kind === 'callback') {
    return audience.url === null ? [] : [{ endpointId: null, url: audience.url }];
  }
  const owned = endpoints.get(`${event.merchantId} ${event.environment}`) ?? [];
  const addressed =
    audience.kind === 'endpoint'
      ? owned.filter((endpoint) => endpoint.id === audience.endpointId)
      : owned.filter((endpoint) => endpoint.events.includes(event.kind));
  return addressed.map((endpoint) => ({ endpointId: endpoint.id, url: endpoint.url, endpoint }));
}
