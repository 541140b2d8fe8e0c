import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type SettlementTerms, sumOfParts, waitingParts } from './settlement-terms.ts';

/** A Friday at noon in Brasília; the Monday after it is no holiday. */
const FRIDAY = Date.parse('2026-11-13T15:00:00Z');
const AMOUNT = centavos(10_001);

function partsOf(terms: Partial<SettlementTerms>, now = FRIDAY) {
  const whole = { delayDays: 0, inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0 };
  const parts = waitingParts(AMOUNT, { ...whole, ...terms }, { paidAt: FRIDAY, now });
  return parts.map(({ kind, dueOn, amount }) => [kind, dueOn, amount]);
}

test('a delay counts days, or business days where the terms say so', () => {
  assert.deepEqual(partsOf({ delayDays: 1 }), [['payment', '2026-11-14', 10_001n]]);
  assert.deepEqual(partsOf({ delayDays: 1, inBusinessDays: true }), [
    ['payment', '2026-11-16', 10_001n],
  ]);
});

test('a reserve is rounded down, reduces the payment’s part and ends no earlier than the delay', () => {
  assert.deepEqual(partsOf({ delayDays: 5, reserveBasisPoints: 1_000, reserveDays: 2 }), [
    ['payment', '2026-11-18', 9_001n],
    ['reserve', '2026-11-18', 1_000n],
  ]);
  assert.deepEqual(partsOf({ delayDays: 1, reserveBasisPoints: 1_000, reserveDays: 30 }), [
    ['payment', '2026-11-14', 9_001n],
    ['reserve', '2026-12-13', 1_000n],
  ]);
});

test('a payment booked after a part’s settlement day has that part available at once', () => {
  const terms = { delayDays: 1, reserveBasisPoints: 1_000, reserveDays: 30 };
  assert.deepEqual(partsOf(terms, FRIDAY + DAY_MS), [['reserve', '2026-12-13', 1_000n]]);
  assert.deepEqual(partsOf(terms, FRIDAY + 30 * DAY_MS), []);
  assert.equal(sumOfParts([]), 0n);
});
