import type { FeePlan } from '#src/accounts/merchants/merchant.ts';

/** What the fee of a charge is computed from. */
export type AgreedFee = Pick<FeePlan, 'feeRate' | 'feeFixed'>;
