import type { ChargeStatus } from '#src/charges/charge.ts';
import type { StoredTerms } from '#src/charges/due/due-terms.ts';
import type { PayoutStatus } from '#src/money-out/payouts/payout.ts';

export const transactionTypes = ['charge', 'payout'] as const;

export type TransactionType = (typeof transactionTypes)[number];
export type TransactionStatus = ChargeStatus | PayoutStatus;

export const transactionStatuses = [
  'awaiting_approval',
  'pending',
  'paid',
  'expired',
  'canceled',
  'partially_refunded',
  'refunded',
  'failed',
] as const satisfies readonly TransactionStatus[];

/** A charge or a payout as a line of a list. Amounts in centavos, instants in milliseconds. */
export interface ListedTransaction {
  readonly type: TransactionType;
  readonly id: string;
  readonly status: TransactionStatus;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly externalId: string | null;
  /** The payer of a charge, or the beneficiary of a payout. */
  readonly name: string;
  /** The tax id of the payer or beneficiary. */
  readonly document: string;
  readonly endToEndId: string | null;
  /** The refunded part of a charge; zero for a payout. */
  readonly refunded: bigint;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly pixKey: string | null;
  /** The payer's e-mail; null for a payout. */
  readonly email: string | null;
  /** The purpose of a charge: the title of its link, if it has one; null for a payout. */
  readonly description: string | null;
  readonly paymentLinkId: string | null;
  /** The due date of a charge as `2026-11-20`, and its terms; null without one. */
  readonly dueOn: string | null;
  readonly due: StoredTerms | null;
  readonly createdAt: number;
  readonly paidAt: number | null;
}
