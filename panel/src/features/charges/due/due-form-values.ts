import { newFormKey } from '#panel/components/form-key.ts';
import type { ChargeRules } from './due-types.ts';

/** A fine, an interest or a rebate as typed. */
export interface TypedRule {
  /** Empty for no rule; else how the value is given, by the API's name. */
  mode: string;
  percentage: number | string;
  /** Centavos. */
  amount: number;
}

/** The value of a discount as typed; `key` identifies its row in the form. */
export interface TypedDiscount {
  key: string;
  percentage: number | string;
  /** Centavos. */
  amount: number;
  /** The last day, in a mode that has one; for a link the days from it to the due date. */
  until: number | string;
}

export interface TypedAddress {
  street: string;
  city: string;
  state: string;
  postal_code: string;
  city_code: string;
}

/** The fields of a due date in a form, by the API's names where they are the same. */
export interface DueFormValues {
  due_date: string;
  days_after_due: number | string;
  fine: TypedRule;
  interest: TypedRule;
  rebate: TypedRule;
  /** Empty for no discount. */
  discount_mode: string;
  discounts: TypedDiscount[];
}

const NO_RULE: TypedRule = { mode: '', percentage: '', amount: 0 };
const DAYS_AFTER_DUE_DEFAULT = 30;
const BASIS_POINTS_PER_PERCENT = 100;

export const EMPTY_DUE: DueFormValues = {
  due_date: '',
  days_after_due: DAYS_AFTER_DUE_DEFAULT,
  fine: NO_RULE,
  interest: NO_RULE,
  rebate: NO_RULE,
  discount_mode: '',
  discounts: [],
};

export const EMPTY_ADDRESS: TypedAddress = {
  street: '',
  city: '',
  state: '',
  postal_code: '',
  city_code: '',
};

/** An address as the API takes it. */
export function addressOf({ city_code, ...address }: TypedAddress) {
  return { ...address, city_code: city_code.trim() || null };
}

export function emptyDiscount(): TypedDiscount {
  return { key: newFormKey(), percentage: '', amount: 0, until: '' };
}

/** Whether the value of a mode is a rate; else it is an amount. */
export function isRate(mode: string): boolean {
  return mode.startsWith('percent');
}

/** Whether the discounts of a mode end on a day. */
export function endsOnDay(mode: string): boolean {
  return mode.endsWith('_until');
}

/** The rules as the API takes them; an empty value is left out, which the API refuses by name. */
export function rulesOf(values: DueFormValues): ChargeRules {
  const { due_date, days_after_due, fine, interest, rebate, discount_mode: mode } = values;
  const rule = ({ mode: type, ...typed }: TypedRule) =>
    type === '' ? null : { type, value: valueToSend(type, typed) };
  const typedInterest = rule(interest);
  const discounts = mode === '' ? [] : values.discounts;
  const rules = {
    due_date,
    days_after_due: days_after_due === '' ? null : Number(days_after_due),
    fine: rule(fine),
    interest: typedInterest && { mode: typedInterest.type, value: typedInterest.value },
    rebate: rule(rebate),
    discounts: discounts.map((discount) => ({
      mode,
      value: valueToSend(mode, discount),
      ...(endsOnDay(mode) && { until: String(discount.until) }),
    })),
  };
  // The selects offer the API's names only.
  return rules as ChargeRules;
}

/** The rules whose values are typed already, for the preview of a form that is being filled. */
export function completeRulesOf(values: DueFormValues): ChargeRules {
  const { fine, interest, rebate, discounts, ...rules } = rulesOf(values);
  const complete = <Rule extends { value: number }>(rule: Rule | null | undefined) =>
    rule && rule.value > 0 ? rule : null;
  return {
    ...rules,
    fine: complete(fine),
    interest: complete(interest),
    rebate: complete(rebate),
    discounts: (discounts ?? []).filter(({ value, until }) => value > 0 && until !== ''),
  };
}

/** The rules of a charge as a form shows them. */
export function typedRulesOf(rules: ChargeRules): DueFormValues {
  const { fine, interest, rebate, discounts } = rules;
  const [first] = discounts ?? [];
  return {
    due_date: rules.due_date ?? '',
    days_after_due: rules.days_after_due ?? DAYS_AFTER_DUE_DEFAULT,
    fine: fine ? typedRule(fine.type, fine.value) : NO_RULE,
    interest: interest ? typedRule(interest.mode, interest.value) : NO_RULE,
    rebate: rebate ? typedRule(rebate.type, rebate.value) : NO_RULE,
    discount_mode: first?.mode ?? '',
    discounts: (discounts ?? []).map(({ mode, value, until }) => ({
      ...typedRule(mode, value),
      key: newFormKey(),
      until: until ?? '',
    })),
  };
}

function typedRule(mode: string, value: number): TypedRule {
  return isRate(mode)
    ? { mode, percentage: value / BASIS_POINTS_PER_PERCENT, amount: 0 }
    : { mode, percentage: '', amount: value };
}

/** Centavos, or basis points for a rate; undefined for an empty field. */
function valueToSend(
  mode: string,
  { percentage, amount }: Pick<TypedRule, 'percentage' | 'amount'>,
): number | undefined {
  if (!isRate(mode)) return amount || undefined;
  return percentage === '' ? undefined : Math.round(Number(percentage) * BASIS_POINTS_PER_PERCENT);
}
