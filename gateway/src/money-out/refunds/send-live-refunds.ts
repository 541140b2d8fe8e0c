import type { BankRefund, ReceivingBank } from '#src/bank/live-bank.ts';
import { keyOfOrder, type OrderRow } from '#src/bank/orders/order-row.ts';
import {
  beginAttempt,
  type OrderSender,
  type SendOrderDeps,
  sendOrders,
} from '#src/bank/orders/send-orders.ts';
import type { OrderFailure } from '#src/bank/orders/withdrawn-orders.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import { checkRefundsNow, REFUND_ORDERS } from './due-refund-store.ts';
import { refundOfOrder } from './refund-read-store.ts';
import type { RefundOutcome } from './refund-store.ts';
import { settleRefunds } from './settle-refunds.ts';

const REFUNDS_AT_ONCE = 8;

export interface SendRefundDeps extends SendOrderDeps {
  readonly receiving: Pick<ReceivingBank, 'sendRefund' | 'findRefund'>;
}

/**
 * Takes one step of each live refund that is due. Throws when the database is away.
 * @returns whether there may be more.
 */
export function sendLiveRefunds(deps: SendRefundDeps): Promise<boolean> {
  const { database, clock, receiving } = deps;
  const sender: OrderSender<OrderRow, BankRefund, RefundOutcome> = {
    find: (row) => {
      const { endToEndId, id } = refundOfOrder(row);
      return receiving.findRefund(endToEndId, txidFromId(id));
    },
    send: (row) => receiving.sendRefund(orderOf(row)),
    begin: (order, at) => beginAttempt(database, REFUND_ORDERS, order, at),
    endOf,
    failed,
    settle: (outcome) => database.transaction((tx) => settleRefunds(tx, [outcome], clock.now())),
  };
  return sendOrders(deps, REFUND_ORDERS, sender, REFUNDS_AT_ONCE);
}

function orderOf(row: OrderRow) {
  const { endToEndId, id, amount, reason } = refundOfOrder(row);
  return { endToEndId, refundId: txidFromId(id), amount, reason: reason ?? undefined };
}

function endOf({ status, returnId, reason }: BankRefund, row: OrderRow): RefundOutcome | undefined {
  if (status === 'done') return { ...keyOfOrder(row), status, returnId, failure: null };
  if (status !== 'failed') return undefined;
  const failure = { code: 'refused', message: reason ?? 'O banco não fez a devolução.' };
  return { ...failed(row, failure), returnId };
}

function failed(row: OrderRow, failure: OrderFailure): RefundOutcome {
  return { ...keyOfOrder(row), status: 'failed', returnId: null, failure };
}

/** A refund that a call-back or a list of the bank has named, by the bank's ids. */
export interface ReportedRefund {
  readonly endToEndId: string;
  readonly refundId: string;
}

/** Makes the check of reported refunds due now. */
export async function checkReportedRefundsNow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  reported: readonly ReportedRefund[],
): Promise<void> {
  const ids = reported.flatMap(({ refundId }) => idFromTxid(refundId) ?? []);
  if (ids.length === 0) return;
  const endToEndIds = reported.map(({ endToEndId }) => endToEndId);
  await checkRefundsNow(database, { endToEndIds, ids, at: clock.now() });
}
