import { type ChosenPeriod, type OwnPeriod, PERIOD_NAMES } from '#panel/early/overview-address.ts';
import { brasiliaDay } from './brasilia-day.ts';

const DAY_MS = 86_400_000;

/** The first and the last day of a period, as the gateway counts them in Brasília. */
export function daysOfPeriod(period: ChosenPeriod, now = new Date()): OwnPeriod {
  if (typeof period !== 'string') return period;
  const today = brasiliaDay(now);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: before(today, 1), to: before(today, 1) };
    case '7_days':
      return { from: before(today, 6), to: today };
    case '30_days':
      return { from: before(today, 29), to: today };
    case '90_days':
      return { from: before(today, 89), to: today };
    case 'this_month':
      return { from: firstOfMonth(today), to: today };
    case 'last_month': {
      const to = before(firstOfMonth(today), 1);
      return { from: firstOfMonth(to), to };
    }
  }
}

/** The name of these days today; undefined if they have none. */
export function nameOfDays({ from, to }: OwnPeriod) {
  return PERIOD_NAMES.find((name) => {
    const named = daysOfPeriod(name);
    return named.from === from && named.to === to;
  });
}

function before(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
