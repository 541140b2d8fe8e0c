import { addDays } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { type Interval, intervals } from '#src/ground/pix/automatic/terms.ts';

export { type Interval, intervals };

const WEEK_DAYS = 7;
const YEAR_MONTHS = 12;
const MONTHS: Readonly<Record<Exclude<Interval, 'weekly'>, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
};

/** The first day of all cycles, and how often they come. */
export interface Rhythm {
  readonly firstDueOn: string;
  readonly interval: Interval;
}

/**
 * The day on which a cycle begins: 0 for the first. In months, it is the day of the month of the
 * first cycle, or the last day of a shorter month; a short month doesn't move the months after it.
 */
export function cycleDay({ firstDueOn, interval }: Rhythm, index: number): string {
  if (interval === 'weekly') return addDays(firstDueOn, WEEK_DAYS * index);
  const [year = 0, month = 1, day = 1] = firstDueOn.split('-').map(Number);
  const months = month - 1 + MONTHS[interval] * index;
  const inYear = year + Math.floor(months / YEAR_MONTHS);
  const inMonth = (months % YEAR_MONTHS) + 1;
  return dayText(inYear, inMonth, Math.min(day, daysOfMonth(inYear, inMonth)));
}

/** The cycle that a day is in; -1 before the first. */
export function cycleIndexOf(rhythm: Rhythm, day: string): number {
  if (day < rhythm.firstDueOn) return -1;
  let index = leastIndex(rhythm, day);
  while (cycleDay(rhythm, index + 1) <= day) index += 1;
  return index;
}

/** A cycle that begins on the day or before it, near the cycle of the day. */
function leastIndex({ firstDueOn, interval }: Rhythm, day: string): number {
  if (interval === 'weekly') {
    return Math.floor((Date.parse(day) - Date.parse(firstDueOn)) / (WEEK_DAYS * DAY_MS));
  }
  const months = monthNumber(day) - monthNumber(firstDueOn);
  return Math.max(0, Math.floor(months / MONTHS[interval]) - 1);
}

/** When the cycle that begins on a day is due: that day, or the next business day. */
export function dueDayOf(day: string): string {
  return businessDayFrom(day);
}

/** The first of a due date and the business days after it on which no other charge is due. */
export function firstFreeDay(dueOn: string, taken: ReadonlySet<string>): string {
  let day = dueOn;
  while (taken.has(day)) day = dueDayOf(addDays(day, 1));
  return day;
}

function monthNumber(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return year * YEAR_MONTHS + month - 1;
}

function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function dayText(year: number, month: number, day: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
