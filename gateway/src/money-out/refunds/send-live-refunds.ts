import type { BankRefund, ReceivingBank } from '#src/bank/live-bank.ts';
import { keyOfOrder } from '#src/bank/orders/order.ts';
import {
  beginAttempt,
  type OrderSender,
  type OrderWithState,
  type SendOrderDeps,
  sendOrders,
} from '#src/bank/orders/send-orders.ts';
import type { OrderFailure } from '#src/bank/orders/withdrawn-orders.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import { checkRefundsNow, REFUND_ORDERS } from './due-refund-store.ts';
import type { StoredRefund } from './refund-read-store.ts';
import type { RefundOutcome } from './refund-store.ts';
import { markUncertain } from './refund-store.ts';
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
  const sender: OrderSender<StoredRefund, BankRefund, RefundOutcome> = {
    find: ({ endToEndId, id }) => receiving.findRefund(endToEndId, txidFromId(id)),
    send: (refund) => receiving.sendRefund(orderOf(refund)),
    begin: (order, at) => beginAttempt(database, REFUND_ORDERS, order, at),
    endOf,
    failed,
    settle: (outcome) => database.transaction((tx) => settleRefunds(tx, [outcome], clock.now())),
  };
  return sendOrders(deps, REFUND_ORDERS, sender, REFUNDS_AT_ONCE);
}

function orderOf({ endToEndId, id, amount, reason }: StoredRefund) {
  return { endToEndId, refundId: txidFromId(id), amount, reason: reason ?? undefined };
}

function endOf(
  { status, returnId, reason }: BankRefund,
  { order }: OrderWithState<StoredRefund>,
): RefundOutcome | undefined {
  if (status === 'done') return { ...keyOfOrder(order), status, returnId, failure: null };
  if (status !== 'failed') return undefined;
  const failure = { code: 'refused', message: reason ?? 'O banco não fez a devolução.' };
  return { ...failed(order, failure), returnId };
}

function failed(refund: StoredRefund, failure: OrderFailure): RefundOutcome {
  return { ...keyOfOrder(refund), status: 'failed', returnId: null, failure };
}

/** A refund that a call-back or a list of the bank has named, by the bank's ids. */
export interface ReportedRefund {
  readonly endToEndId: string;
  readonly refundId: string;
}

/** Makes the check of reported refunds due now. */
export async function checkReportedRefundsNow(
  { database, clock }: DatabaseAndClock,
  reported: readonly ReportedRefund[],
): Promise<void> {
  const ids = reported.flatMap(({ refundId }) => idFromTxid(refundId) ?? []);
  if (ids.length === 0) return;
  const endToEndIds = reported.map(({ endToEndId }) => endToEndId);
  await checkRefundsNow(database, { endToEndIds, ids, at: clock.now() });
}

/**
 * Makes every open live refund one that the bank may have, in a restored database: the worker then
 * asks the bank for it by its id, and sends it only after the quarantine if the bank doesn't know
 * it.
 */
export function askBeforeSendingRefunds(tx: Transaction, at: Date): Promise<void> {
  return markUncertain(tx, { at });
}
