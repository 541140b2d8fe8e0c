import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import {
  completeRulesOf,
  type DueFormValues,
  EMPTY_DUE,
  endsOnDay,
  rulesOf,
  typedRulesOf,
} from '../due/due-form-values.ts';
import type { LinkDue } from './payment-link.ts';

/** When the charges of a link are due, as typed; `until` of a discount is a number of days. */
export interface LinkDueValues extends DueFormValues {
  kind_of_charge: 'now' | 'due' | 'subscription';
  due_in_days: number | string;
}

const DUE_IN_DAYS_DEFAULT = 10;
const DAY_MS = 86_400_000;

/** The values of the form for a link, or for a new one. */
export function dueValuesOf(due: LinkDue | null | undefined): LinkDueValues {
  if (!due) return { ...EMPTY_DUE, kind_of_charge: 'now', due_in_days: DUE_IN_DAYS_DEFAULT };
  const { due_in_days, discounts, ...rules } = due;
  const typed = discounts.map(({ days_before_due: days, ...discount }) => ({
    ...discount,
    until: String(days ?? ''),
  }));
  return { ...typedRulesOf({ ...rules, discounts: typed }), kind_of_charge: 'due', due_in_days };
}

/** The due date in a body; a link without one has none of its rules. */
export function dueBodyOf(values: LinkDueValues) {
  if (values.kind_of_charge !== 'due') return { due_in_days: null };
  const { due_date: _, discounts, ...rules } = rulesOf(values);
  return {
    ...rules,
    due_in_days: Number(values.due_in_days),
    discounts: (discounts ?? []).map(({ until, ...discount }) => ({
      ...discount,
      ...(endsOnDay(discount.mode) && until && { days_before_due: Number(until) }),
    })),
  };
}

/** The rules of a charge that is created today, for the preview; null while they lack the days. */
export function rulesOfToday(values: LinkDueValues) {
  const { kind_of_charge: kind, due_in_days: days } = values;
  if (kind !== 'due' || days === '') return null;
  const dueDay = dayAfterToday(Number(days));
  const { discounts, ...rules } = completeRulesOf({ ...values, due_date: dueDay });
  return {
    ...rules,
    discounts: (discounts ?? []).map(({ until, ...discount }) => ({
      ...discount,
      ...(until && { until: dayAfterToday(Number(days) - Number(until)) }),
    })),
  };
}

function dayAfterToday(days: number): string {
  return brasiliaDay(new Date(Date.now() + days * DAY_MS));
}
