const DAY_MS = 86_400_000;
/** A day of Brazil ends at 03:00 in UTC, and by a mistake at 00:00. */
const TIMES = ['00:00:00Z', '02:59:00Z', '03:00:00Z', '23:59:50Z'];
/** Minutes before the end of the last day in Brazil, and in the middle of 29 February. */
const LAST_OF_MONTH = 'T02:55:00Z';
const LEAP_DAY = '-02-29T15:00:00Z';
/** Folders whose tests take their time from the tests' clock. */
export const CLASSES_AT_HOURS: readonly string[] = ['api', 'live', 'panel'];

/**
 * The instant of a day: each comes once a week. All are in the future, because tests move their
 * clock forwards too.
 */
export function instantOfDay(now: number): string {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const nextMonth = Date.UTC(year, today.getUTCMonth() + 1, 1);
  const instants = [
    ...TIMES.map((time) => `${dayOf(now + DAY_MS)}T${time}`),
    `${dayOf(nextMonth)}${LAST_OF_MONTH}`,
    `${year + 1}-01-01${LAST_OF_MONTH}`,
    `${year + 4 - (year % 4)}${LEAP_DAY}`,
  ];
  return instants[Math.floor(now / DAY_MS) % instants.length] ?? new Date(now).toISOString();
}
