import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';

// "vence 10/12", "venceu em 10/12/2026", "vencimento 2026-12-10" or "due on 10/12".
const WITH_WORD =
  /^(?:vence|vencem|venceu|venceram|vencimento|due)\s+(?:(?:em|no dia|dia|on)\s+)?(\S.*)$/i;
const BRAZILIAN = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;
const ISO = /^\d{4}-\d{2}-\d{2}$/;
const YEARS_APART = [-1, 0, 1];

/**
 * The due date (`2026-12-10`) in a text of the search box; undefined for any other text. A date
 * without a year needs the word before it, and is the one nearest to today.
 */
export function typedDueDay(text: string, today: string): string | undefined {
  const [, named] = WITH_WORD.exec(text) ?? [];
  const typed = (named ?? text).trim();
  if (ISO.test(typed)) return isDay(typed) ? typed : undefined;
  const [, day = '', month = '', year] = BRAZILIAN.exec(typed) ?? [];
  if (month === '') return undefined;
  const monthAndDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year !== undefined) return [`${year}-${monthAndDay}`].find(isDay);
  return named === undefined ? undefined : nearestTo(today, monthAndDay);
}

function nearestTo(today: string, monthAndDay: string): string | undefined {
  const thisYear = Number(today.slice(0, 4));
  const days = YEARS_APART.map((years) => `${thisYear + years}-${monthAndDay}`).filter(isDay);
  return days.toSorted((a, b) => distance(a, today) - distance(b, today))[0];
}

function distance(day: string, today: string): number {
  return Math.abs(Date.parse(day) - Date.parse(today)) / DAY_MS;
}

function isDay(day: string): boolean {
  return startOfBrazilianDay(day) !== undefined;
}
