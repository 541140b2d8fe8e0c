import {
  type ChargeDay,
  readChargeDays,
  readFirstChargeDay,
} from '#src/charges/daily-totals/charge-days.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavosToJson, sumCentavos } from '#src/ground/money/centavos.ts';
import { type Account, accounts } from '#src/ledger/chart-of-accounts.ts';
import { readRefundTotals } from '#src/money-out/refunds/refund-days.ts';
import { findEntryRange } from '../statements/read-statement.ts';
import { countEntriesOf } from '../statements/statement-store.ts';
import { type ComparedPeriods, daysOf, type Period } from './overview-period.ts';
import { sumReceived } from './period-received-store.ts';

const BASIS_POINTS = 10_000;
/** The entries of a period that are added up when the page is shown. */
const ENTRIES_MAX = 50_000n;

/** Sums of a period; amounts in centavos, as JSON integers. */
export interface PeriodTotals {
  readonly created_count: number;
  /** How many charges of the period were paid, on any day. */
  readonly created_paid_count: number;
  readonly paid_count: number;
  readonly paid_amount: number;
  /** The amount that the merchant received of it; null in a period with too many entries. */
  readonly received_amount: number | null;
  readonly refunded_count: number;
  readonly refunded_amount: number;
  /** Null without payments. */
  readonly average_ticket: number | null;
}

export interface PeriodFigures {
  readonly days: readonly ChargeDay[];
  readonly totals: PeriodTotals;
  /** In basis points; null without created charges. */
  readonly paidShare: number | null;
  /** Null when the scope's history begins after the start of the period before. */
  readonly before: {
    readonly period: Period;
    readonly totals: PeriodTotals;
    readonly paidShare: number | null;
  } | null;
  /** The day of the first charge of the scope. */
  readonly firstDay: string | null;
}

/** Reads the figures of a period from daily totals, and those of the period before. */
export async function readPeriodFigures(
  database: Queryable,
  scope: LedgerScope,
  { period, before, now }: ComparedPeriods & { readonly now: number },
): Promise<PeriodFigures> {
  const firstDay = await readFirstChargeDay(database, scope);
  const hasBefore = firstDay !== null && firstDay <= before.firstDay;
  const [figures, earlier] = await Promise.all([
    readFigures(database, scope, { period, now }),
    hasBefore ? readFigures(database, scope, { period: before, now }) : null,
  ]);
  return {
    ...figures,
    before: earlier && { period: before, totals: earlier.totals, paidShare: earlier.paidShare },
    firstDay,
  };
}

async function readFigures(
  database: Queryable,
  scope: LedgerScope,
  { period, now }: { readonly period: Period; readonly now: number },
) {
  const [days, refunded, received] = await Promise.all([
    readChargeDays(database, scope, { now, days: daysOf(period) }),
    readRefundTotals(database, scope, period),
    readReceived(database, scope, period),
  ]);
  const sum = (counts: readonly number[]) => counts.reduce((left, right) => left + right, 0);
  const paidCount = sum(days.map((day) => day.paid));
  const paidAmount = centavosToJson(sumCentavos(days.map((day) => day.paidAmount)));
  const totals = {
    created_count: sum(days.map((day) => day.created)),
    created_paid_count: sum(days.map((day) => day.createdPaid)),
    paid_count: paidCount,
    paid_amount: paidAmount,
    received_amount: received,
    refunded_count: refunded.count,
    refunded_amount: centavosToJson(refunded.amount),
    average_ticket: paidCount === 0 ? null : Math.round(paidAmount / paidCount),
  };
  return { days, totals, paidShare: shareOf(totals.created_paid_count, totals.created_count) };
}

/**
 * The amount that a merchant received of its charges, by the entries of the statement in a period:
 * paid amounts less fees, shares of recipients, refunds and returns of disputes. In centavos.
 */
async function readReceived(
  database: Queryable,
  scope: LedgerScope,
  { firstDay, lastDay }: Period,
): Promise<number | null> {
  const period = { from: startOfKnownDay(firstDay), until: startOfKnownDay(addDays(lastDay, 1)) };
  // One statement counts both accounts, so a concurrent posting is in both counts or in none.
  const counts = await countEntriesOf(database, scope, [accounts.bank, accounts.fees]);
  const rangeOf = (account: Account) =>
    findEntryRange(database, { ...scope, account }, period, counts.get(account) ?? 0n);
  const bank = await rangeOf(accounts.bank);
  if (bank.last - bank.first >= ENTRIES_MAX) return null;
  const fees = await rangeOf(accounts.fees);
  const { received } = await sumReceived(database, {
    merchantId: scope.merchantId,
    environment: scope.environment,
    firstOfBank: bank.first,
    lastOfBank: bank.last,
    firstOfFees: fees.first,
    lastOfFees: fees.last,
  });
  return centavosToJson(received);
}

/** A share in basis points, rounded down, so 100 % means all; null when `whole` is zero. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * BASIS_POINTS) / whole);
}
