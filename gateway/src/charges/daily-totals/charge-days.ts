import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type Centavos, centavos } from '#src/money/centavos.ts';
import { addDays, brazilianDayOf } from '#src/platform/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import type { Charge } from '../charge.ts';
import { addPaid, type PaidChange, selectPaid } from './charge-day-store.ts';
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

/** Reads the last `count` days of a ledger scope, oldest first; days without charges are zero. */
export async function readChargeDays(
  database: Queryable,
  scope: LedgerScope,
  { now, count }: { now: number; count: number },
): Promise<ChargeDay[]> {
  const lastDay = brazilianDayOf(now);
  const firstDay = addDays(lastDay, 1 - count);
  const days = Array.from({ length: count }, (_, index) => addDays(firstDay, index));
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
