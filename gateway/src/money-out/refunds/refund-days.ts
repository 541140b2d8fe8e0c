import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { Refund } from './refund.ts';
import {
  addRefundDays,
  type RefundDayChange,
  selectRefundTotals,
  subtractRefund,
} from './refund-day-store.ts';

/** Counts the refunds that are done, each under its day; ignores the others. */
export function countRefunded(tx: Transaction, refunds: readonly Refund[]): void {
  const changes = new Map<string, RefundDayChange>();
  for (const { merchantId, environment, status, doneAt, amount } of refunds) {
    if (status !== 'done' || doneAt === null) continue;
    const day = brazilianDayOf(doneAt);
    const name = `${merchantId} ${environment} ${day}`;
    const none = { refunded_count: 0, refunded_centavos: 0n };
    const change = changes.get(name) ?? { merchant_id: merchantId, environment, day, ...none };
    change.refunded_count += 1;
    change.refunded_centavos += amount;
    changes.set(name, change);
  }
  // Transactions lock the rows of days in one order.
  const sorted = [...changes].sort(([left], [right]) => (left < right ? -1 : 1));
  if (sorted.length === 0) return;
  addRefundDays(
    tx,
    sorted.map(([, change]) => change),
  );
}

/** Subtracts a refund from the day on which it was counted as done. */
export function uncountRefunded(
  tx: Transaction,
  scope: LedgerScope,
  { doneAt, amount }: { readonly doneAt: number; readonly amount: Centavos },
): void {
  subtractRefund(tx, scope, { day: brazilianDayOf(doneAt), amount });
}

/** Sums the refunds of a ledger scope that were done on days of Brasília, both ends included. */
export async function readRefundTotals(
  database: Queryable,
  scope: LedgerScope,
  days: { readonly firstDay: string; readonly lastDay: string },
): Promise<{ count: number; amount: Centavos }> {
  const row = await selectRefundTotals(database, scope, days);
  return { count: Number(row.refunded_count), amount: centavos(row.refunded_centavos) };
}
