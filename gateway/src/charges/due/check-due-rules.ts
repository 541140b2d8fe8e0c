import type { LocalHolidays } from '#src/ground/business-days.ts';
import { type ProblemCode, type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { type FieldTexts, fieldText } from '#src/ground/errors/texts/field-text.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { amountDue, discountOn, lastPayableDay, rebateOf } from './amount-due.ts';
import { type Discount, type DueRules, discountModes } from './due-rules.ts';

/** The days that rules are checked for. */
export interface CheckedDays {
  readonly createdOn: string;
  readonly today: string;
  readonly local: LocalHolidays;
}

/**
 * Checks what rules of the right shape must hold together, and puts the discounts in the order of
 * their days. Refuses `due_date_in_past`, `invalid_discounts`, `due_amount_too_small` and
 * `due_amount_too_large`.
 */
export function checkDueRules(unsorted: DueRules, days: CheckedDays): DueRules {
  const { dueDate } = unsorted;
  if (dueDate < days.createdOn) {
    refuseRule('due_date_in_past', 'due_date', (texts) => texts.firstDay(days.createdOn));
  }
  const fields = faultsOfDiscounts(unsorted);
  if (fields.length > 0) throw new Refusal('invalid_discounts', { fields });
  const rules = { ...unsorted, discounts: unsorted.discounts.toSorted(byDay) };
  if (smallestAmount(rules, days) < 1n) {
    const field = rules.discounts.length > 0 ? 'discounts' : 'rebate';
    refuseRule('due_amount_too_small', field, (texts) => texts.leavesNothing);
  }
  const last = amountDue(rules, lastPayableDay(rules, days.local), days.local);
  if (last === undefined || last.amount > AMOUNT_CENTAVOS_MAX) {
    const field = rules.interest ? 'interest' : 'fine';
    refuseRule('due_amount_too_large', field, (texts) => texts.exceedsLargestAmount);
  }
  return rules;
}

function refuseRule(
  code: ProblemCode,
  field: string,
  choose: (texts: FieldTexts) => string,
): never {
  throw new Refusal(code, { fields: [{ field, message: fieldText(choose) }] });
}

function faultsOfDiscounts({ discounts, dueDate }: DueRules): ProblemField[] {
  return discounts.flatMap(({ mode, until }, index) => {
    const fault = (field: string, choose: (texts: FieldTexts) => string): ProblemField => ({
      field: `discounts.${index}.${field}`,
      message: fieldText(choose),
    });
    const earlier = discounts.slice(0, index);
    if (mode !== discounts[0]?.mode) return [fault('mode', (texts) => texts.sameDiscountMode)];
    if (until === null)
      return index === 0 ? [] : [fault('mode', (texts) => texts.onlyOneDiscountPerDay)];
    if (until > dueDate) return [fault('until', (texts) => texts.notAfterDueDate)];
    const isRepeated = earlier.some((other) => other.until === until);
    return isRepeated ? [fault('until', (texts) => texts.repeatedDay)] : [];
  });
}

function byDay(a: Discount, b: Discount): number {
  return (a.until ?? '') < (b.until ?? '') ? -1 : 1;
}

/** The amount less the rebate and the largest discount that a payment from today on can have. */
export function smallestAmount(rules: DueRules, { today, local }: CheckedDays): bigint {
  const discounts = rules.discounts.map((discount) => {
    const isAnyDay = discountModes[discount.mode].endsOnDay;
    const day = isAnyDay ? (discount.until ?? today) : today;
    return discountOn({ ...rules, discounts: [discount] }, day, local);
  });
  const largest = discounts.reduce((most, each) => (each > most ? each : most), 0n);
  return rules.amount - rebateOf(rules) - largest;
}
