import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { readPage } from '../support/feed.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { clockClient } from '../support/test-clocks.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { post, createClock, advance, read } = clockClient(gateway);
const DAY_S = 86_400;
/** Noon of tomorrow in Brasília: days that a test adds are days there too. */
const TOMORROW = addDays(brazilianDayOf(Date.now()), 1);
const NOON = `${TOMORROW}T15:00:00.000Z`;
/** A business day, at least nine days later. */
const DUE = businessDayFrom(addDays(TOMORROW, 9));
/** How many days after the beginning a day is. */
const daysUntil = (day: string) => (Date.parse(day) - Date.parse(TOMORROW)) / (DAY_S * 1_000);
/** The second worked case of the Central Bank's manual, on another day. */
const LATE = {
  due_date: DUE,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
};
const LAST = businessDayFrom(addDays(DUE, 30));
const RULES = { ...CHARGE, amount: 12_345, ...LATE };

async function createDue(keys: Keys, body: object = {}, now = NOON) {
  const clock = await createClock(keys, { now });
  const created = await post(keys, '/v1/pix/qrcode', { ...RULES, clock_id: clock.id, ...body });
  assert.equal(created.status, 201, created.text);
  return { clock, created: created.body, id: String(created.body.internal_id) };
}

async function payableToday(keys: Keys, id: string): Promise<unknown> {
  const due = (await read(keys, id)).due as { payable_today?: unknown } | undefined;
  return due?.payable_today;
}

test('a charge with a due date answers the ten fields and its terms', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { created } = await createDue(keys);
  assert.equal(Object.keys(created).length, 11, Object.keys(created).join());
  assert.deepEqual(created.due, {
    ...LATE,
    ...{ days_after_due: 30, rebate: null, discounts: [] },
    last_payable_day: LAST,
    payable_today: 12_345,
    ...{ revision: 0, address: null },
  });
  assert.equal(created.expires_at, `${addDays(LAST, 1)}T03:00:00.000Z`);
  assert.equal(created.amount, 12_345);
  assert.match(String(created.qrcode), /\/qr\/v2\/cobv\/[0-9a-f]{32}5204/);
  assert.doesNotMatch(String(created.qrcode), /5406123\.45/);
});

test('a payment is of the amount of its day, and fee, shares and postings are of it', async () => {
  const origin = await createMerchantWithKeys(gateway);
  const { keys } = origin;
  const [tenth, fixed] = await Promise.all([
    createMerchantWithKeys(gateway),
    createMerchantWithKeys(gateway),
  ]);
  const split = [
    { username: tenth.username, percentage: 10 },
    { username: fixed.username, amount: 300 },
  ];
  const { clock, id } = await createDue(keys, { split });
  await advance(keys, clock, daysUntil(DUE) * DAY_S);
  assert.equal(await payableToday(keys, id), 12_345);
  await advance(keys, clock, 10 * DAY_S);
  assert.equal(await payableToday(keys, id), 12_632);
  const paid = await post(keys, `/v1/test/charges/${id}/pay`);
  assert.equal(paid.status, 200, paid.text);
  const parts = { original: 12_345, fine: 246, interest: 41, rebate: 0, discount: 0 };
  const fee = Math.floor((12_632 * 149) / 10_000) + 49;
  const amounts = { amount: 12_632, fee_amount: fee, net_amount: 12_632 - fee };
  const wanted = { ...parts, paid_amount: 12_632, ...amounts };
  const shown = await read(keys, id);
  const [event] = (await readPage(gateway, keys)).data;
  for (const one of [paid.body, shown, event?.data as Record<string, unknown>]) {
    const seen = Object.fromEntries(Object.keys(wanted).map((name) => [name, one[name]]));
    assert.deepEqual(seen, wanted);
    const shares = (one.split as { amount: number }[]).map(({ amount }) => amount);
    assert.deepEqual(shares, [1_263, 300]);
  }
  assert.equal(await payableToday(keys, id), null);
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.equal(balance.body.available, 12_632 - fee - 1_563, balance.text);
  await assertClean(gateway);
});
