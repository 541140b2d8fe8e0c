import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** The most charges of one customer that its sums count, and that its export has. */
export const CUSTOMER_CHARGES_MAX = 10_000;

/** The key of one customer. */
export interface CustomerKey extends LedgerScope {
  readonly id: string;
}

/**
 * The payer of charges: one CPF or CNPJ in one scope, as its newest charge names it, or before the
 * first charge its subscription.
 */
export interface Customer extends CustomerKey {
  readonly document: string;
  readonly name: string;
  readonly email: string | null;
  readonly firstChargeId: string;
  readonly lastChargeId: string;
}

/** The sums over the newest charges of a customer, in centavos. */
export interface CustomerSummary {
  readonly chargeCount: number;
  /** Whether all charges are counted. */
  readonly isWhole: boolean;
  readonly paidCount: number;
  /** Everything that was paid, before refunds. */
  readonly paid: Centavos;
  readonly refunded: Centavos;
  /** The amount that disputes claim or have returned. */
  readonly disputed: Centavos;
  readonly pendingCount: number;
  readonly pending: Centavos;
  readonly expiredCount: number;
  readonly expired: Centavos;
  /** The newest payment, in milliseconds. */
  readonly lastPaidAt: number | null;
}

export const NOTE_LENGTH_MAX = 2_000;

/** A note of members about a customer. */
export interface CustomerNote {
  readonly id: string;
  readonly text: string;
  readonly authorName: string;
  readonly createdAt: number;
}
