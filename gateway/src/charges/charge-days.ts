import type { Book } from '#src/ledger/chart-of-accounts.ts';
import { type Centavos, centavos } from '#src/money/centavos.ts';
import { addDays, brazilianDayOf } from '#src/platform/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/platform/database.ts';
import { randomFraction } from '#src/platform/ids.ts';
import type { Charge } from './charge.ts';
import { addToDays, type DayChange, selectDays } from './charge-day-store.ts';

/**
 * In how many parts a day is counted. A transaction holds the row of one part from its last
 * statement to its commit; with one part the commits of a merchant would stand in line.
 */
const PARTS = 16;

/** Counts charges that this transaction creates. Comes last in it: its rows are the hottest. */
export function countCreated(tx: Transaction, charges: readonly Charge[]): void {
  const changes = new DayChanges();
  for (const charge of charges) changes.of(charge, charge.createdAt).created_count += 1;
  changes.send(tx);
}

/** Counts charges that this transaction marks paid. Comes last in it: its rows are the hottest. */
export function countPaid(tx: Transaction, charges: readonly Charge[], paidAt: number): void {
  const changes = new DayChanges();
  for (const charge of charges) {
    changes.of(charge, charge.createdAt).created_paid_count += 1;
    const paidDay = changes.of(charge, paidAt);
    paidDay.paid_count += 1;
    paidDay.paid_centavos += charge.amount;
  }
  changes.send(tx);
}

class DayChanges {
  readonly #changes = new Map<string, DayChange>();

  of({ merchantId, environment }: Book, atMs: number): DayChange {
    const day = brazilianDayOf(atMs);
    const name = `${merchantId} ${environment} ${day}`;
    const known = this.#changes.get(name);
    if (known) return known;
    const counts = { created_count: 0, created_paid_count: 0, paid_count: 0, paid_centavos: 0n };
    const change = { merchant_id: merchantId, environment, day, ...counts };
    this.#changes.set(name, change);
    return change;
  }

  send(tx: Transaction): void {
    if (this.#changes.size === 0) return;
    const part = Math.min(PARTS - 1, Math.floor(randomFraction() * PARTS));
    // Two transactions that add to the same days lock them in one order.
    const sorted = [...this.#changes].sort(([left], [right]) => (left < right ? -1 : 1));
    addToDays(
      tx,
      sorted.map(([, change]) => change),
      part,
    );
  }
}

/** What happened to a book's charges on one day at Brasília. */
export interface ChargeDay {
  readonly day: string;
  /** Charges created on this day, and how many of these were paid, on whatever day. */
  readonly created: number;
  readonly createdPaid: number;
  /** Payments that came on this day. */
  readonly paid: number;
  readonly paidAmount: Centavos;
}

/** The last days of a book up to one, oldest first, those without charges included. */
export async function readChargeDays(
  database: Queryable,
  { merchantId, environment }: Book,
  { lastDay, days }: { lastDay: string; days: number },
): Promise<ChargeDay[]> {
  const firstDay = addDays(lastDay, 1 - days);
  const rows = await selectDays(database, { merchantId, environment, firstDay, lastDay });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(firstDay, index);
    const row = byDay.get(day);
    return {
      day,
      created: Number(row?.created_count ?? 0n),
      createdPaid: Number(row?.created_paid_count ?? 0n),
      paid: Number(row?.paid_count ?? 0n),
      paidAmount: centavos(row?.paid_centavos ?? 0n),
    };
  });
}
