import { feePlanAt } from '#src/accounts/merchants/fee-at.ts';
import { feeOf } from '#src/charges/charge.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { TransactionDetails } from './read-transactions.ts';

/** The rule that made the fee of a transaction: a rate of the amount, and a fixed part. */
export interface FeeRule {
  readonly basis_points: number;
  /** Centavos. */
  readonly rate_amount: number;
  readonly fixed_amount: number;
}

/**
 * The rule that made the fee of a charge or payout: the merchant's plan when it was created. Null
 * when that plan doesn't make the stored fee, so that the page never explains it wrongly.
 */
export async function feeRuleOf(
  database: Queryable,
  merchant: Pick<Merchant, 'merchantId' | 'feePlan'>,
  transaction: TransactionDetails,
): Promise<FeeRule | null> {
  const { type, amount, fee_amount: fee, created_at: createdAt } = transaction;
  const plan = await feePlanAt(database, merchant, Date.parse(createdAt));
  const [whole, rate, fixed] =
    type === 'charge'
      ? [feeOf(centavos(BigInt(amount)), plan), Number(plan.feeRate), plan.feeFixed]
      : [plan.payoutFee, 0, plan.payoutFee];
  if (centavosToJson(whole) !== fee) return null;
  const fixedAmount = centavosToJson(fixed);
  return { basis_points: rate, rate_amount: fee - fixedAmount, fixed_amount: fixedAmount };
}
