import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import type { TotalKey } from './payout-total-store.ts';

/** The night of the Central Bank's rules for people, by Brasília's clocks. */
const NIGHT_STARTS_HOUR = 20;
const NIGHT_ENDS_HOUR = 6;
/** Limits read totals of the current day and night only; older totals are kept for this time. */
const TOTALS_KEPT_MS = 31 * DAY_MS;

export type PeriodKind = 'day' | 'night';

/** A day, or the night that begins on a day at 20:00; `startsOn` as `2026-11-20`. */
export interface PayoutPeriod {
  readonly period: PeriodKind;
  readonly startsOn: string;
}

/** The periods in which a payout of an instant counts: its day, and its night when it has one. */
export function periodsOf(atMs: number): readonly PayoutPeriod[] {
  const day = brazilianDayOf(atMs);
  const hour = (atMs - (startOfBrazilianDay(day) ?? atMs)) / HOUR_MS;
  const periods: PayoutPeriod[] = [{ period: 'day', startsOn: day }];
  if (hour >= NIGHT_STARTS_HOUR) periods.push({ period: 'night', startsOn: day });
  else if (hour < NIGHT_ENDS_HOUR) periods.push({ period: 'night', startsOn: addDays(day, -1) });
  return periods;
}

/** The total of a scope in a period. */
export function keyOfPeriod(
  { merchantId, environment }: LedgerScope,
  { period, startsOn }: PayoutPeriod,
): TotalKey {
  return { merchantId, environment, of: period, startsOn };
}

/** The first day whose totals are kept at an instant (milliseconds). */
export function firstDayOfTotals(now: number): string {
  return brazilianDayOf(now - TOTALS_KEPT_MS);
}
