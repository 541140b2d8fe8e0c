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
  const changeOf = ({ merchantId, environment }: LedgerScope, atMs: number): PaidChange => {
    const day = brazilianDayOf(atMs);
    const name = `${merchantId} ${environment} ${day}`;
    const counts = { paid_count: 0, paid_centavos: 0n, created_paid_count: 0 };
    const change = changes.get(name) ?? { merchant_id: merchantId, environment, day, ...counts };
    changes.set(name, change);
    return change;
  };
  for (const charge of charges) {
    if (charge.paidAt === null) throw new Error(`the charge ${charge.id} is not paid`);
    const paidDay = changeOf(charge, charge.paidAt);
    paidDay.paid_count += 1;
    paidDay.paid_centavos += charge.amount;
    changeOf(charge, charge.createdAt).created_paid_count += 1;
  }
  const sorted = [...changes].sort(([left], [right]) => (left < right ? -1 : 1));
  if (sorted.length === 0) return;
  addPaid(
    tx,
    sorted.map(([, change]) => change),
  );
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
    selectPaid(database, scope, { firstDay, lastDay }),
    countCreated(database, scope, { days, now }),
  ]);
  const paidByDay = new Map(paid.map((row) => [row.day, row]));
  return days.map((day) => {
    const row = paidByDay.get(day);
    return {
      day,
      created: created.get(day) ?? 0,
      createdPaid: Number(row?.created_paid_count ?? 0n),
      paid: Number(row?.paid_count ?? 0n),
      paidAmount: centavos(row?.paid_centavos ?? 0n),
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
  const rows = await selectPaid(database, scope, period);
  return new Map(
    rows.map((row) => [
      row.day,
      { count: Number(row.paid_count), amount: centavos(row.paid_centavos) },
    ]),
  );
}

/** The day of the first charge of a ledger scope; null without charges. */
export async function readFirstChargeDay(
  database: Queryable,
  scope: LedgerScope,
): Promise<string | null> {
  const id = await selectFirstCharge(database, scope);
  return id === undefined ? null : brazilianDayOf(instantOfId(id));
}
