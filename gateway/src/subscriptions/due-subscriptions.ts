import { type DueWorkDeps, runLockedWork } from '#src/ground/work/due-work.ts';
import { runSteps } from './run-steps.ts';
import type { SubscriptionKey } from './subscription.ts';
import { claimDueSubscriptions } from './subscription-store.ts';
import type { TellPayers } from './tell-payers.ts';

/** The subscriptions of one transaction: other requests wait for it only shortly. */
const SUBSCRIPTIONS_AT_ONCE = 100;

/**
 * Does the next steps of subscriptions that are due. The due times are in the database, so a round
 * that downtime prevented is made up. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function runDueSubscriptions(
  deps: DueWorkDeps & { readonly tellPayers: TellPayers },
  subscriptionsMax = SUBSCRIPTIONS_AT_ONCE,
): Promise<boolean> {
  const now = deps.clock.now();
  let claimed = 0;
  const done = await runLockedWork<SubscriptionKey>(deps, {
    kind: 'subscription',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    async claim(tx) {
      const due = await claimDueSubscriptions(tx, { at: now, limit: subscriptionsMax });
      claimed = due.length;
      return due;
    },
    run: (tx, keys) => runSteps(tx, keys, { now, tellPayers: deps.tellPayers }),
  });
  return claimed === subscriptionsMax && done > 0;
}
