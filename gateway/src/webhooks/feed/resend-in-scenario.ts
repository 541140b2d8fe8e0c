import type { Actor } from '#src/ground/access/actor.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { selectDeliveriesOf, selectEventBefore } from './event-store.ts';
import { type EventWithDeliveries, findEvent } from './read-event.ts';
import { type EventToResend, resendEventIn } from './resend-event.ts';

/** The scenarios of an event that is sent again. */
export const resendScenarios = ['doubled', 'out_of_order', 'old_time', 'wrong_secret'] as const;
type ResendScenario = (typeof resendScenarios)[number];

/**
 * Sends an event of the test environment again in a scenario. `out_of_order`: the previous event of
 * the same transaction is sent again 5 seconds later. Refuses the codes of `resendEvent`, and
 * `event_is_first` when there is no previous event.
 */
export function resendInScenario(
  { database, clock }: DatabaseAndClock,
  target: EventToResend & { readonly scenario: ResendScenario },
  by: Actor,
): Promise<EventWithDeliveries> {
  const { scenario } = target;
  return database.transaction(async (tx) => {
    const event = await findEvent(tx, target);
    const sent = { at: clock.now(), by };
    if (scenario === 'out_of_order') {
      const before = await selectEventBefore(tx, target, event);
      if (!before) throw new Refusal('event_is_first');
      await resendEventIn(tx, target, { ...sent, event });
      await resendEventIn(tx, target, { ...sent, event: before, fault: 'late' });
    } else {
      await resendEventIn(tx, target, { ...sent, event, fault: scenario });
    }
    return { event, deliveries: await selectDeliveriesOf(tx, { ...target, eventId: event.id }) };
  });
}
