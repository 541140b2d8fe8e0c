import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf, quarantineOf } from '#src/bank/open-bank.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { subscriptionsChecks } from './cycle-checks-store.ts';
import { runDueSubscriptions } from './due-subscriptions.ts';
import { DUE_BANK_CYCLES } from './live/cycles/bank-cycle-store.ts';
import { lookAtDueCycles } from './live/cycles/look-at-cycles.ts';
import { DUE_SUBSCRIPTIONS } from './subscription-store.ts';

/** A look is at most two calls with their searches: a change, and the reading after it. */
const CALLS = 2;

export { subscriptionsChecks };

/** Starts to create and settle the cycles of subscriptions, and to end subscriptions. */
export function startSubscriptions(
  context: GatewayContext,
  liveBank: LiveBank | undefined,
): RunningWork[] {
  const { whenDue } = pollersOf(context);
  const subscriptions = whenDue(DUE_SUBSCRIPTIONS, (bucket) =>
    runDueSubscriptions({ ...context, ...bucket }),
  );
  const bank = liveBank?.recurring;
  if (!bank) return [subscriptions];
  const times = { bankLeaseMs: CALLS * bankLeaseOf(context), quarantineMs: quarantineOf(context) };
  return [
    subscriptions,
    whenDue(DUE_BANK_CYCLES, (bucket) =>
      lookAtDueCycles({ ...context, ...bucket, ...times, bank }),
    ),
  ];
}
