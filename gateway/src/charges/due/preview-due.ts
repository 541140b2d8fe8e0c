import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { amountDue, lastPayableDay } from './amount-due.ts';
import type { DueTerms } from './due-terms.ts';
import { amountsOf, type Division, planDue, type RequestedDue } from './plan-due.ts';

/** The days after the due date that a preview shows, beside the last payable one. */
const LATE_DAYS_SHOWN = [1, 10];

interface ChargeToPreview {
  readonly amount: Centavos;
  readonly division: Division;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The smallest and the largest payment of a charge with a due date that is created now, and what is
 * paid on the days that matter. Refuses what `planDue` refuses.
 */
export function previewDue(requested: RequestedDue, { amount, division, now }: ChargeToPreview) {
  const terms = planDue(requested, { amount, division, clockId: null, now });
  const today = brazilianDayOf(now);
  const [smallest, largest] = amountsOf(terms.rules, today, terms.local);
  return { smallest, largest, days: daysOf(terms, today) };
}

/**
 * The amount of today, of the last day of each discount, of the due date, of some days after it and
 * of the last payable day. Days that are not business days are moved, as the rules move them.
 */
export function daysOf({ rules, local }: DueTerms, today: string) {
  const dueDay = businessDayFrom(rules.dueDate, local);
  const last = lastPayableDay(rules, local);
  const discounts = rules.discounts.flatMap(({ until }) =>
    until === null ? [] : [businessDayFrom(until, local)],
  );
  const late = LATE_DAYS_SHOWN.map((days) => addDays(dueDay, days));
  const days = [today, ...discounts, dueDay, ...late, last]
    .filter((day) => day >= today && day <= last)
    .toSorted();
  return [...new Set(days)].flatMap((day) => {
    const due = amountDue(rules, day, local);
    if (due === undefined) return [];
    return [
      {
        day,
        is_late: day > dueDay,
        original: centavosToJson(due.original),
        fine: centavosToJson(due.fine),
        interest: centavosToJson(due.interest),
        rebate: centavosToJson(due.rebate),
        discount: centavosToJson(due.discount),
        amount: centavosToJson(due.amount),
      },
    ];
  });
}
