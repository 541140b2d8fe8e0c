import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import type { BeneficiaryLimits } from '../payout-limits.ts';

/** How many beneficiaries a merchant may have saved in one environment. */
export const SAVED_BENEFICIARIES_MAX = 500;

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
