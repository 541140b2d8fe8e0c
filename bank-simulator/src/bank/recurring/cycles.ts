import { addDays } from '../../calendar.ts';
import type { Interval } from '../../state/records.ts';

const WEEK_DAYS = 7;
const MONTHS: Readonly<Record<Exclude<Interval, 'SEMANAL'>, number>> = {
  MENSAL: 1,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
};

export interface Schedule {
  readonly firstDay: string;
  readonly interval: Interval;
}

/**
 * The first day of a cycle, from number 0: the first day of the recurrence some weeks or months
 * later, or the last day of a month that is too short.
 */
export function cycleStart({ firstDay, interval }: Schedule, cycle: number): string {
  if (interval === 'SEMANAL') return addDays(firstDay, WEEK_DAYS * cycle);
  const [year = 0, month = 0, day = 0] = firstDay.split('-').map(Number);
  const months = year * 12 + (month - 1) + MONTHS[interval] * cycle;
  const first = new Date(Date.UTC(Math.floor(months / 12), months % 12, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  first.setUTCDate(Math.min(day, lastDate.getUTCDate()));
  return first.toISOString().slice(0, 10);
}

/** The number of the cycle that a day belongs to; undefined for a day before the first cycle. */
export function cycleOf(schedule: Schedule, day: string): number | undefined {
  if (day < schedule.firstDay) return undefined;
  let cycle = 0;
  while (cycleStart(schedule, cycle + 1) <= day) cycle += 1;
  return cycle;
}
