import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import type { PaymentToBook } from './charge.ts';
import { selectSplits } from './charge-split-store.ts';
import { selectCharges } from './charge-store.ts';
import { paidAmounts } from './due/fix-paid-amounts.ts';

/** How an amount is divided, in centavos. `net` is what the charge's own merchant gets. */
export interface PaymentPreview {
  readonly fee: Centavos;
  /** The sum of the shares of other merchants. */
  readonly shares: Centavos;
  readonly net: Centavos;
}

/**
 * The effect that `confirmPayments` would have for a payment, without a change. Refuses
 * `transaction_not_found`, `split_exceeds_net` and `amount_too_small`.
 */
export async function previewPayment(
  database: Queryable,
  payment: PaymentToBook,
): Promise<PaymentPreview> {
  const [row] = await selectCharges(database, [payment]);
  if (!row) throw new Refusal('transaction_not_found');
  const [other] = await paidAmounts(database, [row], [payment]);
  const amount = other?.amount ?? row.amount_centavos;
  const fee = centavos(other?.fee ?? row.fee_centavos);
  const shares = sumCentavos(
    (other?.shares ?? (await agreedShares(database, payment))).map((share) => centavos(share)),
  );
  return { fee, shares, net: centavos(amount - fee - shares) };
}

async function agreedShares(
  database: Queryable,
  payment: PaymentToBook,
): Promise<readonly bigint[]> {
  return (await selectSplits(database, [payment])).map(({ amount_centavos: amount }) => amount);
}
