import { feePlanAt } from '#src/accounts/merchants/fee-at.ts';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { feeOf, type PaymentToBook } from '../charge.ts';
import { type SplitRow, selectSplits } from '../charge-split-store.ts';
import type { ChargeRow, PaidChargeRow } from '../charge-store.ts';
import { type AgreedShares, divideDue } from './divide-due.ts';
import { type PaidAmounts, writePaidAmounts } from './due-payment-store.ts';
import { amountDueAt, type StoredTerms, termsFromJson, termsToJson } from './due-terms.ts';
import { partsOfPayment } from './paid-parts.ts';

/**
 * Writes amount, fee and shares of locked charges that were just marked paid. The amount of a
 * charge with a due date is that of the day of the payment. A payment that names an amount sets
 * that one, with or without a due date. The caller of `confirmPayments` compares it with what
 * arrived.
 * Refuses `split_exceeds_net` and `amount_too_small`.
 * @returns all rows, with the new amounts.
 */
export async function fixPaidAmounts(
  tx: Transaction,
  rows: readonly PaidChargeRow[],
  payments: readonly PaymentToBook[],
): Promise<readonly PaidChargeRow[]> {
  const amounts = await paidAmounts(tx, rows, payments);
  if (amounts.length === 0) return rows;
  writePaidAmounts(tx, amounts);
  const byId = new Map(amounts.map((row) => [row.id, row]));
  return rows.map((row) => {
    const fixed = byId.get(row.id);
    if (!fixed) return row;
    const { amount, fee, due, expected: expectedAmount } = fixed;
    return {
      ...row,
      amount_centavos: amount,
      fee_centavos: fee,
      due,
      expected_centavos: expectedAmount,
      expected_fee_centavos: expectedAmount === null ? null : row.fee_centavos,
    };
  });
}

/**
 * The amounts of charges after their payments, as `fixPaidAmounts` writes them. Charges whose
 * amounts stay are omitted.
 */
export async function paidAmounts(
  database: Queryable,
  rows: readonly ChargeRow[],
  payments: readonly PaymentToBook[],
): Promise<readonly PaidAmounts[]> {
  const named = new Map(payments.flatMap(withAmount));
  const moved = rows.filter(
    ({ id, due, amount_centavos: amount }) => due !== null || (named.get(id) ?? amount) !== amount,
  );
  if (moved.length === 0) return [];
  const keys = moved.filter(({ split_count: count }) => count > 0n).map(keyOf);
  const shares = keys.length > 0 ? await selectSplits(database, keys) : [];
  const sharesById = Map.groupBy(shares, (share) => share.charge_id);
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]));
  const amounts: PaidAmounts[] = [];
  for (const row of moved) {
    const splits = agreedShares(sharesById.get(row.id) ?? []);
    if (row.due !== null) {
      amounts.push(amountsOfDue({ ...row, due: row.due }, splits, paymentById.get(row.id)));
      continue;
    }
    const amount = named.get(row.id) ?? centavos(row.amount_centavos);
    const agreedFee = await agreedFeeOf(database, row);
    const { fee, shares: divided } = divideDue(amount, { agreedFee, splits });
    const expected = row.amount_centavos;
    amounts.push({ ...keyOf(row), amount, fee, shares: divided, due: null, expected });
  }
  return amounts;
}

function withAmount({ id, amount }: PaymentToBook): (readonly [string, Centavos])[] {
  return amount === undefined ? [] : [[id, amount]];
}

function keyOf({ merchant_id: merchantId, environment, id }: ChargeRow) {
  return { merchantId, environment, id };
}

function agreedShares(shares: readonly SplitRow[]): AgreedShares {
  return shares
    .toSorted((left, right) => Number(left.position - right.position))
    .map(({ username, basis_points: rate, amount_centavos: amount }) => ({
      username,
      amount: centavos(amount),
      rate: rate === null ? null : basisPoints(rate),
    }));
}

function amountsOfDue(
  row: ChargeRow & { readonly due: StoredTerms },
  splits: AgreedShares,
  payment: PaymentToBook | undefined,
): PaidAmounts {
  const terms = termsFromJson(row.due);
  const paidAt = payment?.paidAt ?? row.paid_at;
  if (paidAt === null) throw new Error(`the charge ${row.id} is not paid`);
  const expected = amountDueAt(terms, paidAt);
  const { amount, parts } = payment ?? {};
  const paid = parts ?? (amount === undefined ? expected : partsOfPayment(terms, amount, paidAt));
  const division = divideDue(paid.amount, { agreedFee: terms.agreedFee, splits });
  const differs = paid.amount !== expected.amount;
  const due = termsToJson({ ...terms, paid, ...(differs && { expected: expected.amount }) });
  const { fee, shares } = division;
  return { ...keyOf(row), amount: paid.amount, fee, due, shares, expected: null };
}

/**
 * The fee that was agreed for a charge without a due date, which stores only its result: the plan
 * of its creation or of now, whichever makes that result, otherwise the plan of now.
 */
async function agreedFeeOf(database: Queryable, row: ChargeRow): Promise<AgreedFee> {
  const merchant = await findMerchantById(database, row.merchant_id);
  if (!merchant) throw new Error(`the merchant of the charge ${row.id} is missing`);
  const atCreation = await feePlanAt(database, merchant, row.created_at);
  const amount = centavos(row.amount_centavos);
  const isAgreed = (plan: AgreedFee) => feeOf(amount, plan) === row.fee_centavos;
  return [atCreation, merchant.feePlan].find(isAgreed) ?? merchant.feePlan;
}
