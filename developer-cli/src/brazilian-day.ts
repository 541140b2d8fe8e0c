const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Brasília has been three hours behind UTC, without summer time, since 2019. */
const OFFSET_MS = 3 * HOUR_MS;

/** Today in Brasília, as `2027-01-15`. */
export function brazilianToday(): string {
  return dayText(Date.now() - OFFSET_MS);
}

/** The day some days after another one. */
export function daysAfter(day: string, days: number): string {
  return dayText(Date.parse(day) + days * DAY_MS);
}

/** A day such as `2027-01-15` as people read it. */
export function readableDay(day: string): string {
  return day.split('-').reverse().join('/');
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
