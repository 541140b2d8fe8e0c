import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import { type Centavos, centavos, sumCentavos, totalToJson } from '#src/ground/money/centavos.ts';
import type { Interval } from './cycle-days.ts';
import { kindOfCycle, kindOfEnd, reasonView } from './reason-view.ts';
import { reasonOf } from './reasons/reasons.ts';
import type { DayFact } from './subscription-totals.ts';
import {
  type DayTotal,
  selectTotals,
  selectTotalsOfAll,
  sumDays,
  sumFailuresOfAll,
  type Total,
} from './subscription-totals-store.ts';

/** How many cycles of each rhythm a month has, as a fraction: 52 weeks are 12 months. */
const CYCLES_A_MONTH: Readonly<Record<Interval, readonly [bigint, bigint]>> = {
  weekly: [52n, 12n],
  monthly: [1n, 1n],
  quarterly: [1n, 3n],
  semiannual: [1n, 6n],
  annual: [1n, 12n],
};

/** A retry is at most seven days after a due date; days without business add some. */
const RETRYING_DAYS = 14;
const REASONS_SHOWN = 20;

/** Who stopped a subscription; `time` for a rule of time. */
export const stoppers = ['payer', 'bank', 'merchant', 'time'] as const;
export type Stopper = (typeof stoppers)[number];

interface Reading {
  readonly now: number;
  /** How many days, with today, the ends are from. */
  readonly days: number;
  readonly language: Language;
}

/** The subscriptions of a merchant in numbers, from the totals that their changes keep. */
export async function readFigures(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { now, days, language }: Reading,
) {
  const today = brazilianDayOf(now);
  const month = { from: `${today.slice(0, 'yyyy-mm'.length)}-01`, to: today };
  const sum = (of: { from: string; to: string }) =>
    sumDays(database, { merchantId, environment, ...of });
  const [totals, ofMonth, open, ofPeriod] = await Promise.all([
    selectTotals(database, { merchantId, environment }),
    sum(month),
    sum({ from: addDays(today, -RETRYING_DAYS), to: today }),
    sum({ from: addDays(today, 1 - days), to: today }),
  ]);
  return {
    ...runningFigures(totals),
    month: {
      paid: sumOf(ofMonth, ['paid']),
      failed: sumOf(ofMonth, ['failed']),
    },
    retrying: sumOf(open, ['retrying']),
    period: {
      days,
      new_count: sumOf(ofPeriod, ['authorized']).count,
      ended: stops(ofPeriod, ['canceled', 'expired'], language),
      not_authorized: stops(ofPeriod, ['rejected', 'withdrawn', 'unanswered'], language),
    },
  };
}

/** The subscriptions of all merchants, and why attempts failed yesterday and today. */
export async function readFiguresOfAll(
  database: Queryable,
  { environment, now, language }: Omit<Reading, 'days'> & { readonly environment: Environment },
) {
  const today = brazilianDayOf(now);
  const days = { from: addDays(today, -1), to: today };
  const [totals, rows] = await Promise.all([
    selectTotalsOfAll(database, { environment }),
    sumFailuresOfAll(database, { environment, ...days }),
  ]);
  const failures = [...Map.groupBy(rows, ({ reason }) => reason)].map(([code, ofCode]) => ({
    ...textOf(reasonView(kindOfCycle('failed'), codeOf({ reason: code }), language)),
    count: ofCode.reduce((sum, { count }) => sum + count, 0),
    amount: amountOf(ofCode),
    merchants: ofCode.reduce((sum, { merchants }) => sum + merchants, 0),
  }));
  failures.sort((left, right) => right.count - left.count);
  return { ...runningFigures(totals), ...days, failures: failures.slice(0, REASONS_SHOWN) };
}

function runningFigures(totals: readonly Total[]) {
  const active = totals.filter(({ status }) => status === 'authorized');
  const countOf = (rows: readonly Total[]): number =>
    rows.reduce((sum, { count }) => sum + count, 0);
  const months = [...Map.groupBy(active, ({ interval }) => interval)].map(([interval, rows]) =>
    monthlyOf(interval, sumCentavos(rows.map(({ amount }) => amount))),
  );
  return {
    active_count: countOf(active),
    variable_count: countOf(active.filter(({ isVariable }) => isVariable)),
    paused_count: countOf(totals.filter(({ status }) => status === 'paused')),
    monthly_amount: totalToJson(sumCentavos(months)),
  };
}

function sumOf(rows: readonly DayTotal[], facts: readonly DayFact[]) {
  const counted = rows.filter(({ fact }) => facts.includes(fact));
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    amount: amountOf(counted),
  };
}

function amountOf(rows: readonly { readonly amount: Centavos }[]): number {
  return totalToJson(sumCentavos(rows.map(({ amount }) => amount)));
}

/** The ends by reason and by who stopped, the most frequent first. */
function stops(rows: readonly DayTotal[], facts: readonly DayFact[], language: Language) {
  return rows
    .filter(({ fact }) => facts.includes(fact))
    .map((row) => ({
      ...textOf(reasonView(kindOfEnd(row.fact), codeOf(row), language)),
      by: stopperOf(row),
      count: row.count,
    }))
    .sort((left, right) => right.count - left.count)
    .slice(0, REASONS_SHOWN);
}

/** Ends of the payer's side have codes that say whether the bank decided. */
function stopperOf(row: DayTotal): Stopper {
  const { fact, endedBy: by } = row;
  const code = codeOf(row);
  if (by === 'merchant') return 'merchant';
  if (by !== 'payer') return 'time';
  const asked = code === null ? [] : reasonOf(kindOfEnd(fact), code).askedBy;
  return asked.length === 0 || asked.includes('payer') ? 'payer' : 'bank';
}

function codeOf({ reason }: Pick<DayTotal, 'reason'>): string | null {
  return reason === '' ? null : reason;
}

function textOf(reason: ReturnType<typeof reasonView>) {
  return { code: reason?.code ?? null, message: reason?.message ?? null };
}

/** The monthly revenue of subscriptions of one rhythm. A fraction of a centavo is cut off. */
function monthlyOf(interval: Interval, amount: Centavos): Centavos {
  const [cycles, months] = CYCLES_A_MONTH[interval];
  return centavos((amount * cycles) / months);
}
