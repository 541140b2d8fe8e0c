import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type AmountDue, amountDue, lastPayableDay } from './amount-due.ts';
import type { Discount, DueRules, Interest, Part } from './due-rules.ts';

type Changes = Partial<Omit<DueRules, 'amount'>>;

function rulesOf(amount: number, dueDate: string, changes: Changes = {}): DueRules {
  const none = { fine: null, interest: null, rebate: null, discounts: [] };
  return { amount: centavos(amount), dueDate, daysAfterDue: 30, ...none, ...changes };
}

const percent = (value: bigint): Part => ({ type: 'percent', value });
const fixed = (value: bigint): Part => ({ type: 'fixed', value });
const interest = (mode: Interest['mode'], value: bigint): Interest => ({ mode, value });

function discount(mode: Discount['mode'], value: bigint, until: string | null = null): Discount {
  return { mode, value, until };
}

/** Asserts the components that are not zero, and the amount. */
function assertDue(
  rules: DueRules,
  day: string,
  expected: Partial<Record<keyof AmountDue, bigint>>,
): void {
  const zero = { fine: 0n, interest: 0n, rebate: 0n, discount: 0n };
  const whole = { original: rules.amount, ...zero, ...expected };
  assert.deepEqual(amountDue(rules, day), whole, `${rules.dueDate} paid on ${day}`);
}

/** The last of the days around the due date on which the charge can be paid. */
function payableUntil(dueDate: string, daysAfterDue: number): string | undefined {
  const rules = rulesOf(100, dueDate, { daysAfterDue });
  const days = Array.from({ length: 60 }, (_, index) => addDays(dueDate, index - 20));
  const end = days.findIndex((day) => amountDue(rules, day) === undefined);
  return days[end - 1];
}

test('the worked cases of the Central Bank’s manual and its maintainers give their amounts', () => {
  // Cases 1 and 2: the factor of ten days is 0.003333.
  const monthly = { fine: percent(200n), interest: interest('percent_per_month', 100n) };
  const first = rulesOf(12_345, '2026-12-10', monthly);
  assertDue(first, '2026-12-10', { amount: 12_345n });
  assertDue(first, '2026-12-20', { interest: 41n, fine: 246n, amount: 12_632n });
  // Case 3: a Saturday moves to Monday (bacen/pix-api 347).
  const saturday = rulesOf(1_000, '2021-02-27', { interest: interest('fixed_per_day', 10n) });
  assertDue(saturday, '2021-03-01', { amount: 1_000n });
  // Case 5: the factor is cut to 0.000333, so it is not 10.00 (bacen/pix-api 607).
  const large = rulesOf(3_000_000, '2026-12-10', {
    interest: interest('percent_per_month', 100n),
  });
  assertDue(large, '2026-12-11', { interest: 999n, amount: 3_000_999n });
  // Case 6: half a centavo of rebate is none (bacen/pix-api 404).
  assertDue(rulesOf(1_000, '2026-12-10', { rebate: percent(5n) }), '2026-12-10', {
    amount: 1_000n,
  });
  // Case 12: seven days, Carnival among them; the factor is 0.002333.
  const yearly = { fine: fixed(1_000n), interest: interest('percent_per_year', 1_200n) };
  assertDue(rulesOf(500_000, '2027-02-05', yearly), '2027-02-12', {
    interest: 1_166n,
    fine: 1_000n,
    amount: 502_166n,
  });
  // Case 15: Christmas on a Friday moves to Monday.
  const christmas = { fine: percent(200n), interest: interest('fixed_per_day', 33n) };
  assertDue(rulesOf(10_000, '2026-12-25', christmas), '2026-12-28', { amount: 10_000n });
  assertDue(rulesOf(10_000, '2026-12-25', christmas), '2026-12-29', {
    interest: 33n,
    fine: 200n,
    amount: 10_233n,
  });
});

test('the worked cases of discounts give their amounts', () => {
  // Case 7: the second of two days, of the amount less the rebate.
  const untilDays = rulesOf(150_000, '2026-12-30', {
    rebate: fixed(5_000n),
    discounts: [
      discount('percent_until', 1_000n, '2026-12-10'),
      discount('percent_until', 500n, '2026-12-20'),
    ],
  });
  const rebate = 5_000n;
  assertDue(untilDays, '2026-12-10', { rebate, discount: 14_500n, amount: 130_500n });
  assertDue(untilDays, '2026-12-15', { rebate, discount: 7_250n, amount: 137_750n });
  // Case 9: seven days up to the holiday on which the charge is due.
  const perDay = rulesOf(99_999, '2026-12-25', { discounts: [discount('percent_per_day', 10n)] });
  assertDue(perDay, '2026-12-18', { discount: 699n, amount: 99_300n });
  // Case 10: the 22nd, 23rd, 24th, 28th, 29th and 30th.
  const perBusinessDay = rulesOf(20_000, '2026-12-30', {
    discounts: [discount('fixed_per_business_day', 50n)],
  });
  assertDue(perBusinessDay, '2026-12-21', { discount: 300n, amount: 19_700n });
});

test('interest that counts business days adds no fine and no interest on a Saturday', () => {
  const rules = rulesOf(10_000, '2026-12-11', {
    fine: percent(200n),
    interest: interest('fixed_per_business_day', 10n),
  });
  assertDue(rules, '2026-12-12', { amount: 10_000n });
  assertDue(rules, '2026-12-13', { amount: 10_000n });
  assertDue(rules, '2026-12-14', { interest: 10n, fine: 200n, amount: 10_210n });
});

test('without interest the fine is due on the first day after the moved due date, once', () => {
  const rules = rulesOf(10_000, '2026-12-11', { fine: percent(200n) });
  assertDue(rules, '2026-12-12', { fine: 200n, amount: 10_200n });
  assertDue(rules, '2026-12-30', { fine: 200n, amount: 10_200n });
});

test('each mode of interest counts its days and divides by the days of its period', () => {
  // Due on a Friday, paid on the Tuesday: four days, two business days.
  const cases: [Interest, bigint][] = [
    [interest('fixed_per_day', 10n), 40n],
    [interest('percent_per_day', 33n), 1_320n],
    [interest('percent_per_month', 100n), 133n],
    [interest('percent_per_year', 1_200n), 133n],
    [interest('fixed_per_business_day', 10n), 20n],
    [interest('percent_per_business_day', 33n), 660n],
    [interest('percent_per_business_month', 100n), 95n],
    [interest('percent_per_business_year', 1_200n), 95n],
  ];
  for (const [rule, value] of cases) {
    const rules = rulesOf(100_000, '2026-12-11', { interest: rule });
    assertDue(rules, '2026-12-15', { interest: value, amount: 100_000n + value });
  }
});

test('each mode of discount counts its days, and none is given on the due date', () => {
  // Due on a Wednesday, paid on the Monday of the week before: nine days, six business days.
  const cases: [Discount, bigint][] = [
    [discount('fixed_until', 75n, '2026-12-21'), 75n],
    [discount('percent_until', 75n, '2026-12-21'), 150n],
    [discount('fixed_per_day', 50n), 450n],
    [discount('fixed_per_business_day', 50n), 300n],
    [discount('percent_per_day', 10n), 180n],
    [discount('percent_per_business_day', 10n), 120n],
  ];
  for (const [rule, value] of cases) {
    const rules = rulesOf(20_000, '2026-12-30', { discounts: [rule] });
    assertDue(rules, '2026-12-21', { discount: value, amount: 20_000n - value });
    assertDue(rules, '2026-12-30', { amount: 20_000n });
  }
});

test('fine, interest and discount are parts of the amount less the rebate, each rounded down', () => {
  const rules = rulesOf(10_099, '2026-12-11', {
    rebate: percent(1_000n),
    fine: percent(200n),
    interest: interest('percent_per_day', 100n),
    discounts: [discount('percent_until', 500n, '2026-12-10')],
  });
  const rebate = 1_009n;
  assertDue(rules, '2026-12-10', { rebate, discount: 454n, amount: 8_636n });
  assertDue(rules, '2026-12-12', { rebate, interest: 90n, fine: 181n, amount: 9_361n });
});

test('a discount whose last day is no business day is given until the next business day', () => {
  const rules = rulesOf(10_000, '2026-12-30', {
    discounts: [discount('fixed_until', 100n, '2026-12-19')],
  });
  assertDue(rules, '2026-12-21', { discount: 100n, amount: 9_900n });
  assertDue(rules, '2026-12-22', { amount: 10_000n });
});

test('a local holiday moves the due date, a discount’s last day and the last payable day', () => {
  // A Monday, and a Tuesday that is a holiday.
  const rules = rulesOf(10_000, '2026-12-07', {
    daysAfterDue: 1,
    fine: percent(200n),
    discounts: [discount('fixed_until', 100n, '2026-12-07')],
  });
  const local = new Set(['2026-12-07', '2026-12-09']);
  assertDue(rules, '2026-12-08', { fine: 200n, amount: 10_200n });
  assert.equal(amountDue(rules, '2026-12-09'), undefined);
  assert.equal(amountDue(rules, '2026-12-08', local)?.amount, 9_900n);
  assert.equal(amountDue(rules, '2026-12-09', local)?.amount, 10_200n);
  assert.equal(lastPayableDay(rules, local), '2026-12-10');
  assert.equal(amountDue(rules, '2026-12-11', local), undefined);
});

test('a discount leaves at least one centavo on every day', () => {
  const rules = rulesOf(100, '2026-12-11', { discounts: [discount('fixed_per_day', 60n)] });
  assertDue(rules, '2026-12-01', { discount: 99n, amount: 1n });
});

test('a charge is payable until the days of the Central Bank’s examples A to G', () => {
  assert.equal(payableUntil('2020-10-20', 4), '2020-10-26');
  assert.equal(payableUntil('2020-12-25', 0), '2020-12-28');
  assert.equal(payableUntil('2020-12-25', 1), '2020-12-29');
  assert.equal(payableUntil('2020-12-25', 3), '2020-12-31');
  assert.equal(payableUntil('2020-12-25', 4), '2021-01-04');
  assert.equal(payableUntil('2021-08-27', 5), '2021-09-01');
  assert.equal(payableUntil('2021-08-28', 5), '2021-09-06');
});
