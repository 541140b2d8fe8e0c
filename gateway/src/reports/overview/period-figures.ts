import {
  type ChargeDay,
  readChargeDays,
  readFirstChargeDay,
} from '#src/charges/daily-totals/charge-days.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavosToJson, sumCentavos } from '#src/ground/money/centavos.ts';
import { readRefundTotals } from '#src/money-out/refunds/refund-days.ts';
import { type ComparedPeriods, daysOf, type Period } from './overview-period.ts';

const BASIS_POINTS = 10_000;

/** Sums of a period; amounts in centavos, as JSON integers. */
export interface PeriodTotals {
  readonly created_count: number;
  /** How many charges of the period were paid, on any day. */
  readonly created_paid_count: number;
  readonly paid_count: number;
  readonly paid_amount: number;
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
  const [days, refunded] = await Promise.all([
    readChargeDays(database, scope, { now, days: daysOf(period) }),
    readRefundTotals(database, scope, period),
  ]);
  const sum = (counts: readonly number[]) => counts.reduce((left, right) => left + right, 0);
  const paidCount = sum(days.map((day) => day.paid));
  const paidAmount = centavosToJson(sumCentavos(days.map((day) => day.paidAmount)));
  const totals = {
    created_count: sum(days.map((day) => day.created)),
    created_paid_count: sum(days.map((day) => day.createdPaid)),
    paid_count: paidCount,
    paid_amount: paidAmount,
    refunded_count: refunded.count,
    refunded_amount: centavosToJson(refunded.amount),
    average_ticket: paidCount === 0 ? null : Math.round(paidAmount / paidCount),
  };
  return { days, totals, paidShare: shareOf(totals.created_paid_count, totals.created_count) };
}

/** A share in basis points, rounded down, so 100 % means all; null when `whole` is zero. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * BASIS_POINTS) / whole);
}
