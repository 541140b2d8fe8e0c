import type { InClock } from '#src/ground/clocks/clock-times.ts';
import { cancel, dropOpenCycles, unchanged } from './change-story.ts';
import { lockStories } from './load-stories.ts';
import { endOfRequest } from './recurrences/change-recurrence.ts';
import { endRequests } from './recurrences/request-store.ts';
import { runSteps } from './run-steps.ts';
import { isRunning, type SubscriptionKey } from './subscription.ts';
import type { TellPayers } from './tell-payers.ts';
import { writeStories } from './write-stories.ts';

/** Does the next steps of subscriptions that are due by a test clock. */
export async function runStepsInClock(
  { database, clock, tellPayers }: InClock & { readonly tellPayers: TellPayers },
  keys: readonly SubscriptionKey[],
): Promise<void> {
  await database.transaction((tx) => runSteps(tx, keys, { now: clock.now(), tellPayers }));
}

/**
 * Ends subscriptions with the test clock that they live in, and their open cycles. Payers are not
 * told.
 */
export async function endWithClock(
  { database, clock }: InClock,
  keys: readonly SubscriptionKey[],
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const stories = [...(await lockStories(tx, keys)).values()].map((before) => {
      const { subscription } = before;
      const isOpen = subscription.status === 'created' || isRunning(subscription);
      const canceled = isOpen
        ? cancel(before, { by: 'merchant', reason: 'SLCR', now })
        : unchanged(before);
      const { story: after, events } = dropOpenCycles(canceled, now);
      return { before, after, events };
    });
    endRequests(
      tx,
      stories.flatMap((story) => endOfRequest(story, now)),
      now,
    );
    await writeStories(tx, { stories, charges: [], firstPayments: [] }, now);
  });
}
