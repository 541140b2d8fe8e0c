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
import { REFUND_ORDERS } from './due-refund-store.ts';
import type { StoredRefund } from './refund-read-store.ts';
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
  const checker: OrderChecker<StoredRefund, BankRefund> = {
    find: ({ endToEndId, id }) => deps.receiving.findRefund(endToEndId, txidFromId(id)),
    endedAt: ({ createdAt }) => createdAt,
    book: (refund, sent) => book(deps, refund, sent),
  };
  return checkOrders(deps, REFUND_ORDERS, checker, REFUNDS_AT_ONCE);
}

async function book(
  deps: RefundCheckDeps,
  refund: StoredRefund,
  sent: BankRefund | undefined,
): Promise<AfterCheck> {
  if (!sent) return 'scheduled';
  await confirmOrReverse(deps, REFUND_ORDERS, {
    order: refund,
    status: sent.status,
    bankId: sent.returnId,
    reverse: () => reverseResolvedRefund(deps, refund, sent),
  });
  if (refund.status === 'done' || sent.status !== 'done') return 'scheduled';
  return (await bookLateRefund(deps, refund, sent)) ? 'never' : 'repeated';
}
