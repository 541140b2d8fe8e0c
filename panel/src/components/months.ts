import { locale } from '#panel/texts/common.ts';
import { brasiliaDay } from './brasilia-day.ts';

const MONTHS = 24;
const monthFormat = new Intl.DateTimeFormat(locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar month: its first and last day, as `2026-11-01`, and its name. */
export interface Month {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** The current month in Brasília and those before it. */
export function recentMonths(now: Date): Month[] {
  const [year = 0, month = 0] = brasiliaDay(now).split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const last = new Date(Date.UTC(year, month - back, 0));
    return { from: dayOf(first), to: dayOf(last), label: monthFormat.format(first) };
  });
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
