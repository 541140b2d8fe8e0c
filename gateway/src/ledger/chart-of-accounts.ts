import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/**
 * The accounts that every merchant has, in each environment. Balances are signed: money that the
 * platform owes is positive (credit), money that it holds is negative (debit).
 */
export const accounts = {
  /** Owed to the merchant, who can withdraw it now. */
  available: 'available',
  /** Owed to the merchant, in payouts and refunds that have not ended. */
  reserved: 'reserved',
  /** Owed to the merchant and kept from it by open holds: disputes and holds of the operator. */
  blocked: 'blocked',
  /** Owed to the merchant from its settlement day on. */
  pendingSettlement: 'pending_settlement',
  /** Owed by the merchant to the platform; negative or zero. */
  debt: 'debt',
  /** Fees that the platform earned from the merchant. */
  fees: 'fees',
  /** Money held at the bank on the merchant's behalf; negative, because it is an asset. */
  bank: 'bank',
  /** Received by the bank, and its owner is not known yet; in the platform's scope only. */
  suspense: 'suspense',
  /** The platform's own money: paid in, less taken out, less the bank's tariffs. */
  operator: 'operator',
  /** The counter-entry of the daily reset of the sandbox. */
  sandboxAdjustments: 'sandbox_adjustments',
} as const;

export type Account = (typeof accounts)[keyof typeof accounts];

/** The kinds of postings. A reference has each kind at most once: both are in the primary key. */
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
  'balance_blocked',
  'balance_released',
  'debt_repaid',
  'dispute_returned',
  'balance_adjusted',
  'payment_settled',
  'incoming_payment_unassigned',
  'incoming_payment_disputed',
  'payout_resolution_reversed',
  'refund_resolution_reversed',
  'incoming_payment_matched',
] as const;

export type PostingKind = (typeof postingKinds)[number];

export interface Entry {
  readonly account: Account;
  /** Signed, never zero: a credit is positive, a debit negative. */
  readonly amount: Centavos;
}

/** One movement in one ledger scope. Its entries sum to zero. */
export interface Posting extends LedgerScope {
  readonly kind: PostingKind;
  /** The id of the charge, payout, refund, or whatever else it is about. */
  readonly referenceId: string;
  readonly entries: readonly Entry[];
}

/**
 * The merchant id of the platform's own scope, for money that belongs to no merchant. It is the nil
 * UUID of RFC 9562, which no merchant has.
 */
export const PLATFORM_MERCHANT_ID = '00000000-0000-0000-0000-000000000000';

/** Whether the balance of an account may go below zero. */
export function mayBeNegative(account: Account, isSandbox: boolean): boolean {
  if (account === accounts.available) return isSandbox;
  return (
    account === accounts.bank ||
    account === accounts.debt ||
    account === accounts.operator ||
    account === accounts.sandboxAdjustments
  );
}
