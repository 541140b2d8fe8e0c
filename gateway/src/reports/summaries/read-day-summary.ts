import { readPaidDays } from '#src/charges/daily-totals/charge-days.ts';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos, sumCentavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { type Account, accounts, type PostingKind } from '#src/ledger/chart-of-accounts.ts';
import { findEntryRange } from '../statements/read-statement.ts';
import { sumEntries } from './summary-store.ts';

export interface CountedSum {
  readonly count: number;
  readonly amount: Centavos;
}

/** The totals of a merchant's live environment on a day in Brasília. */
export interface DaySummary {
  readonly day: string;
  /** Payments that the bank received on this day, gross. */
  readonly received: CountedSum;
  /** Refunds and returns of disputes that the bank made. */
  readonly refunds: CountedSum;
  readonly payouts: CountedSum;
  readonly fees: Centavos;
  /** The available balance at the end of the day. */
  readonly closing: Centavos;
}

const REFUNDS: readonly PostingKind[] = ['refund_paid', 'refund_paid_late', 'dispute_returned'];
const PAYOUTS: readonly PostingKind[] = ['payout_paid', 'payout_paid_late'];

/** Sums a day of a merchant's live environment. Each sum reads the day's entries of an account. */
export async function readDaySummary(
  database: Queryable,
  merchantId: string,
  day: string,
): Promise<DaySummary> {
  const period = { from: startOfKnownDay(day), until: startOfKnownDay(addDays(day, 1)) };
  const entries = async (account: Account) => {
    const scope = { merchantId, environment: 'live', account } as const;
    const { first, last } = await findEntryRange(database, scope, period);
    return last < first ? [] : sumEntries(database, { merchantId, account, first, last });
  };
  const live = { merchantId, environment: 'live' } as const;
  const days = await readPaidDays(database, live, { firstDay: day, lastDay: day });
  const bank = await entries(accounts.bank);
  const fees = await entries(accounts.fees);
  const available = { ...live, account: accounts.available };
  const { closing } = await findEntryRange(database, available, period);
  const sum = (kinds: readonly PostingKind[]): CountedSum => {
    const rows = bank.filter(({ kind }) => kinds.includes(kind));
    return {
      count: rows.reduce((total, { count }) => total + count, 0),
      amount: sumCentavos(rows.map(({ total }) => total)),
    };
  };
  return {
    day,
    received: days.get(day) ?? { count: 0, amount: ZERO_CENTAVOS },
    refunds: sum(REFUNDS),
    payouts: sum(PAYOUTS),
    fees: sumCentavos(fees.map(({ total }) => total)),
    closing: centavos(closing),
  };
}

/** Whether nothing happened on the day. */
export function isQuietDay({ received, refunds, payouts, fees }: DaySummary): boolean {
  return received.count + refunds.count + payouts.count === 0 && fees === 0n;
}
