import type { ClockKind } from '#src/ground/clocks/clock-kind.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { cancel, dropOpenCycles, unchanged } from './change-subscription.ts';
import { lockStates } from './load-states.ts';
import { endOfRequest } from './recurrences/change-recurrence.ts';
import { endRequests } from './recurrences/request-store.ts';
import { runSteps } from './run-steps.ts';
import { isRunning, type SubscriptionKey } from './subscription.ts';
import type { TellPayers } from './tell-payers.ts';
import { writeStates } from './write-states.ts';

/** What subscriptions do in test clocks: their next steps, or their end. */
export function subscriptionsInClock(
  _context: GatewayContext,
  { tellPayers }: { readonly tellPayers: TellPayers },
): readonly ClockKind[] {
  return [
    {
      kind: 'subscription',
      step: async ({ database, clock }, keys) => {
        await database.transaction((tx) => runSteps(tx, keys, { now: clock.now(), tellPayers }));
      },
      end: endWithClock,
    },
  ];
}

/**
 * Ends subscriptions with the test clock that they live in, and their open cycles. Payers are not
 * told.
 */
async function endWithClock(
  { database, clock }: DatabaseAndClock,
  keys: readonly SubscriptionKey[],
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const states = [...(await lockStates(tx, keys)).values()].map((before) => {
      const { subscription } = before;
      const isOpen = subscription.status === 'created' || isRunning(subscription);
      const canceled = isOpen
        ? cancel(before, { by: 'merchant', reason: 'SLCR', now })
        : unchanged(before);
      const { state: after, events } = dropOpenCycles(canceled, now);
      return { before, after, events };
    });
    endRequests(
      tx,
      states.flatMap((state) => endOfRequest(state, now)),
      now,
    );
    await writeStates(tx, { states, charges: [], firstPayments: [] }, now);
  });
}
