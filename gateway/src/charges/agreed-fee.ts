import type { FeePlan } from '#src/accounts/merchants/merchant.ts';

/** The agreed values from which the fee of a charge is computed. */
export type AgreedFee = Pick<FeePlan, 'feeRate' | 'feeFixed'>;
