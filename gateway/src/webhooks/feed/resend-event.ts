import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, instantOfId } from '#src/ground/ids.ts';
import { announceDeliveries } from '../delivery/new-deliveries.ts';
import type { WebhookFault } from '../webhook-event.ts';
import { insertDeliveries } from '../webhook-store.ts';
import {
  lockEndpoints,
  type Receiver,
  selectDeliveriesOf,
  updateResent,
  type WebhookEvent,
} from './event-store.ts';
import { type EventOfKey, type EventWithDeliveries, findEvent } from './read-event.ts';

/** An event to send again: to one endpoint, or without `endpointId` to all that get the event. */
export interface EventToResend extends EventOfKey {
  readonly endpointId: string | undefined;
}

/**
 * Sends an event again now. Each delivery keeps its id, so that receivers can deduplicate. A
 * delivery of a paused endpoint stays paused. An endpoint without a delivery gets one if it has
 * chosen the event's kind meanwhile, or is `endpointId`. Refuses `event_not_found`,
 * `scope_missing`, `webhook_not_found` for an unknown endpoint, and `event_has_no_webhook` when no
 * endpoint would get the event.
 */
export function resendEvent(
  { database, clock }: DatabaseAndClock,
  target: EventToResend,
  by: Actor,
): Promise<EventWithDeliveries> {
  return database.transaction(async (tx) => {
    const event = await findEvent(tx, target);
    await resendEventIn(tx, target, { event, at: clock.now(), by });
    return { event, deliveries: await selectDeliveriesOf(tx, { ...target, eventId: event.id }) };
  });
}

export interface ResentEvent {
  readonly event: Pick<WebhookEvent, 'id' | 'kind'>;
  readonly at: number;
  readonly by: Actor;
  readonly fault?: WebhookFault;
}

/** Sends an event again in the caller's transaction, as `resendEvent` does. */
export async function resendEventIn(
  tx: Transaction,
  target: EventToResend,
  { event, at, by, fault }: ResentEvent,
): Promise<void> {
  const { merchantId, environment, endpointId } = target;
  const endpoints = await lockEndpoints(tx, target);
  const wanted = endpoints.filter(({ id }) => endpointId === undefined || id === endpointId);
  if (endpointId !== undefined && wanted.length === 0) throw new Refusal('webhook_not_found');
  const { id: eventId } = event;
  const deliveries = await selectDeliveriesOf(tx, { merchantId, environment, eventId });
  const deliveredTo = new Set(deliveries.map((delivery) => delivery.endpointId));
  const resent = wanted.filter(({ id }) => deliveredTo.has(id));
  const added = wanted.filter(
    (endpoint) =>
      !deliveredTo.has(endpoint.id) && (endpoint.id === endpointId || choseKind(endpoint, event)),
  );
  if (resent.length + added.length === 0) throw new Refusal('event_has_no_webhook');
  const endpointIds = resent.map(({ id }) => id);
  updateResent(tx, { merchantId, environment, eventId, endpointIds, at, fault });
  addDeliveries(tx, target, { event, added, at, fault });
  const details = {
    environment,
    count: resent.length + added.length,
    ...(fault && { trouble: fault }),
  };
  recordChange(tx, by, { action: 'webhook.resent', merchantId, subject: event.id, details }, at);
  const buckets = await tx.bucketsOf([merchantId]);
  tx.onCommit(() => announceDeliveries(new Set(buckets.values())));
}

function choseKind({ events }: Receiver, { kind }: Pick<WebhookEvent, 'kind'>): boolean {
  return events.some((chosen) => chosen === kind);
}

interface AddedDeliveries extends Pick<ResentEvent, 'event' | 'at'> {
  readonly added: readonly Receiver[];
  readonly fault: WebhookFault | undefined;
}

/** Adds deliveries. Their ids have the instant of the event, because reports search by it. */
function addDeliveries(
  tx: Transaction,
  { merchantId, environment }: EventToResend,
  { event, added, at, fault }: AddedDeliveries,
): void {
  if (added.length === 0) return;
  const deliveries = added.map(({ id: endpointId, url }) => ({
    merchantId,
    environment,
    eventId: event.id,
    endpointId,
    url,
    fault,
    deliveryId: createId(instantOfId(event.id)),
  }));
  insertDeliveries(tx, deliveries, new Date(at));
}
