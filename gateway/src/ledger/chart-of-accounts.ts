import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Centavos } from '#src/money/centavos.ts';

/**
 * The accounts that every merchant has, in each environment. Balances are signed: what is owed to
 * somebody is positive (credit), what the platform holds is negative (debit).
 */
export const accounts = {
  /** Owed to the merchant, who may withdraw it now. */
  available: 'available',
  /** Owed to the merchant, in payouts and refunds on their way. */
  reserved: 'reserved',
  /** Fees that the platform earned from the merchant. */
  fees: 'fees',
  /** Money held at the bank on the merchant's behalf; negative, for it is an asset. */
  bank: 'bank',
  /** Received by the bank, and not yet known whose it is; the platform's own. */
  suspense: 'suspense',
  /** What the operator put in, less what was taken out, the bank's tariffs too. */
  operator: 'operator',
  /** Takes up what the daily reset of the sandbox removes. */
  sandboxAdjustments: 'sandbox_adjustments',
} as const;

export type Account = (typeof accounts)[keyof typeof accounts];

/** What a posting is for. With its reference it happens once: the pair is the primary key. */
export const postingKinds = [
  'charge_paid',
  'split_received',
  'payout_reserved',
  'payout_paid',
  'payout_failed',
  'refund_reserved',
  'refund_paid',
  'refund_failed',
  'payout_returned',
  'payout_paid_late',
  'refund_paid_late',
  'transfer_sent',
  'transfer_received',
  'sandbox_reset',
  'incoming_payment_suspended',
  'incoming_payment_assigned',
  'incoming_payment_returned',
  'bank_adjustment',
] as const;

export type PostingKind = (typeof postingKinds)[number];

export interface Entry {
  readonly account: Account;
  /** Signed, never zero: a credit is positive, a debit negative. */
  readonly amount: Centavos;
}

/** A movement in one book. Its entries sum to zero. */
export interface Posting extends LedgerScope {
  readonly kind: PostingKind;
  /** The charge, payout, refund or reset that the movement is about. */
  readonly referenceId: string;
  readonly entries: readonly Entry[];
}

/**
 * The book of the platform itself, for money that is no merchant's yet. No merchant has this id:
 * it is the empty one of RFC 9562.
 */
export const PLATFORM_MERCHANT_ID = '00000000-0000-0000-0000-000000000000';

/** Whether an account's balance may go below zero. */
export function mayBeNegative(account: Account, isSandbox: boolean): boolean {
  if (account === accounts.available) return isSandbox;
  return (
    account === accounts.bank ||
    account === accounts.operator ||
    account === accounts.sandboxAdjustments
  );
}
