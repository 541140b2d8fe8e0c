import type { Static } from 'typebox';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { lastPayableDay } from './amount-due.ts';
import type { DueRules } from './due-rules.ts';
import type { DueAnswer } from './due-schemas.ts';
import { amountDueAt, type DueTerms } from './due-terms.ts';

/** The rules as the API takes and shows them, without the amount. */
export function rulesView({ fine, interest, rebate, discounts, ...rules }: DueRules) {
  const part = <Rule extends { readonly value: bigint }>(rule: Rule | null) =>
    rule && { ...rule, value: Number(rule.value) };
  return {
    due_date: rules.dueDate,
    days_after_due: rules.daysAfterDue,
    fine: part(fine),
    interest: part(interest),
    rebate: part(rebate),
    discounts: discounts.map(({ until, value, mode }) => ({
      mode,
      value: Number(value),
      ...(until !== null && { until }),
    })),
  };
}

/** The terms of a charge; `revisions` are there when one charge is read. */
export type DueView = Static<typeof DueAnswer>;

/**
 * The terms of a charge as the API shows them. What is payable is shown while the charge is
 * pending; `now` is in milliseconds.
 */
export function dueView(
  terms: DueTerms,
  { isPending, now }: { isPending: boolean; now: number },
): DueView {
  const { rules, local, revision, expected } = terms;
  return {
    ...rulesView(rules),
    last_payable_day: lastPayableDay(rules, local),
    payable_today: isPending ? centavosToJson(amountDueAt(terms, now).amount) : null,
    revision,
    ...(expected !== undefined && { expected_amount: centavosToJson(expected) }),
  };
}
