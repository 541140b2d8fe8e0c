import type { BankRefund, ReceivingBank } from '#src/bank/live-bank.ts';
import {
  type AfterCheck,
  type CheckOrderDeps,
  checkOrders,
  confirmOrReverse,
  type OrderChecker,
} from '#src/bank/orders/check-orders.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { bookLateRefund } from './book-late-refund.ts';
import { REFUND_ORDERS } from './live-refund-store.ts';
import type { RefundRow } from './refund-store.ts';
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
  const checker: OrderChecker<RefundRow, BankRefund> = {
    find: (row) => deps.receiving.findRefund(row.end_to_end_id, txidFromId(row.id)),
    endedAt: (row) => row.created_at,
    book: (row, sent) => book(deps, row, sent),
  };
  return checkOrders(deps, REFUND_ORDERS, checker, REFUNDS_AT_ONCE);
}

async function book(
  deps: RefundCheckDeps,
  row: RefundRow,
  sent: BankRefund | undefined,
): Promise<AfterCheck> {
  if (!sent) return 'scheduled';
  await confirmOrReverse(deps, REFUND_ORDERS, {
    row,
    status: sent.status,
    bankId: sent.returnId,
    reverse: () => reverseResolvedRefund(deps, row, sent),
  });
  if (row.status === 'done' || sent.status !== 'done') return 'scheduled';
  return (await bookLateRefund(deps, row, sent)) ? 'never' : 'repeated';
}
