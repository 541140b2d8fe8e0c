import type { FeePlan } from '#src/ground/access/merchant.ts';

/** What the fee of a charge is computed from. */
export type AgreedFee = Pick<FeePlan, 'feeRate' | 'feeFixed'>;
