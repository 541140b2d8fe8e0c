import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';

/** How many beneficiaries a merchant may have saved in one environment. */
export const SAVED_BENEFICIARIES_MAX = 500;

/** The limits of one beneficiary; null is no limit. */
export interface BeneficiaryLimits {
  readonly perPayout: Centavos | null;
  /** By the day in Brasília. */
  readonly perDay: Centavos | null;
}

/** A Pix key that a merchant has saved, with its holder. Instants in milliseconds since 1970. */
export interface SavedBeneficiary extends LedgerScope {
  readonly id: string;
  readonly name: string;
  readonly document: string;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly limits: BeneficiaryLimits;
  readonly createdAt: number;
}
