import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { FeePlan } from './merchant.ts';
import { selectFirstFeeChange } from './merchant-store.ts';

/**
 * The fees of a merchant that were in force at an instant (milliseconds): those that the first
 * later change names as the old ones, otherwise those of now. Charges don't store their plan, so
 * callers compare the fee that it makes with the stored one.
 */
export async function feePlanAt(
  database: Queryable,
  { merchantId, feePlan }: Pick<Merchant, 'merchantId' | 'feePlan'>,
  at: number,
): Promise<FeePlan> {
  const later = await selectFirstFeeChange(database, { merchantId, fromId: firstIdAt(at) });
  const [rate, fixed, payout] = [
    later?.old_basis_points,
    later?.old_fixed_centavos,
    later?.old_payout_fee_centavos,
  ];
  if (typeof rate !== 'number' || typeof fixed !== 'number' || typeof payout !== 'number') {
    return feePlan;
  }
  return { feeRate: basisPoints(rate), feeFixed: centavos(fixed), payoutFee: centavos(payout) };
}
