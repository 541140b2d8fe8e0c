import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DISCOUNT_NUMBERS, INTEREST_NUMBERS, PART_NUMBERS } from '#src/bank/due-charge.ts';
import { amountDue, lastPayableDay } from '#src/charges/due/amount-due.ts';
import {
  type Discount,
  type DueRules,
  discountModes,
  type InterestMode,
  interestModes,
  type PartType,
  partTypes,
} from '#src/charges/due/due-rules.ts';
import { addDays } from '#src/ground/brazilian-days.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { amountOn, type DueTerms, lastDayOf } from '../../../bank-simulator/src/bank/due-amount.ts';

const RUNS = 10_000;
const FIRST_DAY = '2024-01-01';
const DAYS = 1_500;

const days = fc.nat({ max: DAYS }).map((count) => addDays(FIRST_DAY, count));
const partName = fc.constantFrom<PartType>('fixed', 'percent');
const part = fc.record({ type: partName, value: fc.bigInt(1n, 2_000n) });
const interestMode = fc.constantFrom(...(Object.keys(interestModes) as InterestMode[]));
const interest = fc.record({ mode: interestMode, value: fc.bigInt(1n, 10_000n) });
const localDays = fc.array(days, { maxLength: 40 }).map((list) => new Set(list));

/** One discount for each day, or up to three until days. */
function discountsOf(dueDate: string) {
  const until = fc
    .tuple(
      fc.constantFrom('fixed_until' as const, 'percent_until' as const),
      fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.bigInt(1n, 2_000n), { minLength: 3, maxLength: 3 }),
    )
    .map(([mode, before, values]): Discount[] =>
      before
        .toSorted((one, other) => other - one)
        .map((count, index) => ({
          mode,
          value: values[index] ?? 1n,
          until: addDays(dueDate, -count),
        })),
    );
  const daily = fc
    .tuple(
      fc.constantFrom(
        'fixed_per_day' as const,
        'fixed_per_business_day' as const,
        'percent_per_day' as const,
        'percent_per_business_day' as const,
      ),
      fc.bigInt(1n, 200n),
    )
    .map(([mode, value]): Discount[] => [{ mode, value, until: null }]);
  return fc.oneof(fc.constant<Discount[]>([]), until, daily);
}

const rules: fc.Arbitrary<DueRules> = days.chain((dueDate) =>
  fc.record({
    amount: fc.bigInt(3_000n, 999_999_999n).map((value) => centavos(value)),
    dueDate: fc.constant(dueDate),
    daysAfterDue: fc.nat({ max: 120 }),
    fine: fc.option(part),
    interest: fc.option(interest),
    rebate: fc.option(part),
    discounts: discountsOf(dueDate),
  }),
);

/** The same rules as a bank of the standard has them. */
function termsOf({ discounts, fine, interest: rate, rebate, ...rest }: DueRules): DueTerms {
  const [first] = discounts;
  const discount = first && {
    mode: DISCOUNT_NUMBERS[first.mode],
    ...(first.until === null
      ? { value: first.value }
      : { until: discounts.map(({ until, value }) => ({ day: until ?? '', value })) }),
  };
  return {
    ...rest,
    ...(fine && { fine: { mode: PART_NUMBERS[fine.type], value: fine.value } }),
    ...(rate && { interest: { mode: INTEREST_NUMBERS[rate.mode], value: rate.value } }),
    ...(rebate && { rebate: { mode: PART_NUMBERS[rebate.type], value: rebate.value } }),
    ...(discount && { discount }),
  };
}

test('the bank simulator and the gateway compute the same amount of the day, in 10,000 cases', () => {
  const cases = fc.record({ rules, local: localDays, shift: fc.integer({ min: -90, max: 200 }) });
  fc.assert(
    fc.property(cases, ({ rules: own, local, shift }) => {
      const terms = termsOf(own);
      const last = lastPayableDay(own, local);
      assert.equal(last, lastDayOf(terms, local));
      const wanted = addDays(own.dueDate, shift);
      const day = wanted < last ? wanted : last;
      const here = amountDue(own, day, local);
      const { final, ...there } = amountOn(terms, day, local);
      assert.ok(here);
      const { amount, ...components } = here;
      assert.deepEqual({ ...components, final: amount }, { ...there, final });
    }),
    { numRuns: RUNS },
  );
});

test('the bank port and the charges have the same names and numbers of modes', () => {
  const numbersOf = (modes: Readonly<Record<string, { readonly standard: number }>>) =>
    Object.fromEntries(Object.entries(modes).map(([name, { standard }]) => [name, standard]));
  assert.deepEqual(INTEREST_NUMBERS, numbersOf(interestModes));
  assert.deepEqual(DISCOUNT_NUMBERS, numbersOf(discountModes));
  assert.deepEqual(PART_NUMBERS, partTypes);
});
