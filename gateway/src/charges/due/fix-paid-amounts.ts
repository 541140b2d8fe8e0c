import type { Transaction } from '#src/ground/database/database.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { PaymentToBook } from '../charge.ts';
import { type SplitRow, selectSplits } from '../charge-split-store.ts';
import type { PaidChargeRow } from '../charge-store.ts';
import { divideDue } from './divide-due.ts';
import { type DueAmounts, writeDueAmounts } from './due-payment-store.ts';
import { amountDueAt, type StoredTerms, termsFromJson, termsToJson } from './due-terms.ts';

/**
 * Gives charges with a due date, which were just marked paid and are locked, the amount of the day
 * of the payment, or the one that the payment names, and the fee and the shares of that amount.
 * The caller of `confirmPayments` compares it with what arrived.
 * @returns all rows; those with a due date have the new amounts.
 */
export async function fixPaidAmounts(
  tx: Transaction,
  rows: readonly PaidChargeRow[],
  payments: readonly PaymentToBook[],
): Promise<readonly PaidChargeRow[]> {
  const due = rows.filter(hasTerms);
  if (due.length === 0) return rows;
  const split = due.filter(({ split_count: count }) => count > 0n);
  const keys = split.map((row) => keyOf(row));
  const shares = keys.length > 0 ? await selectSplits(tx, keys) : [];
  const sharesById = Map.groupBy(shares, (share) => share.charge_id);
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]));
  const amounts = due.map((row) =>
    amountsOf(row, sharesById.get(row.id) ?? [], paymentById.get(row.id)),
  );
  writeDueAmounts(tx, amounts);
  const byId = new Map(amounts.map((one) => [one.id, one]));
  return rows.map((row) => {
    const fixed = byId.get(row.id);
    if (!fixed) return row;
    return { ...row, amount_centavos: fixed.amount, fee_centavos: fixed.fee, due: fixed.due };
  });
}

type DueRow = PaidChargeRow & { readonly due: StoredTerms };

function hasTerms(row: PaidChargeRow): row is DueRow {
  return row.due !== null;
}

function keyOf({ merchant_id: merchantId, environment, id }: PaidChargeRow) {
  return { merchantId, environment, id };
}

function amountsOf(
  row: DueRow,
  shares: readonly SplitRow[],
  payment: PaymentToBook | undefined,
): DueAmounts {
  const terms = termsFromJson(row.due);
  const paidAt = payment?.paidAt ?? row.paid_at;
  if (paidAt === null) throw new Error(`the charge ${row.id} is not paid`);
  const expected = amountDueAt(terms, paidAt);
  const paid = payment?.parts ?? expected;
  const splits = shares
    .toSorted((left, right) => Number(left.position - right.position))
    .map(({ username, basis_points: rate, amount_centavos: amount }) => ({
      ...{ username, amount: centavos(amount) },
      rate: rate === null ? null : basisPoints(rate),
    }));
  const division = divideDue(paid.amount, { agreedFee: terms.agreedFee, splits });
  const differs = paid.amount !== expected.amount;
  const due = termsToJson({ ...terms, paid, ...(differs && { expected: expected.amount }) });
  return { ...keyOf(row), amount: paid.amount, fee: division.fee, due, shares: division.shares };
}
