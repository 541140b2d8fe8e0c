import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';

/** The hour in Brasília from which the summary of the day before is mailed. */
const SUMMARY_HOUR = 8;

/** The last day whose summary is due: yesterday's from 08:00 in Brasília on. */
export function lastSummaryDay(now: number): string {
  const today = brazilianDayOf(now);
  const dueAt = startOfKnownDay(today) + SUMMARY_HOUR * HOUR_MS;
  return addDays(today, now >= dueAt ? -1 : -2);
}
