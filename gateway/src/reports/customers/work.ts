import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { continueErasures } from './erasure/erase-customers.ts';
import { createCustomerIndexer } from './link-customers.ts';

const INDEX_INTERVAL_MS = 250;
const ERASURES_INTERVAL_MS = 5_000;

/** Starts to link charges to their customers, and to erase persons. */
export function startCustomers(context: GatewayContext): RunningWork[] {
  const { everyInBuckets } = pollersOf(context);
  const indexCustomers = createCustomerIndexer(context);
  return [
    everyInBuckets('customers', INDEX_INTERVAL_MS, ({ database }) => indexCustomers(database)),
    everyInBuckets('customer-erasures', ERASURES_INTERVAL_MS, ({ database }) =>
      continueErasures(context, database),
    ),
  ];
}
