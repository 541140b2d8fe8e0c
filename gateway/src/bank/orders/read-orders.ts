import type { Queryable } from '#src/ground/database/database.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { Order } from './order.ts';
import type { Orders } from './order-statements.ts';

/** The longest time from an order's creation to its failure. */
const FAILS_WITHIN_MS = 90 * DAY_MS;
const COUNTED_MAX = 1_000;

/** Reads the live orders that ended in a period (milliseconds; `to` is excluded), in no order. */
export function readEndedOrders<Of extends Order>(
  database: Queryable,
  { ended }: Orders<Of>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Of[]> {
  return ended(database, { from, to, createdFrom: from - FAILS_WITHIN_MS });
}

/**
 * How many live orders that were created before an instant (milliseconds) have no result and wait
 * for nothing but the bank; up to 1000.
 */
export async function countStuck(
  database: Queryable,
  orders: Orders,
  before: number,
): Promise<number> {
  const rows = await orders.countStuck(database, { before, limit: COUNTED_MAX });
  return Math.min(sumCounts(rows, 'stuck'), COUNTED_MAX);
}
