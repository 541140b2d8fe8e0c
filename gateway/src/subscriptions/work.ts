import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { subscriptionsChecks } from './cycle-checks-store.ts';
import { runDueSubscriptions } from './due-subscriptions.ts';
import { DUE_SUBSCRIPTIONS } from './subscription-store.ts';

export { subscriptionsChecks };

/** Starts to create and settle the cycles of subscriptions, and to end subscriptions. */
export function startSubscriptions(context: GatewayContext): RunningWork[] {
  return [
    pollersOf(context).whenDue(DUE_SUBSCRIPTIONS, (bucket) =>
      runDueSubscriptions({ ...context, ...bucket }),
    ),
  ];
}
