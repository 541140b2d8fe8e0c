import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#src/ground/brazilian-days.ts';
import { isBusinessDay } from '#src/ground/business-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { type AmountDue, amountDue, lastPayableDay } from './amount-due.ts';
import { type DueRules, discountModes, interestModes } from './due-rules.ts';
import { parseDueRules } from './parse-due-rules.ts';

const RUNS = 5_000;
const EPOCH = '2026-11-24';

const value = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 10_000 }));
const part = fc.option(fc.record({ type: fc.constantFrom('fixed', 'percent'), value }));
const modesOf = <Mode extends string>(modes: Readonly<Record<Mode, unknown>>) =>
  fc.constantFrom(...(Object.keys(modes) as Mode[]));
const discounts = fc.record({
  mode: modesOf(discountModes),
  values: fc.array(fc.record({ value, before: fc.nat(30) }), { maxLength: 3 }),
});
const cases = fc.record({
  amount: fc.oneof(
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: 1, max: 5_000_000 }),
    fc.integer({ min: 1, max: Number(AMOUNT_CENTAVOS_MAX) }),
  ),
  dueIn: fc.nat(900),
  daysAfterDue: fc.nat(50),
  fine: part,
  rebate: part,
  interest: fc.option(fc.record({ mode: modesOf(interestModes), value })),
  discounts,
  createdBefore: fc.nat(40),
  // Days from the due date on which a municipality rests.
  localOffsets: fc.array(fc.integer({ min: -40, max: 60 }), { maxLength: 6 }),
});

interface Case {
  readonly rules: DueRules;
  readonly today: string;
  readonly local: ReadonlySet<string>;
}

/** The rules of a random case; undefined if they are refused. */
function readCase(random: typeof cases extends fc.Arbitrary<infer Random> ? Random : never) {
  const dueDate = addDays(EPOCH, random.dueIn);
  const today = addDays(dueDate, -random.createdBefore);
  const local = new Set(random.localOffsets.map((offset) => addDays(dueDate, offset)));
  const { mode, values } = random.discounts;
  const { endsOnDay } = discountModes[mode];
  const entries = endsOnDay ? values : values.slice(0, 1);
  const body = {
    ...random,
    due_date: dueDate,
    days_after_due: random.daysAfterDue,
    discounts: entries.map(({ before, ...entry }) =>
      endsOnDay ? { mode, ...entry, until: addDays(dueDate, -before) } : { mode, ...entry },
    ),
  };
  try {
    return { rules: parseDueRules(body, { createdOn: today, today, local }), today, local };
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code !== 'invalid_request', String(error));
    return undefined;
  }
}

/** Runs a property with each accepted case. Most random cases must be accepted. */
function assertForCases(check: (accepted: Case) => void): void {
  let accepted = 0;
  const property = fc.property(cases, (random) => {
    const one = readCase(random);
    if (one === undefined) return;
    accepted += 1;
    check(one);
  });
  fc.assert(property, { numRuns: RUNS });
  assert.ok(accepted > RUNS / 3, `${accepted} cases were accepted`);
}

/** From today to two days after the last payable day. */
function daysOf({ rules, today, local }: Case): string[] {
  const days: string[] = [];
  const end = addDays(lastPayableDay(rules, local), 2);
  for (let day = today; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

test('no component is negative, they add up, and at least one centavo is due', () => {
  assertForCases((one) => {
    for (const day of daysOf(one)) {
      const due = amountDue(one.rules, day, one.local);
      if (due === undefined) continue;
      for (const amount of Object.values(due)) assert.ok(amount >= 0n);
      const sum = due.original - due.rebate - due.discount + due.interest + due.fine;
      assert.equal(due.amount, sum);
      assert.ok(due.amount >= 1n && due.amount <= AMOUNT_CENTAVOS_MAX);
    }
  });
});

test('from the due date on the amount never falls, until the charge can’t be paid any more', () => {
  assertForCases((one) => {
    let before = 0n;
    let hasEnded = false;
    for (const day of daysOf(one).filter((later) => later >= one.rules.dueDate)) {
      const due = amountDue(one.rules, day, one.local);
      assert.ok(!(hasEnded && due !== undefined), `payable again on ${day}`);
      hasEnded = due === undefined;
      if (due === undefined) continue;
      assert.ok(due.amount >= before, `less on ${day}`);
      before = due.amount;
    }
    assert.ok(hasEnded);
  });
});

test('a model that walks from day to day gives the same amounts and the same last day', () => {
  assertForCases((one) => {
    for (const day of daysOf(one))
      assert.deepEqual(amountDue(one.rules, day, one.local), modelOf(one, day));
  });
});

/** The amount of a day by the equations of the manual's annex III, with the days one by one. */
function modelOf({ rules, local }: Case, day: string): AmountDue | undefined {
  const rests = (one: string) => !isBusinessDay(one) || local.has(one);
  const moved = (one: string): string => (rests(one) ? moved(addDays(one, 1)) : one);
  const count = (from: string, to: string, inBusinessDays: boolean) => {
    let days = 0n;
    for (let one = addDays(from, 1); one <= to; one = addDays(one, 1))
      if (!inBusinessDays || !rests(one)) days += 1n;
    return days;
  };
  const dueDay = moved(rules.dueDate);
  if (day > moved(addDays(dueDay, rules.daysAfterDue))) return undefined;
  const original = rules.amount;
  const of = (whole: bigint, rate: bigint, type: string) =>
    type === 'fixed' ? rate : truncate(whole * rate, 10_000n);
  const rebate = rules.rebate ? of(original, rules.rebate.value, rules.rebate.type) : 0n;
  const base = original - rebate;

  let discount = 0n;
  const given = rules.discounts.find(({ until }) => until === null || day <= moved(until));
  if (given) {
    const { standard } = discountModes[given.mode];
    const days = standard < 3 ? 1n : count(day, rules.dueDate, standard === 4 || standard === 6);
    const isFixed = [1, 3, 4].includes(standard);
    discount = isFixed ? given.value * days : truncate(base * given.value * days, 10_000n);
  }

  const { mode, value: rate } = rules.interest ?? { mode: 'fixed_per_day', value: 0n };
  const { standard } = interestModes[mode];
  const late = count(dueDay, day, standard > 4);
  const days = [1n, 1n, 30n, 360n, 1n, 1n, 21n, 252n][standard - 1] ?? 0n;
  const millionths = truncate(rate * late * 1_000_000n, 10_000n * days);
  const isFixed = standard === 1 || standard === 5;
  const interest = isFixed ? rate * late : truncate(base * millionths, 1_000_000n);
  const times = late === 0n ? 0n : 1n;
  const fine = rules.fine ? of(base, rules.fine.value, rules.fine.type) * times : 0n;
  const amount = base - discount + interest + fine;
  return { original, fine, interest, rebate, discount, amount } as AmountDue;
}

/** The quotient without its decimals. */
function truncate(dividend: bigint, divisor: bigint): bigint {
  return (dividend - (dividend % divisor)) / divisor;
}
