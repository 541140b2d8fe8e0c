import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { type AmountDue, amountDue, lastDiscountDay, lastPayableDay } from './amount-due.ts';
import { amountDueAt, type DueTerms } from './due-terms.ts';

/** A charge with a due date as its payer sees it on a day. */
export interface ShownDue {
  /** The amount of the day and how it came about; of a paid charge what was paid. */
  readonly amount: AmountDue;
  readonly dueDate: string;
  /** Whether the day is after the due date, moved to a business day. */
  readonly isLate: boolean;
  readonly lastDay: string;
  /** Whether the day is the last one on which the charge can be paid. */
  readonly isLastDay: boolean;
  /** The amount to be paid on the next day, if it differs; null if it is the same. */
  readonly tomorrow: Centavos | null;
  /** The last day of the discount in the amount; null if there is none with such a day. */
  readonly discountUntil: string | null;
}

/** The terms as a payer sees them at an instant (milliseconds), by the day at Brasília. */
export function shownDue(terms: DueTerms, now: number): ShownDue {
  const { rules, local, paid } = terms;
  const today = brazilianDayOf(now);
  const amount = paid ?? amountDueAt(terms, now);
  const lastDay = lastPayableDay(rules, local);
  const next = amountDue(rules, addDays(today, 1), local)?.amount;
  return {
    amount,
    dueDate: rules.dueDate,
    lastDay,
    isLate: today > businessDayFrom(rules.dueDate, local),
    isLastDay: today >= lastDay,
    tomorrow: next === undefined || next === amount.amount ? null : next,
    discountUntil: lastDiscountDay(rules, today, local),
  };
}

/** Changes whenever a page of the charge must be shown anew: each day and with each change. */
export function versionOfDue({ revision }: DueTerms, now: number): string {
  return `${brazilianDayOf(now)}/${revision}`;
}
