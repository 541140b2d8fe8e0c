import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { DEBIT_ACCOUNTS, lockForPosting } from '#src/ledger/post.ts';
import { suspenseReleased } from '#src/ledger/posting.ts';
import type { AdjustmentDeps } from '#src/money-out/adjustments/adjustment-deps.ts';
import { tellOfAdjustment } from '#src/money-out/adjustments/adjustment-mails.ts';
import type { BalanceAdjustment } from '#src/money-out/adjustments/balance-adjustment.ts';
import { recordBalanceChanges } from '#src/money-out/adjustments/record-balance-changes.ts';
import { selectOpenAssignment } from './assignment-store.ts';
import {
  type LockedIncomingPayment,
  lockIncomingPayment,
  resolveIncomingPayment,
} from './incoming-payment-store.ts';
import { countBookedReturns, insertPaymentReturn } from './payment-return-store.ts';

const LIVE = 'live';
const KIND = 'incoming_payment_disputed';
const REASON = 'O banco devolveu o Pix ao pagador por uma contestação (MED).';

export type PaymentReturnDeps = Pick<AdjustmentDeps, 'database' | 'clock' | 'mailer'>;

/** A return (devolução) of the MED that the bank has made. `returnedAt` in milliseconds. */
export interface PaymentReturn {
  readonly endToEndId: string;
  readonly returnId: string;
  /** The bank's id of the refund (devolução). */
  readonly refundId: string;
  readonly amount: Centavos;
  readonly returnedAt: number;
}

/**
 * `known`: it was booked before. `unknown_payment`: the payment is not booked, or it paid a charge.
 * `exceeds_payment`: too little is left of the payment, or an operator recorded its return.
 */
export type BookedPaymentReturn = 'booked' | 'known' | 'unknown_payment' | 'exceeds_payment';

/**
 * Books a return that the bank has made of a payment without a charge, once by its end-to-end id
 * and the bank's ids. A payment in suspense is reduced there. For an assigned payment the merchant
 * is debited; the part that its balance doesn't cover becomes debt.
 */
export function recordPaymentReturn(
  { database, clock, mailer }: PaymentReturnDeps,
  paymentReturn: PaymentReturn,
): Promise<BookedPaymentReturn> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const payment = await lockIncomingPayment(tx, paymentReturn.endToEndId);
    if (!payment || payment.state === 'charge') return 'unknown_payment';
    if ((await countBookedReturns(tx, paymentReturn)) > 0) return 'known';
    const isTooMuch = paymentReturn.amount > payment.left;
    if (payment.state === 'returned' || isTooMuch) return 'exceeds_payment';
    const id = createId(now);
    if (payment.state === 'suspense') {
      await returnFromSuspense(tx, payment, { ...paymentReturn, id, now });
      return 'booked';
    }
    const change = await debitAssigned(tx, { ...paymentReturn, id, now });
    await recordBalanceChanges(tx, [change], now);
    await tellOfAdjustment(tx, mailer, change, now);
    return 'booked';
  });
}

interface ReturnToBook extends PaymentReturn {
  readonly id: string;
  readonly now: number;
}

async function returnFromSuspense(
  tx: Transaction,
  { left }: LockedIncomingPayment,
  paymentReturn: ReturnToBook,
): Promise<void> {
  const { id, endToEndId, amount, now } = paymentReturn;
  const platform = { merchantId: PLATFORM_MERCHANT_ID, environment: LIVE } as const;
  const locked = await lockForPosting(tx, [
    { ...platform, isSandbox: false, accounts: [accounts.bank, accounts.suspense] },
  ]);
  if (!locked.add(suspenseReleased({ ...platform, referenceId: id }, KIND, amount))) {
    throw new Error(`the payment ${endToEndId} is not in suspense`);
  }
  locked.write(now);
  insert(tx, paymentReturn, null);
  if (amount === left) {
    resolveIncomingPayment(tx, {
      endToEndId,
      state: 'returned',
      merchantId: null,
      resolvedAt: now,
    });
  }
}

async function debitAssigned(
  tx: Transaction,
  paymentReturn: ReturnToBook,
): Promise<BalanceAdjustment> {
  const { id, endToEndId, amount, now } = paymentReturn;
  const assignment = await selectOpenAssignment(tx, { endToEndId });
  if (!assignment) throw new Error(`the payment ${endToEndId} has no assignment`);
  const scope = { merchantId: assignment.merchantId, environment: LIVE } as const;
  const locked = await lockForPosting(tx, [
    { ...scope, isSandbox: false, accounts: DEBIT_ACCOUNTS },
  ]);
  const { debt } = locked.debit(scope, { kind: KIND, referenceId: id, amount });
  locked.write(now);
  insert(tx, paymentReturn, assignment.id);
  return {
    ...scope,
    id,
    kind: 'dispute',
    amount: centavos(-amount),
    debt,
    reason: REASON,
    blocked: ZERO_CENTAVOS,
    reference: endToEndId,
    holdId: null,
    requestKey: null,
    proposalId: null,
    createdAt: now,
  };
}

function insert(tx: Transaction, paymentReturn: ReturnToBook, assignmentId: string | null): void {
  insertPaymentReturn(tx, { ...paymentReturn, assignmentId, bookedAt: paymentReturn.now });
}
