import type { ChargeStatus } from '#src/charges/charge.ts';
import type { StoredTerms } from '#src/charges/due/due-terms.ts';
import * as f from '#src/ground/database/fields.ts';
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

export const LISTED = {
  type: f.textOf<TransactionType>(),
  id: f.uuid,
  status: f.textOf<TransactionStatus>(),
  amount: f.centavos,
  fee: f.centavos,
  externalId: f.orNull(f.text),
  /** The payer of a charge, or the beneficiary of a payout. */
  name: f.text,
  /** The tax id of the payer or beneficiary. */
  document: f.text,
  endToEndId: f.orNull(f.text),
  /** The refunded part of a charge; zero for a payout. */
  refunded: f.centavos,
  utm: f.orNull(f.json<Readonly<Record<string, string>>>()),
  pixKey: f.orNull(f.text),
  /** The payer's e-mail; null for a payout. */
  email: f.orNull(f.text),
  /** The purpose of a charge: the title of its link, if it has one; null for a payout. */
  description: f.orNull(f.text),
  paymentLinkId: f.orNull(f.uuid),
  /** The due date of a charge as `2026-11-20`, and its terms; null without one. */
  dueOn: f.inColumn('due_day', f.orNull(f.text)),
  due: f.orNull(f.json<StoredTerms>()),
  /** Whether a charge has shares or disputes, so that others may have a part of its amount. */
  hasOthers: f.inColumn('has_others', f.bool),
  createdAt: f.instant,
  paidAt: f.orNull(f.instant),
};
/** A charge or a payout as a line of a list. Instants in milliseconds. */
export type ListedTransaction = f.RecordOf<typeof LISTED>;
