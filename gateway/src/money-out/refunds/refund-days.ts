import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { Refund } from './refund.ts';
import {
  addRefundDays,
  type RefundDay,
  selectRefundTotals,
  subtractRefund,
} from './refund-day-store.ts';

/** Counts the refunds that are done, each under its day; ignores the others. */
export function countRefunded(tx: Transaction, refunds: readonly Refund[]): void {
  const changes = new Map<string, RefundDay>();
  for (const { merchantId, environment, status, doneAt, amount } of refunds) {
    if (status !== 'done' || doneAt === null) continue;
    const day = brazilianDayOf(doneAt);
    const name = `${merchantId} ${environment} ${day}`;
    const { count, amount: before } = changes.get(name) ?? { count: 0, amount: ZERO_CENTAVOS };
    changes.set(name, {
      merchantId,
      environment,
      day,
      count: count + 1,
      amount: centavos(before + amount),
    });
  }
  // Transactions lock the rows of days in one order.
  const sorted = [...changes].sort(([left], [right]) => (left < right ? -1 : 1));
  if (sorted.length === 0) return;
  addRefundDays(tx, { days: sorted.map(([, change]) => change) });
}

/** Subtracts a refund from the day on which it was counted as done. */
export function uncountRefunded(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { doneAt, amount }: { readonly doneAt: number; readonly amount: Centavos },
): void {
  subtractRefund(tx, { merchantId, environment, day: brazilianDayOf(doneAt), amount });
}

/** Sums the refunds of a ledger scope that were done on days of Brasília, both ends included. */
export function readRefundTotals(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
): Promise<{ count: number; amount: Centavos }> {
  return selectRefundTotals(database, { merchantId, environment, firstDay, lastDay });
}
