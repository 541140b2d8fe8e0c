import {
  readEndedOrders,
  readOutboundOrders,
  readUnconfirmedOrders,
} from '#src/bank/orders/read-orders.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { PAYOUT_ORDERS } from './due-payout-store.ts';
import type { Payout } from './payout.ts';
import { payoutOfOrder, selectLive } from './payout-read-store.ts';

/** Reads live payouts that ended in a period (`to` is excluded), in no order. */
export async function readEndedPayouts(
  database: Queryable,
  period: { readonly from: number; readonly to: number },
): Promise<Payout[]> {
  const rows = await readEndedOrders(database, PAYOUT_ORDERS, period);
  return rows.map(payoutOfOrder);
}

/** Reads the live payouts that were in transit at an instant, as `readOutboundOrders` says. */
export async function readOutboundPayouts(database: Queryable, since: number): Promise<Payout[]> {
  const rows = await readOutboundOrders(database, PAYOUT_ORDERS, since);
  return rows.map(payoutOfOrder);
}

/** Reads payouts that were resolved in a period and that the bank has not confirmed. */
export async function readUnconfirmedPayouts(
  database: Queryable,
  period: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<Payout[]> {
  const rows = await readUnconfirmedOrders(database, PAYOUT_ORDERS, period);
  return rows.map(payoutOfOrder);
}

/** Reads live payouts by their ids, of all merchants; unknown ones are omitted. */
export async function readLivePayouts(
  database: Queryable,
  ids: readonly string[],
): Promise<Payout[]> {
  return ids.length === 0 ? [] : selectLive(database, { ids });
}
