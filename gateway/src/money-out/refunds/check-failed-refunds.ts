import type { BankRefund, ReceivingBank } from '#src/bank/live-bank.ts';
import {
  type AfterCheck,
  type CheckOrderDeps,
  checkOrders,
  confirmOrReverse,
  type OrderChecker,
} from '#src/bank/orders/check-orders.ts';
import type { OrderRow } from '#src/bank/orders/order-row.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { bookLateRefund } from './book-late-refund.ts';
import { REFUND_ORDERS } from './due-refund-store.ts';
import { refundOfOrder } from './refund-read-store.ts';
import { reverseResolvedRefund } from './reverse-resolved-refund.ts';

const REFUNDS_AT_ONCE = 8;

export interface RefundCheckDeps extends CheckOrderDeps {
  readonly receiving: Pick<ReceivingBank, 'findRefund'>;
}

/**
 * Asks the bank about refunds that failed here after an attempt without a clear answer, and about
 * those that operators resolved. Books refunds that the bank made after all, and reverses those
 * that it did not make.
 * @returns whether there may be more.
 */
export function checkFailedRefunds(deps: RefundCheckDeps): Promise<boolean> {
  const checker: OrderChecker<OrderRow, BankRefund> = {
    find: (row) => {
      const { endToEndId, id } = refundOfOrder(row);
      return deps.receiving.findRefund(endToEndId, txidFromId(id));
    },
    endedAt: (row) => refundOfOrder(row).createdAt,
    book: (row, sent) => book(deps, row, sent),
  };
  return checkOrders(deps, REFUND_ORDERS, checker, REFUNDS_AT_ONCE);
}

async function book(
  deps: RefundCheckDeps,
  row: OrderRow,
  sent: BankRefund | undefined,
): Promise<AfterCheck> {
  if (!sent) return 'scheduled';
  const refund = refundOfOrder(row);
  await confirmOrReverse(deps, REFUND_ORDERS, {
    row,
    status: sent.status,
    bankId: sent.returnId,
    reverse: () => reverseResolvedRefund(deps, refund, sent),
  });
  if (refund.status === 'done' || sent.status !== 'done') return 'scheduled';
  return (await bookLateRefund(deps, refund, sent)) ? 'never' : 'repeated';
}
