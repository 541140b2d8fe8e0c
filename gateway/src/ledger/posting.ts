import { strict as assert } from 'node:assert';
import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type Centavos, centavos, sumCentavos } from '#src/money/centavos.ts';
import { type Account, accounts, type Entry, type Posting } from './chart-of-accounts.ts';

/** What the posting functions need: whose book, and about what. */
export interface PostingSubject extends LedgerScope {
  readonly referenceId: string;
}

export type LateKind = 'payout_paid_late' | 'refund_paid_late';

/**
 * A payment arrived: the platform holds what the origin and the fee make up; the shares of others
 * are held on their behalf, by a posting in their own book.
 */
export function chargePaid(
  subject: PostingSubject,
  money: { amount: Centavos; fee: Centavos; shares: readonly Centavos[] },
): Posting {
  const kept = centavos(money.amount - sumCentavos(money.shares));
  const origin = centavos(kept - money.fee);
  return posting(subject, 'charge_paid', [
    [accounts.bank, centavos(-kept)],
    [accounts.fees, money.fee],
    [accounts.available, origin],
  ]);
}

/** A share of somebody else's charge arrived. */
export function splitReceived(subject: PostingSubject, share: Centavos): Posting {
  return posting(subject, 'split_received', [
    [accounts.bank, centavos(-share)],
    [accounts.available, share],
  ]);
}

/** A payout was accepted: its amount and fee leave `available` before anybody is asked to send. */
export function payoutReserved(subject: PostingSubject, total: Centavos): Posting {
  return posting(subject, 'payout_reserved', [
    [accounts.available, centavos(-total)],
    [accounts.reserved, total],
  ]);
}

/** A payout reached its destination: the bank holds less, the fee is earned. */
export function payoutPaid(
  subject: PostingSubject,
  money: { amount: Centavos; fee: Centavos },
): Posting {
  return posting(subject, 'payout_paid', [
    [accounts.reserved, centavos(-(money.amount + money.fee))],
    [accounts.bank, money.amount],
    [accounts.fees, money.fee],
  ]);
}

/** A payout failed for good: the reservation returns. */
export function payoutFailed(subject: PostingSubject, total: Centavos): Posting {
  return posting(subject, 'payout_failed', [
    [accounts.reserved, centavos(-total)],
    [accounts.available, total],
  ]);
}

/** The receiver's bank gave money of a paid payout back: the merchant has it again. */
export function payoutReturned(subject: PostingSubject, amount: Centavos): Posting {
  return posting(subject, 'payout_returned', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/** A refund was accepted: what this book bears of it waits until the bank has given it back. */
export function refundReserved(subject: PostingSubject, part: Centavos): Posting {
  return posting(subject, 'refund_reserved', [
    [accounts.available, centavos(-part)],
    [accounts.reserved, part],
  ]);
}

/** A refund reached the payer: the bank holds less. */
export function refundPaid(subject: PostingSubject, part: Centavos): Posting {
  return posting(subject, 'refund_paid', [
    [accounts.reserved, centavos(-part)],
    [accounts.bank, part],
  ]);
}

/** A refund failed for good: what was reserved returns. */
export function refundFailed(subject: PostingSubject, part: Centavos): Posting {
  return posting(subject, 'refund_failed', [
    [accounts.reserved, centavos(-part)],
    [accounts.available, part],
  ]);
}

/** What the bank paid after it had failed here: a part of it comes from what the merchant has. */
export function paidLate(subject: PostingSubject, kind: LateKind, part: Centavos): Posting {
  return posting(subject, kind, [
    [accounts.available, centavos(-part)],
    [accounts.bank, part],
  ]);
}

/** The part of a late payment that no merchant's balance covers: it is the platform's own money. */
export function paidLateByPlatform(
  subject: PostingSubject,
  kind: LateKind,
  part: Centavos,
): Posting {
  return posting(subject, kind, [
    [accounts.operator, centavos(-part)],
    [accounts.bank, part],
  ]);
}

/** Money for another merchant leaves a book: the platform holds less on its behalf. */
export function transferSent(subject: PostingSubject, amount: Centavos): Posting {
  return posting(subject, 'transfer_sent', [
    [accounts.available, centavos(-amount)],
    [accounts.bank, amount],
  ]);
}

/** The same money in the book of who receives it. */
export function transferReceived(subject: PostingSubject, amount: Centavos): Posting {
  return posting(subject, 'transfer_received', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/** The bank received what fits no charge: held until somebody says whose it is. */
export function incomingPaymentSuspended(subject: PostingSubject, amount: Centavos): Posting {
  return posting(subject, 'incoming_payment_suspended', [
    [accounts.bank, centavos(-amount)],
    [accounts.suspense, amount],
  ]);
}

/** Suspended money leaves the platform's book: to a merchant, or back to who sent it. */
export function suspenseReleased(
  subject: PostingSubject,
  kind: 'incoming_payment_assigned' | 'incoming_payment_returned',
  amount: Centavos,
): Posting {
  return posting(subject, kind, [
    [accounts.suspense, centavos(-amount)],
    [accounts.bank, amount],
  ]);
}

/** Money that was suspended arrives in the book of the merchant whose it is. */
export function incomingPaymentAssigned(subject: PostingSubject, amount: Centavos): Posting {
  return posting(subject, 'incoming_payment_assigned', [
    [accounts.bank, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/**
 * Money that is no merchant's came to the bank (positive) or left it (negative): a tariff, earnings
 * that the operator takes out, money that the operator puts in.
 */
export function bankAdjustment(subject: PostingSubject, amount: Centavos): Posting {
  return posting(subject, 'bank_adjustment', [
    [accounts.bank, centavos(-amount)],
    [accounts.operator, amount],
  ]);
}

/**
 * The daily reset of the sandbox: what it holds, owes and earned returns to zero, so that it never
 * grows; its history is kept.
 */
export function sandboxReset(
  subject: PostingSubject,
  balances: ReadonlyMap<Account, Centavos>,
): Posting {
  const cleared = [accounts.available, accounts.fees, accounts.bank]
    .map((account) => [account, centavos(-(balances.get(account) ?? 0n))] as const)
    .filter(([, amount]) => amount !== 0n);
  const rest = centavos(-cleared.reduce((sum, [, amount]) => sum + amount, 0n));
  return posting(subject, 'sandbox_reset', [
    ...cleared,
    ...(rest === 0n ? [] : [[accounts.sandboxAdjustments, rest] as const]),
  ]);
}

/** Entries of zero are left out, for they would say nothing; the rest must sum to zero. */
function posting(
  subject: PostingSubject,
  kind: Posting['kind'],
  movements: readonly (readonly [Account, Centavos])[],
): Posting {
  const entries: Entry[] = movements
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, amount }));
  assert.equal(sumCentavos(entries.map((entry) => entry.amount)), 0n, `${kind} must sum to zero`);
  const { merchantId, environment, referenceId } = subject;
  return { merchantId, environment, referenceId, kind, entries };
}
