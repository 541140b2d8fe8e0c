import type { Actor } from '#src/ground/access/actor.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { selectDeliveriesOf, selectEventBefore } from './event-store.ts';
import { type EventWithDeliveries, findEvent } from './read-event.ts';
import { type EventToResend, resendEventIn } from './resend-event.ts';

/** What can go wrong with an event that is sent again. */
export const resendScenarios = ['doubled', 'out_of_order', 'old_time', 'wrong_secret'] as const;
export type ResendScenario = (typeof resendScenarios)[number];

/**
 * Sends an event of the test environment again in trouble. `out_of_order`: the event before it of
 * the same transaction is sent again some seconds later. Refuses what `resendEvent` refuses, and
 * `event_is_first` when there is no event before it.
 */
export function sendInTrouble(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  asked: EventToResend & { readonly scenario: ResendScenario },
  by: Actor,
): Promise<EventWithDeliveries> {
  const { scenario } = asked;
  return database.transaction(async (tx) => {
    const event = await findEvent(tx, asked);
    const sent = { at: clock.now(), by };
    if (scenario === 'out_of_order') {
      const before = await selectEventBefore(tx, asked, event);
      if (!before) throw new Refusal('event_is_first');
      await resendEventIn(tx, asked, { ...sent, event });
      await resendEventIn(tx, asked, { ...sent, event: before, trouble: 'late' });
    } else {
      await resendEventIn(tx, asked, { ...sent, event, trouble: scenario });
    }
    return { event, deliveries: await selectDeliveriesOf(tx, asked, event.id) };
  });
}
