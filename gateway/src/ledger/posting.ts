import { type Centavos, centavos, sumCentavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { buildPosting, type PostingSubject } from './build-posting.ts';
import { type Account, accounts, type Posting } from './chart-of-accounts.ts';

/**
 * A charge was paid: the posting in the origin's scope, for the amount less the recipients' shares.
 * Each share is posted in its recipient's scope by `splitReceived`. `waiting` of the credit is not
 * available yet.
 */
export function chargePaid(
  subject: PostingSubject,
  money: PaidAmounts & { readonly waiting?: Centavos },
): Posting {
  const origin = originAmount(money);
  const waiting = money.waiting ?? ZERO_CENTAVOS;
  return buildPosting(subject, 'charge_paid', [
    [accounts.bank, centavos(-(origin + money.fee))],
    [accounts.fees, money.fee],
    [accounts.available, centavos(origin - waiting)],
    [accounts.pendingSettlement, waiting],
  ]);
}

/** A payment with its fee and the recipients' shares, in centavos. */
export interface PaidAmounts {
  readonly amount: Centavos;
  readonly fee: Centavos;
  readonly shares: readonly Centavos[];
}

/** The origin's part of a payment: the amount less the recipients' shares and the fee. */
export function originAmount({ amount, fee, shares }: PaidAmounts): Centavos {
  return centavos(amount - sumCentavos(shares) - fee);
}

/**
 * A charge of another merchant was paid: the recipient's share. `waiting` of it is not available
 * yet.
 */
export function splitReceived(
  subject: PostingSubject,
  share: Centavos,
  waiting: Centavos = ZERO_CENTAVOS,
): Posting {
  return buildPosting(subject, 'split_received', [
    [accounts.bank, centavos(-share)],
    [accounts.available, centavos(share - waiting)],
    [accounts.pendingSettlement, waiting],
  ]);
}

/** A payout was accepted: its amount and fee are reserved before the bank is asked to send. */
export function payoutReserved(subject: PostingSubject, total: Centavos): Posting {
  return buildPosting(subject, 'payout_reserved', [
    [accounts.available, centavos(-total)],
    [accounts.reserved, total],
  ]);
}

/** A payout reached its destination: the bank holds less, the fee is earned. */
export function payoutPaid(
  subject: PostingSubject,
  money: { amount: Centavos; fee: Centavos },
): Posting {
  return buildPosting(subject, 'payout_paid', [
    [accounts.reserved, centavos(-(money.amount + money.fee))],
    [accounts.bank, money.amount],
    [accounts.fees, money.fee],
  ]);
}

/** A payout failed for good: its amount and fee return to `available`. */
export function payoutFailed(subject: PostingSubject, total: Centavos): Posting {
  return buildPosting(subject, 'payout_failed', [
    [accounts.reserved, centavos(-total)],
    [accounts.available, total],
  ]);
}

/** The receiving bank sent money of a paid payout back: it returns to `available`. */
export function payoutReturned(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'payout_returned', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/**
 * A refund was accepted: this scope's part is reserved until the bank has sent it. `waiting` of it
 * was the charge's pending settlement.
 */
export function refundReserved(
  subject: PostingSubject,
  part: Centavos,
  waiting: Centavos = ZERO_CENTAVOS,
): Posting {
  return buildPosting(subject, 'refund_reserved', [
    [accounts.pendingSettlement, centavos(-waiting)],
    [accounts.available, centavos(waiting - part)],
    [accounts.reserved, part],
  ]);
}

/** A refund reached the payer: the bank holds less. */
export function refundPaid(subject: PostingSubject, part: Centavos): Posting {
  return buildPosting(subject, 'refund_paid', [
    [accounts.reserved, centavos(-part)],
    [accounts.bank, part],
  ]);
}

/**
 * A refund failed for good: the reserved part returns to `available`; `waiting` of it returns to
 * the charge's pending settlement.
 */
export function refundFailed(
  subject: PostingSubject,
  part: Centavos,
  waiting: Centavos = ZERO_CENTAVOS,
): Posting {
  return buildPosting(subject, 'refund_failed', [
    [accounts.reserved, centavos(-part)],
    [accounts.pendingSettlement, waiting],
    [accounts.available, centavos(part - waiting)],
  ]);
}

/**
 * Operators had resolved a payout as paid, and the bank says that it did not pay: the reverse of
 * `payoutPaid`, with amount and fee back in `available`.
 */
export function payoutResolutionReversed(
  subject: PostingSubject,
  money: { amount: Centavos; fee: Centavos },
): Posting {
  return buildPosting(subject, 'payout_resolution_reversed', [
    [accounts.bank, centavos(-money.amount)],
    [accounts.fees, centavos(-money.fee)],
    [accounts.available, centavos(money.amount + money.fee)],
  ]);
}

/** As `payoutResolutionReversed`, for this scope's part of a refund. */
export function refundResolutionReversed(subject: PostingSubject, part: Centavos): Posting {
  return buildPosting(subject, 'refund_resolution_reversed', [
    [accounts.bank, centavos(-part)],
    [accounts.available, part],
  ]);
}

/** A transfer leaves the sender's scope. */
export function transferSent(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'transfer_sent', [
    [accounts.available, centavos(-amount)],
    [accounts.bank, amount],
  ]);
}

/** A transfer arrives in the receiver's scope. */
export function transferReceived(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'transfer_received', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/** The bank received a payment that fits no charge: held until an operator names its owner. */
export function incomingPaymentSuspended(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'incoming_payment_suspended', [
    [accounts.bank, centavos(-amount)],
    [accounts.suspense, amount],
  ]);
}

/**
 * Suspended money leaves the platform's scope: to a merchant, to the charge that it pays, or back
 * to its payer.
 */
export function suspenseReleased(
  subject: PostingSubject,
  kind: `incoming_payment_${'assigned' | 'matched' | 'returned' | 'disputed'}`,
  amount: Centavos,
): Posting {
  return buildPosting(subject, kind, [
    [accounts.suspense, centavos(-amount)],
    [accounts.bank, amount],
  ]);
}

/** Suspended money arrives in the scope of its merchant. */
export function incomingPaymentAssigned(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'incoming_payment_assigned', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/**
 * Money of no merchant came to the bank (positive) or left it (negative): a tariff, earnings that
 * the operator takes out, or money that the operator pays in.
 */
export function bankAdjustment(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'bank_adjustment', [
    [accounts.bank, centavos(-amount)],
    [accounts.operator, amount],
  ]);
}

/** An operator credits a merchant: the platform's own money becomes the merchant's. */
export function balanceAdjusted(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'balance_adjusted', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/** The platform's side of an adjustment: positive when the merchant pays, negative when it gets. */
export function balanceAdjustedByPlatform(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'balance_adjusted', [
    [accounts.bank, centavos(-amount)],
    [accounts.operator, amount],
  ]);
}

/** An assignment of suspended money is undone: it returns to the platform's suspense. */
export function incomingPaymentUnassigned(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'incoming_payment_unassigned', [
    [accounts.bank, centavos(-amount)],
    [accounts.suspense, amount],
  ]);
}

/**
 * The daily reset of the sandbox: `available`, `fees` and `bank` return to zero, so that they never
 * grow. The entries before it stay.
 */
export function sandboxReset(
  subject: PostingSubject,
  balances: ReadonlyMap<Account, Centavos>,
): Posting {
  const cleared = [accounts.available, accounts.fees, accounts.bank]
    .map((account) => [account, centavos(-(balances.get(account) ?? 0n))] as const)
    .filter(([, amount]) => amount !== 0n);
  const rest = centavos(-cleared.reduce((sum, [, amount]) => sum + amount, 0n));
  return buildPosting(subject, 'sandbox_reset', [
    ...cleared,
    ...(rest === 0n ? [] : [[accounts.sandboxAdjustments, rest] as const]),
  ]);
}
