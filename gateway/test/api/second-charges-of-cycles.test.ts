import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessDayFrom } from '#src/ground/business-days.ts';
import {
  type Cycle,
  dayOfMonth,
  daysAfter,
  openShopInClock,
  SUBSCRIPTION,
} from '../support/subscriptions.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const FIRST = dayOfMonth(0, 15);
const DUE = businessDayFrom(FIRST);
const NEXT_DUE = businessDayFrom(dayOfMonth(1, 15));
const newShop = () => openShopInClock(gateway, dayOfMonth(0, 2));

test('a cycle whose charge was rejected or canceled gets another one, and no other cycle does', async () => {
  const shop = await newShop();
  const id = await shop.start({ amount: null, min_amount: 1_000 });
  const cycles = `${shop.path(id)}/cycles`;
  const again = { amount: 4_100, due_on: daysAfter(FIRST, 4) };
  const exists = [409, 'cycle_exists'];
  const first = await shop.addCycle(id, { amount: 5_200, due_on: FIRST });
  await shop.fail(id, DUE, 'AM02');
  assert.deepEqual(await shop.post(cycles, again), exists, 'it can be tried again');
  await shop.retry(id);
  await shop.fail(id, DUE);
  assert.deepEqual(await shop.post(cycles, again), exists, 'no balance ends no charge');
  const other = await shop.start({ amount: null, min_amount: 1_000 });
  await shop.addCycle(other, { amount: 5_200, due_on: FIRST });
  await shop.fail(other, DUE, 'AC05');
  const second = await shop.addCycle(other, again);
  assert.deepEqual([second.starts_on, second.status, second.amount], [FIRST, 'scheduled', 4_100]);
  assert.deepEqual(await shop.post(`${shop.path(other)}/cycles`, again), exists, 'one at a time');
  assert.deepEqual(
    (await shop.cycles(other)).map(({ status, due_on }) => [status, due_on]),
    [
      ['failed', DUE],
      ['scheduled', businessDayFrom(again.due_on)],
    ],
  );
  const page = await shop.call<{ data: Cycle[]; next_cursor: string }>(
    'GET',
    `${shop.path(other)}/cycles?limit=1`,
  );
  const rest = await shop.call<{ data: Cycle[]; next_cursor: string | null }>(
    'GET',
    `${shop.path(other)}/cycles?limit=1&cursor=${page.body.next_cursor}`,
  );
  assert.deepEqual(
    [...page.body.data, ...rest.body.data].map(({ status }) => status),
    ['scheduled', 'failed'],
  );
  const old = Buffer.from(daysAfter(FIRST, 1)).toString('base64url');
  const byDay = await shop.call<{ data: Cycle[] }>(
    'GET',
    `${shop.path(other)}/cycles?cursor=${old}`,
  );
  assert.equal(byDay.body.data.length, 2, 'a cursor of an earlier version');
  await shop.advanceTo(shop.clock, `${second.due_on}T12:00:00.000Z`);
  assert.deepEqual(
    (await shop.cycles(other)).map(({ status }) => status),
    ['failed', 'paid'],
  );
  assert.deepEqual(await shop.post(`${shop.path(other)}/cycles`, again), [422, 'cycle_too_late']);
  assert.notEqual(first.transaction_id, second.transaction_id);
  await assertClean(gateway);
});

test('of a fixed amount only a charge that the gateway made and that was rejected is replaced', async () => {
  const shop = await newShop();
  const id = await shop.start();
  const cycles = `${shop.path(id)}/cycles`;
  const { amount } = SUBSCRIPTION;
  const again = { amount, due_on: daysAfter(FIRST, 7) };
  assert.deepEqual(await shop.post(cycles, again), [409, 'subscription_amount_fixed']);
  await shop.advanceTo(shop.clock, daysAfter(DUE, -2));
  assert.deepEqual(await shop.post(cycles, again), [409, 'cycle_exists']);
  await shop.fail(id, DUE, 'AC05');
  const other = { ...again, amount: amount + 1 };
  assert.deepEqual(await shop.post(cycles, other), [409, 'subscription_amount_fixed']);
  assert.deepEqual(await shop.post(cycles, again), [201, undefined]);
  const next = { amount, due_on: dayOfMonth(1, 20) };
  assert.deepEqual(await shop.post(cycles, next), [409, 'subscription_amount_fixed']);
  await shop.advanceTo(shop.clock, `${NEXT_DUE}T12:00:00.000Z`);
  assert.deepEqual(
    (await shop.cycles(id)).map(({ starts_on, status }) => [starts_on, status]),
    [
      [FIRST, 'failed'],
      [FIRST, 'paid'],
      [dayOfMonth(1, 15), 'paid'],
    ],
  );
  await assertClean(gateway);
});

test('a cycle has at most twenty charges, one after the other', async () => {
  const shop = await newShop();
  const id = await shop.start({ amount: null, min_amount: 1_000 });
  const cycles = `${shop.path(id)}/cycles`;
  const wanted = { amount: 1_000, due_on: FIRST };
  for (let count = 0; count < 20; count += 1) {
    assert.deepEqual(await shop.post(cycles, wanted), [201, undefined]);
    await shop.fail(id, DUE, 'AC05');
  }
  assert.deepEqual(await shop.post(cycles, wanted), [409, 'cycle_exists']);
  const all = await shop.cycles(id);
  assert.equal(new Set(all.map(({ transaction_id: charge }) => charge)).size, 20);
  await assertClean(gateway);
});

/** The first Sunday from a day on: its due date is also that of the Saturday before. */
function sundayFrom(day: string): string {
  return daysAfter(day, (7 - new Date(day).getUTCDay()) % 7);
}

/** Rhythms whose second cycle begins on a Sunday. */
const [week, month] = [sundayFrom(dayOfMonth(0, 8)), sundayFrom(dayOfMonth(1, 8))];
const SUNDAYS = [
  { interval: 'weekly', first_due_on: week, next: daysAfter(week, 7) },
  { interval: 'monthly', first_due_on: dayOfMonth(0, Number(month.slice(8))), next: month },
] as const;

/** A subscription whose first charge was rejected, and the last day that a second one may have. */
async function rejected({ next, ...terms }: (typeof SUNDAYS)[number]) {
  const shop = await newShop();
  const id = await shop.start(terms);
  const due = businessDayFrom(terms.first_due_on);
  await shop.advanceTo(shop.clock, daysAfter(due, -2));
  await shop.fail(id, due, 'AC05');
  const nextDue = businessDayFrom(next);
  let last = daysAfter(next, -1);
  while (businessDayFrom(last) >= nextDue) last = daysAfter(last, -1);
  return { ...shop, id, next, nextDue, last, first: terms.first_due_on };
}

test('a second charge is never due with the cycle that the gateway makes next', async () => {
  for (const terms of SUNDAYS) {
    const shop = await rejected(terms);
    const { id, next, nextDue, last, first } = shop;
    const wanted = { amount: SUBSCRIPTION.amount, due_on: daysAfter(next, -1) };
    const refused = await shop.call<{ details: { field: string; message: string }[] }>(
      'POST',
      `${shop.path(id)}/cycles`,
      wanted,
    );
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], refused.text);
    assert.equal(refused.body.details[0]?.field, 'due_on');
    assert.match(String(refused.body.details[0]?.message), new RegExp(last));
    await shop.addCycle(id, { ...wanted, due_on: last });
    await shop.advanceTo(shop.clock, `${nextDue}T12:00:00.000Z`);
    assert.deepEqual(
      (await shop.cycles(id)).map((cycle) => [cycle.starts_on, cycle.due_on, cycle.status]),
      [
        [first, businessDayFrom(first), 'failed'],
        [first, last, 'paid'],
        [next, nextDue, 'paid'],
      ],
    );
  }
  await assertClean(gateway);
});

test('a cycle whose due date another charge has is due on the next business day', async () => {
  const shop = await rejected(SUNDAYS[0]);
  const { id, next, nextDue, last } = shop;
  await shop.addCycle(id, { amount: SUBSCRIPTION.amount, due_on: last });
  // As an earlier version stored it, for a second charge that was asked for the Saturday.
  await gateway.sql(
    'update subscription_cycles set due_on = $2 where subscription_id = $1 and number = 2',
    [id, nextDue],
  );
  const free = businessDayFrom(daysAfter(nextDue, 1));
  const later = daysAfter(next, 7);
  await shop.advanceTo(shop.clock, `${businessDayFrom(later)}T12:00:00.000Z`);
  assert.deepEqual(
    (await shop.cycles(id)).slice(2).map((cycle) => [cycle.starts_on, cycle.due_on, cycle.status]),
    [
      [next, free, 'paid'],
      [later, businessDayFrom(later), 'paid'],
    ],
  );
  await assertClean(gateway);
});
