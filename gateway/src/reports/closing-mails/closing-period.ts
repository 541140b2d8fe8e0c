import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';

/** The periods whose closings are mailed. A week begins on Monday. Days are those of Brasília. */
export const CLOSING_PERIODS = ['month', 'week', 'day'] as const;
export type ClosingPeriod = (typeof CLOSING_PERIODS)[number];

/** The hour in Brasília from which the closing of a period that ended at midnight is mailed. */
const DUE_HOUR = 6;
const DAYS_OF_WEEK = 7;

/** The first day of the period that a day belongs to. */
export function firstDayOf(period: ClosingPeriod, day: string): string {
  if (period === 'month') return `${day.slice(0, 7)}-01`;
  if (period === 'day') return day;
  // 0 is Sunday, which ends a week.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
}

/** The first day of the period that follows the one that begins on `firstDay`. */
export function nextFirstDay(period: ClosingPeriod, firstDay: string): string {
  if (period === 'day') return addDays(firstDay, 1);
  if (period === 'week') return addDays(firstDay, DAYS_OF_WEEK);
  const [year = 0, month = 0] = firstDay.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** The last day of the period that begins on `firstDay`. */
export function lastDayOf(period: ClosingPeriod, firstDay: string): string {
  return addDays(nextFirstDay(period, firstDay), -1);
}

/** When the closing of the period that begins on `firstDay` is due: 6 a.m. after its end. */
export function dueAfter(period: ClosingPeriod, firstDay: string): number {
  return startOfKnownDay(nextFirstDay(period, firstDay)) + DUE_HOUR * HOUR_MS;
}

/** The first day of the period in which an instant is. */
export function currentFirstDay(period: ClosingPeriod, now: number): string {
  return firstDayOf(period, brazilianDayOf(now));
}
