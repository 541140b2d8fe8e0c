import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';

/** The night of the Central Bank's rules for people, by Brasília's clocks. */
const NIGHT_STARTS_HOUR = 20;
const NIGHT_ENDS_HOUR = 6;

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
