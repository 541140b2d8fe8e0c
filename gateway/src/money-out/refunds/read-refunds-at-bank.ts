import { readEndedOrders } from '#src/bank/orders/read-orders.ts';
import type { RefundStatus } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { REFUND_ORDERS } from './due-refund-store.ts';
import { type StoredRefund, selectOfPayments } from './refund-read-store.ts';

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

/** The sum of the live refunds that were in transit at an instant, as `Orders.outbound` says. */
export async function sumOutboundRefunds(database: Queryable, since: number): Promise<Centavos> {
  const refunds = await REFUND_ORDERS.outbound(database, { from: since });
  return sumCentavos(refunds.map(({ amount }) => amount));
}

/** Reads refunds that were resolved in a period and that the bank has not confirmed. */
export async function readUnconfirmedRefunds(
  database: Queryable,
  period: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<RefundAtBank[]> {
  return (await REFUND_ORDERS.unconfirmed(database, period)).map(refundAtBank);
}

/** Reads the bank's ids of all live refunds of payments. */
export async function readRefundIdsOf(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectOfPayments(database, { endToEndIds });
  return new Set(rows.map(({ id }) => txidFromId(id)));
}

/** A refund with the ids that the bank knows. */
function refundAtBank({ id, endToEndId, status, amount }: StoredRefund): RefundAtBank {
  return { id, bankId: txidFromId(id), endToEndId, status, amount };
}
