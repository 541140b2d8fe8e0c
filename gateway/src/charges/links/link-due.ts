import type { Static } from 'typebox';
import { addDays } from '#src/ground/brazilian-days.ts';
import { NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import { lastPayableDay } from '../due/amount-due.ts';
import type { DueRules } from '../due/due-rules.ts';
import type { LinkDueAnswer } from './link-due-schemas.ts';

/**
 * When the charges of a link are due, and their rules, by the names of the API. Days are counted
 * from the creation of each charge, and the last days of discounts back from its due date.
 */
export type LinkDue = Static<typeof LinkDueAnswer>;

/** The rules of a charge that is created on a day (`2026-11-20`), as the API takes them. */
export function rulesOn({ due_in_days: days, ...rules }: LinkDue, today: string) {
  const dueDate = addDays(today, days);
  return {
    ...rules,
    due_date: dueDate,
    discounts: rules.discounts.map(({ days_before_due: before, ...discount }) => ({
      ...discount,
      ...(before !== undefined && { until: addDays(dueDate, -before) }),
    })),
  };
}

/** The rules of a charge that is created on a day, without its amount, and its last payable day. */
export function shownRulesOn(
  due: LinkDue,
  today: string,
): { readonly rules: Omit<DueRules, 'amount'>; readonly lastDay: string } {
  const { due_date: dueDate, discounts } = rulesOn(due, today);
  const days = { dueDate, daysAfterDue: due.days_after_due };
  const rules = {
    ...days,
    fine: due.fine && inBigint(due.fine),
    interest: due.interest && inBigint(due.interest),
    rebate: due.rebate && inBigint(due.rebate),
    discounts: discounts.map((discount) => ({ until: null, ...inBigint(discount) })),
  };
  return { rules, lastDay: lastPayableDay(days, NO_LOCAL_HOLIDAYS) };
}

function inBigint<Rule extends { readonly value: number }>(rule: Rule) {
  return { ...rule, value: BigInt(rule.value) };
}
