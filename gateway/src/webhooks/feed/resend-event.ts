import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId, instantOfId } from '#src/platform/ids.ts';
import { announceDeliveries } from '../delivery/new-deliveries.ts';
import { insertDeliveries } from '../webhook-store.ts';
import {
  type EventRow,
  lockEndpoints,
  type ReceiverRow,
  selectDeliveriesOf,
  updateResent,
} from './event-store.ts';
import { type EventOfKey, type EventWithDeliveries, findEvent } from './read-event.ts';

/** An event to send again, to one endpoint or, without it, to all that get it. */
export interface EventToResend extends EventOfKey {
  readonly endpointId: string | undefined;
}

/**
 * Sends an event again now. Each delivery keeps its id, so that receivers can deduplicate; one that
 * is held for a paused endpoint stays held. An endpoint that chose the event later, or that is
 * named here, gets a delivery of its own. Refuses `event_not_found`, `scope_missing`,
 * `webhook_not_found` for an unknown endpoint, and `event_has_no_webhook` when nobody would get it.
 */
export function resendEvent(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  asked: EventToResend,
  by: Actor,
): Promise<EventWithDeliveries> {
  const { merchantId, environment, endpointId } = asked;
  return database.transaction(async (tx) => {
    const event = await findEvent(tx, asked);
    const endpoints = await lockEndpoints(tx, asked);
    const wanted = endpoints.filter(({ id }) => endpointId === undefined || id === endpointId);
    if (endpointId !== undefined && wanted.length === 0) throw new Refusal('webhook_not_found');
    const known = await selectDeliveriesOf(tx, asked, event.id);
    const isKnown = ({ id }: ReceiverRow) => known.some((one) => one.endpoint_id === id);
    const resent = wanted.filter(isKnown);
    const added = wanted.filter(
      (one) => !isKnown(one) && (one.id === endpointId || choseKind(one, event)),
    );
    if (resent.length + added.length === 0) throw new Refusal('event_has_no_webhook');
    const at = clock.now();
    updateResent(tx, asked, { eventId: event.id, endpointIds: resent.map(({ id }) => id), at });
    addDeliveries(tx, asked, { event, added, at });
    const details = { environment, count: resent.length + added.length };
    recordChange(tx, by, { action: 'webhook.resent', merchantId, subject: event.id, details }, at);
    const buckets = await tx.bucketsOf([merchantId]);
    tx.onCommit(() => announceDeliveries(new Set(buckets.values())));
    return { event, deliveries: await selectDeliveriesOf(tx, asked, event.id) };
  });
}

function choseKind({ events }: ReceiverRow, { kind }: EventRow): boolean {
  return events.some((one) => one === kind);
}

/** A delivery is found by the instant in its id, which is that of its event. */
function addDeliveries(
  tx: Transaction,
  { merchantId, environment }: EventToResend,
  { event, added, at }: { event: EventRow; added: readonly ReceiverRow[]; at: number },
): void {
  if (added.length === 0) return;
  const deliveries = added.map(({ id: endpointId, url }) => ({
    ...{ merchantId, environment, eventId: event.id, endpointId, url },
    deliveryId: createId(instantOfId(event.id)),
  }));
  insertDeliveries(tx, deliveries, new Date(at));
}
