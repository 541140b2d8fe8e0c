import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import * as f from '#src/ground/database/fields.ts';

/** The most charges of one customer that its sums count, and that its export has. */
export const CUSTOMER_CHARGES_MAX = 10_000;

/** The key of one customer. */
export interface CustomerKey extends LedgerScope {
  readonly id: string;
}

export const CUSTOMER = {
  ...f.SCOPE,
  id: f.uuid,
  document: f.text,
  name: f.text,
  email: f.orNull(f.text),
  firstChargeId: f.uuid,
  lastChargeId: f.uuid,
};
/**
 * The payer of charges: one CPF or CNPJ in one scope, as its newest charge names it, or before the
 * first charge its subscription.
 */
export type Customer = f.RecordOf<typeof CUSTOMER>;

export const CUSTOMER_SUMS = {
  chargeCount: f.count,
  paidCount: f.count,
  /** Everything that was paid, before refunds. */
  paid: f.centavos,
  refunded: f.centavos,
  /** The amount that disputes claim or have returned. */
  disputed: f.centavos,
  pendingCount: f.count,
  pending: f.centavos,
  expiredCount: f.count,
  expired: f.centavos,
  /** The newest payment. */
  lastPaidAt: f.orNull(f.instant),
};
/** The sums over the newest charges of a customer. */
export interface CustomerSummary extends f.RecordOf<typeof CUSTOMER_SUMS> {
  /** Whether all charges are counted. */
  readonly isWhole: boolean;
}

export const NOTE_LENGTH_MAX = 2_000;

export const CUSTOMER_NOTE = {
  id: f.uuid,
  text: f.text,
  authorName: f.text,
  createdAt: f.instant,
};
/** A note of members about a customer. */
export type CustomerNote = f.RecordOf<typeof CUSTOMER_NOTE>;
