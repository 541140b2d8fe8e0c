import { DAY_MS, HOUR_MS } from './durations.ts';

const ZONE = 'America/Sao_Paulo';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
// Summer time, which Brazil gave up in 2019, was an hour nearer to UTC.
const MIDNIGHT_HOURS_UTC = [2, 3];

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' });
const englishDayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, dateStyle: 'medium' });
const timeFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

// A cache of one day: most instants are of today.
let latest = { from: 0, until: 0, day: '' };

/** The day of an instant as Brasília's clocks show it: `2026-11-20`. */
export function brazilianDayOf(atMs: number): string {
  if (atMs >= latest.from && atMs < latest.until) return latest.day;
  const day = dayFormat.format(atMs);
  const from = startOfBrazilianDay(day);
  const until = startOfBrazilianDay(addDays(day, 1));
  if (from !== undefined && until !== undefined) latest = { from, until, day };
  return day;
}

/** The first instant of a day at Brasília; undefined for a text that is not a day. */
export function startOfBrazilianDay(day: string): number | undefined {
  if (!DAY.test(day)) return undefined;
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Date.parse lets 31 February slide into March.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return undefined;
  const starts = MIDNIGHT_HOURS_UTC.map((hours) => utc + hours * HOUR_MS);
  return starts.find((atMs) => dayFormat.format(atMs) === day);
}

/** The first instant of a day at Brasília. Throws for a text that is not a day. */
export function startOfKnownDay(day: string): number {
  const start = startOfBrazilianDay(day);
  if (start === undefined) throw new Error(`${day} is not a day`);
  return start;
}

/** The day some days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A day as Brazilians write it: `20/11/2026`. */
export function brazilianDate(day: string): string {
  return day.split('-').reverse().join('/');
}

/** An instant for a person's spreadsheet: `20/11/2026 09:00:00` by Brasília's clocks. */
export function brazilianTime(atMs: number): string {
  return `${brazilianDate(brazilianDayOf(atMs))} ${clockTime(atMs)}`;
}

/** A day for a person who reads English: `20 Nov 2026`. Countries order numbers differently. */
export function englishDate(day: string): string {
  return englishDayFormat.format(startOfBrazilianDay(day) ?? Date.parse(day));
}

/** An instant for a person who reads English: `20 Nov 2026, 09:00:00` by Brasília's clocks. */
export function englishTime(atMs: number): string {
  return `${englishDate(brazilianDayOf(atMs))}, ${clockTime(atMs)}`;
}

/** The time of an instant by Brasília's clocks: `09:00:00`. */
export function clockTime(atMs: number): string {
  const parts = Object.fromEntries(
    timeFormat.formatToParts(atMs).map(({ type, value }) => [type, value]),
  );
  const { hour, minute, second } = parts;
  return `${hour}:${minute}:${second}`;
}
