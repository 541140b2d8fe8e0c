import type { ScopeSet } from '#src/ground/access/key-rights.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { readBodies } from '../event-bodies.ts';
import {
  type EventAttempt,
  type EventDelivery,
  selectAttemptsOf,
  selectDeliveriesOf,
  selectEvent,
  type WebhookEvent,
} from './event-store.ts';
import { requireReadable } from './readable-kinds.ts';

/** A request of a key for an event. */
export interface EventOfKey extends LedgerScope {
  readonly eventId: string;
  readonly scopes: ScopeSet;
}

/** An event with its deliveries. */
export interface EventWithDeliveries {
  readonly event: WebhookEvent;
  readonly deliveries: readonly EventDelivery[];
}

/**
 * Reads an event. Refuses `event_not_found`, and `scope_missing` if the key can't read its kind.
 */
export async function findEvent(database: Queryable, target: EventOfKey): Promise<WebhookEvent> {
  const { eventId, scopes } = target;
  const event = isId(eventId) ? await selectEvent(database, target) : undefined;
  if (!event) throw new Refusal('event_not_found');
  requireReadable(event.kind, scopes);
  const { merchantId, environment } = target;
  const bodies = await readBodies(database, [{ merchantId, environment, ...event }]);
  const body = bodies.get(event.id);
  if (body === undefined) throw new Refusal('event_not_found');
  return { ...event, body };
}

/** Reads an event with its deliveries. Refuses the codes of `findEvent`. */
export async function readEvent(
  database: Queryable,
  target: EventOfKey,
): Promise<EventWithDeliveries> {
  const event = await findEvent(database, target);
  return {
    event,
    deliveries: await selectDeliveriesOf(database, { ...target, eventId: event.id }),
  };
}

/** Reads the newest 100 attempts to deliver an event. Refuses the codes of `findEvent`. */
export async function readEventAttempts(
  database: Queryable,
  target: EventOfKey,
): Promise<readonly EventAttempt[]> {
  const event = await findEvent(database, target);
  return selectAttemptsOf(database, { ...target, eventId: event.id });
}
