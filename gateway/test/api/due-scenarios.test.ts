import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { readPage } from '../support/feed.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { clockClient } from '../support/test-clocks.ts';
import { createTestPayer } from '../support/test-payments.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

interface Body extends Record<string, unknown> {
  readonly internal_id: string;
  readonly status: string;
  readonly amount: number;
  readonly test_payments?: readonly Record<string, unknown>[];
}

const gateway = await startInBuckets({ after });
const { pay } = await createTestPayer<Body>(gateway);
const { post, createClock, advance, read } = clockClient(gateway);
const DAY_S = 86_400;
/** A business day. Each charge is created at its noon, so that days are days in Brasília too. */
const DUE = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 2));
const LAST = businessDayFrom(addDays(DUE, 5));
const RULES = {
  ...CHARGE,
  amount: 12_345,
  due_date: DUE,
  days_after_due: 5,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'fixed_per_day', value: 10 },
};
const FINE = 246;

/** A charge some days after its due date. */
async function lateBy(days: number) {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys, { now: `${DUE}T15:00:00.000Z` });
  const created = await post(keys, '/v1/pix/qrcode', { ...RULES, clock_id: clock.id });
  assert.equal(created.status, 201, created.text);
  await advance(keys, clock, days * DAY_S);
  return { keys, clock, id: String(created.body.internal_id) };
}

async function kindsOf(keys: Keys): Promise<string[]> {
  const { data } = await readPage(gateway, keys);
  return data.map((event) => `${event.event} ${event.sequence}`);
}

const results = (body: Body): unknown[] =>
  (body.test_payments ?? []).map(({ amount, result, reason }) => [amount, result, reason]);

const partsOf = ({ status, amount, original, fine, interest, paid_amount: paid }: Body) => ({
  status,
  amount,
  original,
  fine,
  interest,
  paid,
});

test('less and more are of the day’s amount and held; another document and twice pay it', async () => {
  const { keys, id } = await lateBy(3);
  const today = 12_345 + FINE + 30;
  const less = await pay(keys, id, { scenario: 'less' });
  assert.deepEqual(results(less), [[Math.floor(today / 2), 'held', 'amount_differs']]);
  const more = await pay(keys, id, { scenario: 'more' });
  assert.deepEqual(results(more), [[2 * today, 'held', 'amount_differs']]);
  assert.deepEqual([less.status, more.status, await kindsOf(keys)], ['pending', 'pending', []]);
  const other = await pay(keys, id, { scenario: 'another_document' });
  assert.deepEqual(results(other), [[today, 'paid', null]]);
  const again = await pay(keys, id, { scenario: 'twice' });
  assert.deepEqual(results(again).at(-1), [today, 'held', 'already_paid']);
  assert.deepEqual(partsOf(again), {
    status: 'paid',
    amount: today,
    original: 12_345,
    fine: FINE,
    interest: 30,
    paid: today,
  });
  await assertClean(gateway);
});

test('a payment after the last payable day finds the charge expired and is of the last day', async () => {
  const daysUntilLast = (Date.parse(LAST) - Date.parse(DUE)) / (DAY_S * 1_000);
  const { keys, clock, id } = await lateBy(daysUntilLast);
  const last = 12_345 + FINE + 10 * daysUntilLast;
  assert.equal(Object((await read(keys, id)).due).payable_today, last);
  await advance(keys, clock, 2 * DAY_S);
  assert.equal((await read(keys, id)).status, 'expired');
  const late = await pay(keys, id, { scenario: 'late' });
  assert.deepEqual(results(late), [[last, 'paid', null]]);
  assert.deepEqual([late.amount, late.interest], [last, 10 * daysUntilLast]);
  assert.ok(String(late.paid_at) > String(late.expires_at));
  assert.deepEqual(await kindsOf(keys), ['deposit.expired 1', 'deposit.paid 2']);
  await assertClean(gateway);
});

test('late ends a pending charge as its last day does, and pays the amount of its day', async () => {
  const { keys, id } = await lateBy(0);
  const late = await pay(keys, id, { scenario: 'late' });
  assert.deepEqual(partsOf(late), {
    status: 'paid',
    amount: 12_345,
    original: 12_345,
    fine: 0,
    interest: 0,
    paid: 12_345,
  });
  assert.deepEqual(await kindsOf(keys), ['deposit.expired 1', 'deposit.paid 2']);
});
