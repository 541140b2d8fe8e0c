import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { feeOf } from './charge.ts';
import { originShare, type RequestedSplit, sharesOf } from './splits/split.ts';

/** How the gross amount of a charge is divided, in centavos. The parts add up to it. */
export interface ChargeDivision {
  readonly fee: Centavos;
  /** The share of each entry of the split, in their order. */
  readonly shares: readonly Centavos[];
  readonly origin: Centavos;
}

/** Refuses `amount_too_small` for a charge that would leave its merchant nothing. */
export function checkAmount(amount: Centavos, { feePlan }: { readonly feePlan: AgreedFee }): void {
  divideCharge(amount, { feePlan, splits: [] });
}

/**
 * Divides the gross amount of a charge among the platform, the recipients and the origin. Refuses
 * `split_exceeds_net` and `amount_too_small`.
 */
export function divideCharge(
  amount: Centavos,
  { feePlan, splits }: { feePlan: AgreedFee; splits: readonly RequestedSplit[] },
): ChargeDivision {
  const fee = feeOf(amount, feePlan);
  const shares = sharesOf(amount, splits);
  const origin = originShare(amount, fee, shares);
  if (amount <= fee) throw new Refusal('amount_too_small');
  return { fee, shares, origin };
}
