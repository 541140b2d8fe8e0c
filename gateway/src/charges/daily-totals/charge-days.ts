import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { Charge } from '../charge.ts';
import { addPaid, type PaidChange, selectFirstCharge, selectPaid } from './charge-day-store.ts';
import { countCreated } from './count-created.ts';

/**
 * Counts charges that this transaction marks paid, each under the day on which the bank received
 * its payment, which may be over. Must be called after the postings: the ledger's locks of a
 * merchant also serialise the rows of its days. Throws for a charge that is not paid.
 */
export function countPaid(tx: Transaction, charges: readonly Charge[]): void {
  const changes = new Map<string, PaidChange>();
  const add = (
    { merchantId, environment }: LedgerScope,
    atMs: number,
    added: Partial<Pick<PaidChange, 'paidCount' | 'paidAmount' | 'createdPaidCount'>>,
  ): void => {
    const day = brazilianDayOf(atMs);
    const name = `${merchantId} ${environment} ${day}`;
    const { paidCount = 0, paidAmount = centavos(0), createdPaidCount = 0 } = added;
    const before = changes.get(name);
    changes.set(name, {
      merchantId,
      environment,
      day,
      paidCount: (before?.paidCount ?? 0) + paidCount,
      paidAmount: centavos((before?.paidAmount ?? 0n) + paidAmount),
      createdPaidCount: (before?.createdPaidCount ?? 0) + createdPaidCount,
    });
  };
  for (const charge of charges) {
    if (charge.paidAt === null) throw new Error(`the charge ${charge.id} is not paid`);
    add(charge, charge.paidAt, { paidCount: 1, paidAmount: charge.amount });
    add(charge, charge.createdAt, { createdPaidCount: 1 });
  }
  const sorted = [...changes].sort(([left], [right]) => (left < right ? -1 : 1));
  if (sorted.length === 0) return;
  addPaid(tx, { changes: sorted.map(([, change]) => change) });
}

/** The charges of a ledger scope on one day in Brasília. */
export interface ChargeDay {
  readonly day: string;
  /** Charges created on this day, and how many of them were paid, on this day or later. */
  readonly created: number;
  readonly createdPaid: number;
  /** Payments that the bank received on this day. */
  readonly paid: number;
  readonly paidAmount: Centavos;
}

/** Reads consecutive days of a ledger scope, oldest first; days without charges are zero. */
export async function readChargeDays(
  database: Queryable,
  scope: LedgerScope,
  { now, days }: { now: number; days: readonly string[] },
): Promise<ChargeDay[]> {
  const firstDay = days.at(0) ?? '';
  const lastDay = days.at(-1) ?? '';
  const [paid, created] = await Promise.all([
    selectPaid(database, { ...scope, firstDay, lastDay }),
    countCreated(database, scope, { days, now }),
  ]);
  const paidByDay = new Map(paid.map((row) => [row.day, row]));
  return days.map((day) => {
    const row = paidByDay.get(day);
    return {
      day,
      created: created.get(day) ?? 0,
      createdPaid: row?.createdPaidCount ?? 0,
      paid: row?.paidCount ?? 0,
      paidAmount: row?.paidAmount ?? centavos(0),
    };
  });
}

/** The payments that a ledger scope received on one day in Brasília. */
export interface PaidDay {
  readonly count: number;
  readonly amount: Centavos;
}

/** The payments of a period by day; days without payments are missing. */
export async function readPaidDays(
  database: Queryable,
  scope: LedgerScope,
  period: { readonly firstDay: string; readonly lastDay: string },
): Promise<ReadonlyMap<string, PaidDay>> {
  const rows = await selectPaid(database, { ...scope, ...period });
  return new Map(
    rows.map(({ day, paidCount: count, paidAmount: amount }) => [day, { count, amount }]),
  );
}

/** The day of the first charge of a ledger scope; null without charges. */
export async function readFirstChargeDay(
  database: Queryable,
  scope: LedgerScope,
): Promise<string | null> {
  const first = await selectFirstCharge(database, scope);
  return first ? brazilianDayOf(instantOfId(first.id)) : null;
}
