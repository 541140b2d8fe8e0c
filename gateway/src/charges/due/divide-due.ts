import type { Centavos } from '#src/ground/money/centavos.ts';
import type { ChargeSplit } from '../charge.ts';
import { type ChargeDivision, divideCharge } from '../divide-charge.ts';
import type { RequestedSplit } from '../splits/split.ts';
import type { DueTerms } from './due-terms.ts';

/**
 * Divides an amount of a charge with a due date by what was agreed at its creation. Refuses
 * `split_exceeds_net` and `amount_too_small`.
 */
export function divideDue(
  amount: Centavos,
  { agreedFee, splits }: Pick<DueTerms, 'agreedFee'> & { readonly splits: AgreedShares },
): ChargeDivision {
  return divideCharge(amount, { feePlan: agreedFee, splits: splits.map(agreedShare) });
}

/** Shares as they were asked for. */
export type AgreedShares = readonly Pick<ChargeSplit, 'username' | 'rate' | 'amount'>[];

/** A share as it was asked for: a rate stays one, and a fixed amount is the same each day. */
export function agreedShare({ username, rate, amount }: AgreedShares[number]): RequestedSplit {
  return rate === null ? { username, rate, fixed: amount } : { username, rate, fixed: null };
}
