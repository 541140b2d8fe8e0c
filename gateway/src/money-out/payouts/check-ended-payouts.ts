import type { SendingBank, SentPayout } from '#src/bank/live-bank.ts';
import {
  type AfterCheck,
  type CheckOrderDeps,
  checkOrders,
  confirmOrReverse,
  type OrderChecker,
} from '#src/bank/orders/check-orders.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { bookLatePayout } from './book-late-payout.ts';
import { bookPayoutReturn } from './book-payout-return.ts';
import { PAYOUT_ORDERS } from './due-payout-store.ts';
import type { Payout } from './payout.ts';
import { reverseResolvedPayout } from './reverse-resolved-payout.ts';

const PAYOUTS_AT_ONCE = 20;

export interface PayoutCheckDeps extends CheckOrderDeps {
  readonly sending: SendingBank;
}

/**
 * Asks the bank about payouts that have ended here, and books new facts: each return of a paid
 * payout once, and a failed payout that the bank paid after all.
 * @returns whether there may be more.
 */
export function checkEndedPayouts(deps: PayoutCheckDeps): Promise<boolean> {
  const checker: OrderChecker<Payout, SentPayout> = {
    find: ({ id }) => deps.sending.findPayout(txidFromId(id)),
    endedAt: ({ paidAt, createdAt }) => paidAt ?? createdAt,
    book: (payout, sent) => book(deps, payout, sent),
  };
  return checkOrders(deps, PAYOUT_ORDERS, checker, PAYOUTS_AT_ONCE);
}

async function book(
  deps: PayoutCheckDeps,
  payout: Payout,
  sent: SentPayout | undefined,
): Promise<AfterCheck> {
  // The payout is paid now: the next check books its returns.
  if (sent && payout.status === 'failed' && (await bookLatePayout(deps, payout, sent)))
    return 'now';
  if (sent) {
    const isReversed = await confirmOrReverse(deps, PAYOUT_ORDERS, {
      order: payout,
      status: sent.status,
      bankId: sent.endToEndId,
      reverse: () => reverseResolvedPayout(deps, payout, sent),
    });
    if (isReversed) return 'now';
  }
  if (payout.status === 'paid') await bookReturns(deps, payout, sent?.returned ?? []);
  return payout.returned === payout.amount ? 'never' : 'scheduled';
}

/** Books each return that can be booked. Throws the error of the first one that can't. */
async function bookReturns(
  { database, clock }: PayoutCheckDeps,
  payout: Payout,
  returned: SentPayout['returned'],
): Promise<void> {
  const errors: unknown[] = [];
  for (const payoutReturn of returned) {
    try {
      await database.transaction((tx) => bookPayoutReturn(tx, payout, payoutReturn, clock.now()));
    } catch (error) {
      if (isOutage(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
