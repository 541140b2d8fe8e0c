import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { cycleDay, dueDayOf, firstFreeDay, intervals, type Rhythm } from './cycle-days.ts';
import { planCycle, planRetry } from './plan-cycles.ts';
import type { Cycle, Subscription } from './subscription.ts';

const FIRST = '2025-01-01';
const DAYS = 20_000;
const AMOUNT = centavos(10_000n);
const rhythms = fc.record({
  firstDueOn: fc.integer({ min: 0, max: DAYS }).map((number) => addDays(FIRST, number)),
  interval: fc.constantFrom(...intervals),
});
const dueDayAt = (rhythm: Rhythm, index: number): string => dueDayOf(cycleDay(rhythm, index));

test('no two cycles of the gateway have one due date, in any interval', () => {
  // Cycles are at least a week apart, so no day may move by a week.
  for (let number = 0; number < DAYS; number += 1) {
    const day = addDays(FIRST, number);
    const due = dueDayOf(day);
    const nextDue = dueDayOf(addDays(day, 7));
    assert.ok(due < addDays(day, 7), day);
    assert.ok(firstFreeDay(due, new Set([due])) < nextDue, day);
  }
  const indexes = fc.uniqueArray(fc.nat({ max: 600 }), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(rhythms, indexes, (rhythm, several) => {
      const due = several.map((index) => dueDayAt(rhythm, index));
      assert.equal(new Set(due).size, several.length);
    }),
  );
});

test('a due date that is free stays, and another one moves to the first free business day', () => {
  fc.assert(
    fc.property(rhythms, fc.array(fc.nat({ max: 9 })), ({ firstDueOn }, offsets) => {
      const due = dueDayOf(firstDueOn);
      const taken = new Set(offsets.map((offset) => addDays(due, offset)));
      const free = firstFreeDay(due, taken);
      assert.ok(free >= due && !taken.has(free) && dueDayOf(free) === free);
      for (let day = due; day < free; day = addDays(day, 1)) {
        assert.ok(taken.has(day) || dueDayOf(day) !== day, day);
      }
    }),
  );
});

test('a charge of a cycle that the gateway has passed is due before its next cycle, or refused', () => {
  const [index, back, moves] = [
    fc.integer({ min: 1, max: 600 }),
    fc.nat({ max: 10 }),
    fc.boolean(),
  ];
  fc.assert(
    fc.property(rhythms, index, back, moves, (rhythm, nextIndex, days, movesToBusinessDay) => {
      const next = cycleDay(rhythm, nextIndex);
      const requested = addDays(next, -1 - days);
      fc.pre(requested >= rhythm.firstDueOn);
      const due = movesToBusinessDay ? dueDayOf(requested) : requested;
      const wanted = { amount: AMOUNT, dueOn: requested, movesToBusinessDay };
      const now = startOfKnownDay(addDays(requested, -9));
      const plan = () =>
        planCycle({ subscription: runningOf(rhythm, nextIndex), cycles: [] }, wanted, now);
      if (due < dueDayOf(next)) {
        assert.equal(plan().dueOn, due);
      } else {
        assert.throws(
          plan,
          (error) => error instanceof Refusal && error.code === 'invalid_request',
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

test('the last cycle may have a charge on any of its days: no other one follows it', () => {
  const rhythm = { firstDueOn: '2027-01-01', interval: 'monthly' } as const;
  const wanted = { amount: AMOUNT, dueOn: '2027-07-31' };
  const now = startOfKnownDay('2027-07-20');
  const running = runningOf(rhythm, 7);
  assert.throws(() => planCycle({ subscription: running, cycles: [] }, wanted, now), Refusal);
  const ending = { ...running, endsOn: '2027-07-31' };
  const plan = planCycle({ subscription: ending, cycles: [] }, wanted, now);
  assert.deepEqual([plan.day, plan.dueOn], ['2027-07-01', '2027-08-02']);
});

test('a retry finds the charge that it names, and never one that was replaced', () => {
  const day = '2027-07-01';
  const subscription = {
    ...runningOf({ firstDueOn: day, interval: 'monthly' }, 1),
    retries: 'three_in_seven_days' as const,
  };
  const [first, second] = [failed(day, 'AM02', 1), failed(day, 'no_balance', 2)];
  const state = { subscription, cycles: [{ ...first, isReplaced: true }, second] };
  const now = startOfKnownDay(day);
  const planned = (wanted: object) => planRetry(state, { dueOn: day, on: null, ...wanted }, now);
  for (const wanted of [{}, { dueOn: null }, { chargeId: 'c2' }]) {
    assert.equal(planned(wanted).cycle, second);
  }
  const refusal = (error: unknown) =>
    error instanceof Refusal && error.code === 'cycle_not_retryable';
  assert.throws(() => planned({ chargeId: 'c1' }), refusal);
});

/** A charge of a cycle that has failed with a code. */
function failed(day: string, code: string, number: number): Cycle {
  const end = { status: 'failed', endedAt: 1 } as const;
  return {
    day,
    dueOn: day,
    amount: AMOUNT,
    chargeId: `c${number}`,
    reason: code,
    createdAt: 0,
    number,
    isReplaced: false,
    ...end,
    attempts: [{ kind: 'scheduled', on: day, code, ...end }],
  };
}

/** A subscription whose next cycle of the gateway has an index. */
function runningOf(rhythm: Rhythm, nextIndex: number): Subscription {
  return {
    merchantId: 'm',
    environment: 'test',
    id: 's',
    reference: 'r',
    description: 'd',
    payer: { name: 'Maria', document: '12345678909', email: null },
    payerAccount: null,
    ...rhythm,
    amount: AMOUNT,
    minAmount: null,
    endsOn: null,
    retries: 'none',
    journey: 'code',
    split: null,
    metadata: null,
    code: null,
    firstChargeId: null,
    recurrenceId: null,
    cyclesBy: 'gateway',
    paymentLinkId: null,
    covenant: null,
    activationTxid: null,
    clientId: 'c',
    createdAt: 0,
    authorizableBefore: 0,
    requestExpiresAt: null,
    status: 'authorized',
    reason: null,
    endedBy: null,
    authorizedAt: 0,
    endedAt: null,
    nextIndex,
    eventCount: 1,
  };
}
