import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';

/** The most days of a period. */
const PERIOD_DAYS_MAX = 366;

export const periodNames = [
  'today',
  'yesterday',
  '7_days',
  '30_days',
  '90_days',
  'this_month',
  'last_month',
] as const;

export type PeriodName = (typeof periodNames)[number];

/** Days of Brasília, both included. */
export interface Period {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A period, and the period before it for comparison. */
export interface ComparedPeriods {
  readonly period: Period;
  readonly before: Period;
}

/**
 * The days of a named period and of the period before, which has as many days. For a month the
 * period before is the previous month; for a month that has not ended, only its first days.
 */
export function namedPeriods(name: PeriodName, today: string): ComparedPeriods {
  switch (name) {
    case 'today':
      return periodsOf(today, today);
    case 'yesterday':
      return periodsOf(addDays(today, -1), addDays(today, -1));
    case '7_days':
      return periodsOf(addDays(today, -6), today);
    case '30_days':
      return periodsOf(addDays(today, -29), today);
    case '90_days':
      return periodsOf(addDays(today, -89), today);
    case 'this_month': {
      const before = monthBefore(today);
      const daysAfter = daysBetween(firstOfMonth(today), today);
      const lastDay = addDays(before.firstDay, daysAfter);
      return {
        period: { firstDay: firstOfMonth(today), lastDay: today },
        // February may be shorter than the days of March that have passed.
        before: { ...before, lastDay: lastDay < before.lastDay ? lastDay : before.lastDay },
      };
    }
    case 'last_month': {
      const period = monthBefore(today);
      return { period, before: monthBefore(period.firstDay) };
    }
  }
}

/**
 * A period that was chosen by its first and last day. Refuses `invalid_request` for texts that are
 * not days, and for a period that ends before it begins or in the future, or has more than 366
 * days.
 */
export function chosenPeriods(firstDay: string, lastDay: string, today: string): ComparedPeriods {
  for (const [field, day] of Object.entries({ from: firstDay, to: lastDay })) {
    if (startOfBrazilianDay(day) === undefined) throw refusal(field, (texts) => texts.day);
  }
  if (firstDay > lastDay || lastDay > today) throw refusal('to', (texts) => texts.pastPeriod);
  if (daysBetween(firstDay, lastDay) >= PERIOD_DAYS_MAX) {
    throw refusal('from', (texts) => texts.longPeriod(PERIOD_DAYS_MAX));
  }
  return periodsOf(firstDay, lastDay);
}

function refusal(field: string, text: Parameters<typeof fieldText>[0]): Refusal {
  return new Refusal('invalid_request', { fields: [{ field, message: fieldText(text) }] });
}

/** The days of a period, oldest first. */
export function daysOf({ firstDay, lastDay }: Period): string[] {
  const count = daysBetween(firstDay, lastDay) + 1;
  return Array.from({ length: count }, (_, index) => addDays(firstDay, index));
}

function periodsOf(firstDay: string, lastDay: string): ComparedPeriods {
  const count = daysBetween(firstDay, lastDay) + 1;
  return {
    period: { firstDay, lastDay },
    before: { firstDay: addDays(firstDay, -count), lastDay: addDays(firstDay, -1) },
  };
}

function monthBefore(day: string): Period {
  const lastDay = addDays(firstOfMonth(day), -1);
  return { firstDay: firstOfMonth(lastDay), lastDay };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);
}
