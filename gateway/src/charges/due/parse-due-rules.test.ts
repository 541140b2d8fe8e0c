import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#src/ground/errors/problems.ts';
import { discountModes, interestModes } from './due-rules.ts';
import { parseDueRules } from './parse-due-rules.ts';

const TODAY = '2026-11-24';
const DAYS = { createdOn: TODAY, today: TODAY };
const MINIMAL = { amount: 10_000, due_date: '2026-12-11' };
const FULL = {
  ...MINIMAL,
  days_after_due: 10,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
  rebate: { type: 'fixed', value: 500 },
  discounts: [
    { mode: 'fixed_until', value: 100, until: '2026-12-10' },
    { mode: 'fixed_until', value: 300, until: '2026-12-01' },
  ],
};

function refusalOf(body: unknown, days = DAYS): Refusal {
  try {
    parseDueRules(body, days);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  return assert.fail(`accepted ${JSON.stringify(body)}`);
}

function codeOf(changes: object, days = DAYS): string {
  return refusalOf({ ...MINIMAL, ...changes }, days).code;
}

/** The faulty fields and their messages in Portuguese. */
function faultsOf(changes: object): Record<string, string> {
  const { facts } = refusalOf({ ...MINIMAL, ...changes });
  return Object.fromEntries(
    (facts.fields ?? []).map(({ field, message }) => [field, message['pt-BR']]),
  );
}

test('rules are read with their defaults, and discounts come in the order of their days', () => {
  const none = { fine: null, interest: null, rebate: null, discounts: [] };
  const minimal = { amount: 10_000n, dueDate: '2026-12-11', daysAfterDue: 30, ...none };
  assert.deepEqual(parseDueRules(MINIMAL, DAYS), minimal);
  const nulls = { days_after_due: null, fine: null, rebate: null, discounts: null };
  assert.deepEqual(parseDueRules({ ...MINIMAL, ...nulls }, DAYS), minimal);
  assert.deepEqual(parseDueRules(FULL, DAYS), {
    ...minimal,
    daysAfterDue: 10,
    fine: { type: 'percent', value: 200n },
    interest: { mode: 'percent_per_month', value: 100n },
    rebate: { type: 'fixed', value: 500n },
    discounts: [
      { mode: 'fixed_until', value: 300n, until: '2026-12-01' },
      { mode: 'fixed_until', value: 100n, until: '2026-12-10' },
    ],
  });
});

test('a rule of value zero is no rule', () => {
  const zero = { type: 'percent', value: 0 };
  const none = parseDueRules(MINIMAL, DAYS);
  const discounts = [{ mode: 'fixed_until', value: 0, until: '2026-12-01' }];
  const interest = { mode: 'percent_per_day', value: 0 };
  const zeros = { fine: zero, rebate: zero, interest, discounts };
  assert.deepEqual(parseDueRules({ ...MINIMAL, ...zeros }, DAYS), none);
  const [kept] = FULL.discounts;
  const some = parseDueRules({ ...MINIMAL, discounts: [...discounts, kept] }, DAYS);
  assert.equal(some.discounts.length, 1);
});

test('all faults of fields are named at once, in Portuguese', () => {
  const changes = {
    amount: 99.9,
    due_date: '2026-02-30',
    days_after_due: -1,
    fine: { type: 'percent', value: 10_001 },
    interest: { mode: 'percent_per_week', value: -1 },
    rebate: 5,
    discounts: [{ mode: 'percent_until', value: '5' }, { mode: 'fixed_per_day' }],
  };
  assert.equal(codeOf(changes), 'invalid_request');
  const faults = faultsOf(changes);
  assert.match(faults['interest.mode'] ?? '', /^deve ser um de: fixed_per_day, percent_per_day/);
  delete faults['interest.mode'];
  assert.deepEqual(faults, {
    amount: 'deve ser um inteiro',
    due_date: 'deve ser um dia, como 2026-11-20',
    days_after_due: 'deve ser no mínimo 0',
    'fine.value': 'deve ser no máximo 10000',
    'interest.value': 'deve ser no mínimo 0',
    rebate: 'deve ser um objeto',
    'discounts.0.value': 'deve ser um inteiro',
    'discounts.0.until': 'é obrigatório',
    'discounts.1.value': 'é obrigatório',
  });
});

test('an amount, a due date or a period beyond its limit is refused', () => {
  assert.deepEqual(faultsOf({ amount: 1_000_000_000_000, days_after_due: 36_501 }), {
    amount: 'deve ser no máximo 999999999999',
    days_after_due: 'deve ser no máximo 36500',
  });
  assert.deepEqual(faultsOf({ due_date: '2036-11-24' }), {
    due_date: 'deve ser no máximo 2036-11-23',
  });
  assert.deepEqual(faultsOf({ due_date: undefined, amount: null }), {
    due_date: 'é obrigatório',
    amount: 'é obrigatório',
  });
  parseDueRules({ ...MINIMAL, due_date: '2036-11-23', days_after_due: 36_500 }, DAYS);
});

test('a text, a list or nothing in place of the rules is refused', () => {
  for (const body of [null, undefined, 'amanhã', 5, [MINIMAL]])
    assert.equal(refusalOf(body).code, 'invalid_request');
});

test('a charge can be due on the day of its creation, and not earlier', () => {
  parseDueRules({ ...MINIMAL, due_date: TODAY }, DAYS);
  assert.equal(codeOf({ due_date: '2026-11-23' }), 'due_date_in_past');
  // A change of an overdue charge keeps its due date.
  parseDueRules(MINIMAL, { createdOn: TODAY, today: '2026-12-20' });
});

test('discounts of different modes, of one day twice or after the due date are refused', () => {
  const first = { mode: 'fixed_until', value: 100, until: '2026-12-10' };
  const cases: [object[], Record<string, string>][] = [
    [
      [first, { ...first, mode: 'percent_until', until: '2026-12-09' }],
      { 'discounts.1.mode': 'deve ser o mesmo em todos os descontos' },
    ],
    [[first, first], { 'discounts.1.until': 'já há um desconto até este dia' }],
    [
      [{ ...first, until: '2026-12-12' }],
      { 'discounts.0.until': 'não pode ser depois do vencimento' },
    ],
    [
      [
        { mode: 'fixed_per_day', value: 1 },
        { mode: 'fixed_per_day', value: 2 },
      ],
      { 'discounts.1.mode': 'com desconto por dia de antecipação, envie um só desconto' },
    ],
  ];
  for (const [discounts, faults] of cases) {
    assert.equal(codeOf({ discounts }), 'invalid_discounts');
    assert.deepEqual(faultsOf({ discounts }), faults);
  }
});

test('more than three discounts, or a last day of a discount for each day, are refused', () => {
  const four = [1, 2, 3, 4].map((day) => ({
    mode: 'fixed_until',
    value: 1,
    until: `2026-12-0${day}`,
  }));
  assert.deepEqual(faultsOf({ discounts: four }), { discounts: 'deve ter no máximo 3 itens' });
  assert.deepEqual(
    faultsOf({ discounts: [{ mode: 'percent_per_day', value: 1, until: '2026-12-01' }] }),
    { 'discounts.0.until': 'só existe em fixed_until e percent_until' },
  );
  assert.deepEqual(faultsOf({ discounts: {} }), { discounts: 'deve ser uma lista' });
});

test('a rebate and a discount that together leave nothing to pay are refused', () => {
  const small = 'due_amount_too_small';
  assert.equal(codeOf({ rebate: { type: 'fixed', value: 10_000 } }), small);
  assert.equal(codeOf({ rebate: { type: 'percent', value: 10_000 } }), small);
  const rebate = { type: 'percent', value: 5_000 };
  const until = { mode: 'fixed_until', until: '2026-12-10' };
  assert.equal(codeOf({ rebate, discounts: [{ ...until, value: 5_000 }] }), small);
  parseDueRules({ ...MINIMAL, rebate, discounts: [{ ...until, value: 4_999 }] }, DAYS);
});

test('a discount for each day is limited by the days that are left', () => {
  // 17 days from today to the due date; 13 of them are business days.
  const perDay = { discounts: [{ mode: 'fixed_per_day', value: 589 }] };
  assert.equal(codeOf(perDay), 'due_amount_too_small');
  parseDueRules({ ...MINIMAL, ...perDay }, { createdOn: TODAY, today: '2026-11-25' });
  const perBusinessDay = { mode: 'fixed_per_business_day', value: 769 };
  parseDueRules({ ...MINIMAL, discounts: [perBusinessDay] }, DAYS);
  const more = { discounts: [{ ...perBusinessDay, value: 770 }] };
  assert.equal(codeOf(more), 'due_amount_too_small');
});

test('rules whose amount passes the largest of a charge on the last day are refused', () => {
  const largest = { amount: 999_999_999_998, days_after_due: 1 };
  const interest = { mode: 'fixed_per_day', value: 1 };
  // The last payable day is three days after the due date, a Monday after a Friday.
  assert.equal(codeOf({ ...largest, interest }), 'due_amount_too_large');
  parseDueRules({ ...MINIMAL, ...largest, days_after_due: 0, interest }, DAYS);
});

const day = fc.constantFrom(
  '0000-01-01',
  '0001-01-01',
  '1913-12-31',
  '1914-01-02',
  '2026-11-24',
  '2026-12-11',
  '2026-12-25',
  '2036-11-23',
  '9999-12-31',
  '10000-01-01',
  '2026-13-01',
  '',
);
const number = fc.oneof(fc.constantFrom(-1, -0, 0, 1, 1e21, 0.5), fc.maxSafeInteger());
const anything = fc.oneof(fc.jsonValue(), day, number);
const mode = fc.oneof(
  fc.constantFrom('fixed', 'percent', ...Object.keys(interestModes), ...Object.keys(discountModes)),
  fc.constantFrom('__proto__', 'constructor', 'toString'),
);
const rule = fc.oneof(
  anything,
  fc.record({ type: mode, mode, value: fc.oneof(number, fc.nat(500)), until: day }),
);
const anyBody = fc.record(
  {
    amount: fc.oneof(anything, fc.nat()),
    due_date: fc.oneof(day, anything),
    days_after_due: fc.oneof(anything, fc.constant(36_500)),
    fine: rule,
    interest: rule,
    rebate: rule,
    discounts: fc.oneof(anything, fc.array(rule, { maxLength: 4 })),
  },
  { requiredKeys: [] },
);

test('random bodies are read or refused, and never throw another error', () => {
  const property = fc.property(fc.oneof(anyBody, fc.jsonValue()), (body) => {
    try {
      parseDueRules(body, DAYS);
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
    }
  });
  fc.assert(property, { numRuns: 20_000 });
});
