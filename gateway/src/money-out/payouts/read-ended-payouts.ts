import { readEndedOrders } from '#src/bank/orders/read-orders.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { PAYOUT_ORDERS } from './due-payout-store.ts';
import type { Payout } from './payout.ts';
import { selectLive } from './payout-read-store.ts';

/** Reads live payouts that ended in a period (`to` is excluded), in no order. */
export function readEndedPayouts(
  database: Queryable,
  period: { readonly from: number; readonly to: number },
): Promise<Payout[]> {
  return readEndedOrders(database, PAYOUT_ORDERS, period);
}

/** Reads the live payouts that were in transit at an instant, as `Orders.outbound` says. */
export function readOutboundPayouts(database: Queryable, since: number): Promise<Payout[]> {
  return PAYOUT_ORDERS.outbound(database, { from: since });
}

/** Reads payouts that were resolved in a period and that the bank has not confirmed. */
export const readUnconfirmedPayouts = PAYOUT_ORDERS.unconfirmed;

/** Reads live payouts by their ids, of all merchants; unknown ones are omitted. */
export async function readLivePayouts(
  database: Queryable,
  ids: readonly string[],
): Promise<Payout[]> {
  return ids.length === 0 ? [] : selectLive(database, { ids });
}
