import type { OrderRow } from '#src/bank/orders/order-row.ts';
import {
  readEndedOrders,
  readOutboundOrders,
  readUnconfirmedOrders,
} from '#src/bank/orders/read-orders.ts';
import type { RefundStatus } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { REFUND_ORDERS } from './due-refund-store.ts';
import { refundOfOrder, selectOfPayments } from './refund-read-store.ts';

/** A live refund, with the ids that the bank knows. */
export interface RefundAtBank {
  readonly id: string;
  /** Its id at the bank. */
  readonly bankId: string;
  /** The end-to-end id of the payment. */
  readonly endToEndId: string;
  readonly status: RefundStatus;
  readonly amount: Centavos;
}

/** Reads live refunds that ended in a period (`to` is excluded), in no order. */
export async function readEndedRefunds(
  database: Queryable,
  period: { readonly from: number; readonly to: number },
): Promise<RefundAtBank[]> {
  const rows = await readEndedOrders(database, REFUND_ORDERS, period);
  return rows.map(refundAtBank);
}

/** The sum of the live refunds that were in transit at an instant, as `readOutboundOrders` says. */
export async function sumOutboundRefunds(database: Queryable, since: number): Promise<Centavos> {
  const rows = await readOutboundOrders(database, REFUND_ORDERS, since);
  return sumCentavos(rows.map((row) => refundOfOrder(row).amount));
}

/** Reads refunds that were resolved in a period and that the bank has not confirmed. */
export async function readUnconfirmedRefunds(
  database: Queryable,
  period: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<RefundAtBank[]> {
  const rows = await readUnconfirmedOrders(database, REFUND_ORDERS, period);
  return rows.map(refundAtBank);
}

/** Reads the bank's ids of all live refunds of payments. */
export async function readRefundIdsOf(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectOfPayments(database, { endToEndIds });
  return new Set(rows.map(({ id }) => txidFromId(id)));
}

/** The refund of a row, with the ids that the bank knows. */
function refundAtBank(row: OrderRow): RefundAtBank {
  const { id, endToEndId, status, amount } = refundOfOrder(row);
  return { id, bankId: txidFromId(id), endToEndId, status, amount };
}
