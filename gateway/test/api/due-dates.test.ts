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
const TOMORROW = addDays(brazilianDayOf(gateway.clock.now()), 1);
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

const DISCOUNT = { mode: 'fixed_until', value: 500, until: DUE };
const ADDRESS = {
  street: 'Rua das Flores, 12',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01310-100',
  city_code: '3550308',
};

const patch = (keys: Keys, id: string, body: object) =>
  gateway.call('PATCH', `/v1/transactions/${id}`, { keys, body });

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
    days_after_due: 30,
    rebate: null,
    discounts: [],
    last_payable_day: LAST,
    payable_today: 12_345,
    revision: 0,
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

test('a change gives other amounts from now on, and what was agreed before is shown', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const friend = await createMerchantWithKeys(gateway);
  const key = 'fatura-0001-2026';
  const split = [{ username: friend.username, percentage: 10 }];
  const clock = await createClock(keys, { now: NOON });
  const body = { ...RULES, split, clock_id: clock.id };
  const created = await post(keys, '/v1/pix/qrcode', body, key);
  const id = String(created.body.internal_id);
  const later = addDays(DUE, 7);
  const changes = { amount: 20_000, due_date: later, fine: null, days_after_due: 0 };
  const changed = await patch(keys, id, changes);
  assert.equal(changed.status, 200, changed.text);
  const { due } = changed.body as { due: Record<string, unknown> };
  assert.deepEqual([due.due_date, due.fine, due.days_after_due], [later, null, 0]);
  assert.deepEqual([due.payable_today, due.revision, due.interest], [20_000, 1, LATE.interest]);
  const last = businessDayFrom(later);
  assert.equal(changed.body.expires_at, `${addDays(last, 1)}T03:00:00.000Z`);
  assert.equal(changed.body.qrcode, created.body.qrcode, 'the code stays valid');
  assert.deepEqual((changed.body.split as { amount: number }[])[0]?.amount, 2_000);
  const { revisions } = (await read(keys, id)).due as { revisions: Record<string, unknown>[] };
  const { replaced_at: at, ...first } = revisions[0] ?? {};
  const defaults = { revision: 0, days_after_due: 30, rebate: null, discounts: [] };
  assert.deepEqual(first, { amount: 12_345, ...LATE, ...defaults });
  assert.equal(at, NOON);
  // The same change again changes nothing, and the repeat of the creation answers as before.
  assert.equal(((await patch(keys, id, changes)).body.due as { revision: 1 }).revision, 1);
  assert.equal((await post(keys, '/v1/pix/qrcode', body, key)).text, created.text);
  await advance(keys, clock, daysUntil(last) * DAY_S);
  const paid = await post(keys, `/v1/test/charges/${id}/pay`);
  assert.equal(paid.body.amount, paid.body.paid_amount, paid.text);
  assert.equal((await patch(keys, id, { amount: 30_000 })).body.code, 'charge_already_paid');
  await assertClean(gateway);
});

test('a rule of value zero is as if not sent at the creation, and removes the rule in a change', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const zeros = {
    fine: { type: 'fixed', value: 0 },
    interest: { mode: 'percent_per_month', value: 0 },
    rebate: { type: 'percent', value: 0 },
    discounts: [{ ...DISCOUNT, value: 0 }],
  };
  const none = { fine: null, interest: null, rebate: null, discounts: [] };
  const rulesOf = ({ body: { due } }: { body: Record<string, unknown> }) => {
    const { fine, interest, rebate, discounts } = Object(due);
    return { fine, interest, rebate, discounts };
  };
  assert.deepEqual(rulesOf({ body: (await createDue(keys, zeros)).created }), none);
  const { id } = await createDue(keys, { discounts: [DISCOUNT] });
  assert.deepEqual(rulesOf(await patch(keys, id, zeros)), none);
  const withoutDueDate = await post(keys, '/v1/pix/qrcode', { ...CHARGE, ...zeros });
  assert.equal(withoutDueDate.status, 201, withoutDueDate.text);
});

test('a charge that was put off expires after its new end, and not before', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys, { days_after_due: 0 });
  const later = addDays(DUE, 10);
  await patch(keys, id, { due_date: later });
  await advance(keys, clock, daysUntil(addDays(businessDayFrom(later), 1)) * DAY_S - 13 * 3_600);
  assert.equal((await read(keys, id)).status, 'pending');
  await advance(keys, clock, DAY_S);
  const expired = await read(keys, id);
  assert.equal(expired.status, 'expired');
  assert.equal((expired.due as { payable_today: null }).payable_today, null);
  assert.equal((await patch(keys, id, { amount: 30_000 })).body.code, 'charge_expired');
});

test('a change that the charge could not have been created with is refused', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const stranger = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys);
  const cases: [string, object][] = [
    ['invalid_request', { due_date: null }],
    ['invalid_request', { amount: 99.5 }],
    ['due_date_in_past', { due_date: addDays(TOMORROW, -1) }],
    ['due_amount_too_small', { rebate: { type: 'fixed', value: 12_345 } }],
    ['amount_too_small', { amount: 49 }],
    ['invalid_discounts', { discounts: [{ ...DISCOUNT, until: addDays(DUE, 1) }] }],
  ];
  for (const [code, change] of cases) {
    const refused = await patch(keys, id, change);
    assert.equal(refused.body.code, code, `${JSON.stringify(change)} ${refused.text}`);
  }
  assert.equal((await patch(stranger.keys, id, { amount: 1 })).body.code, 'transaction_not_found');
  const free = await post(keys, '/v1/pix/qrcode', CHARGE);
  const immediate = await patch(keys, String(free.body.internal_id), { amount: 500 });
  assert.equal(immediate.body.code, 'charge_not_changeable');
  // Late enough, a change may leave the due date in the past, but not the last day to pay.
  await advance(keys, clock, daysUntil(addDays(DUE, 12)) * DAY_S);
  assert.equal((await patch(keys, id, { days_after_due: 1 })).body.code, 'due_date_in_past');
  assert.equal((await patch(keys, id, { fine: null })).status, 200);
  await post(keys, `/v1/transactions/${id}/cancel`);
  assert.equal((await patch(keys, id, { amount: 500 })).body.code, 'charge_canceled');
});

test('rules that some payment could not be divided by are refused at the creation', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const friend = await createMerchantWithKeys(gateway);
  const create = async (body: object) =>
    (await post(keys, '/v1/pix/qrcode', { ...RULES, ...body })).body.code;
  // The discount leaves 100, of which the fee takes 50 and a fixed share would take 60.
  const discounts = [{ ...DISCOUNT, value: 12_245 }];
  const split = [{ username: friend.username, amount: 60 }];
  assert.equal(await create({ discounts, split }), 'split_exceeds_net');
  assert.equal(await create({ discounts: [{ ...DISCOUNT, value: 12_300 }] }), 'amount_too_small');
  assert.equal(await create({ expires_in: 60 }), 'invalid_request');
  assert.equal(await create({ due_date: null }), 'invalid_request');
  const payer = { ...CHARGE.payer, address: { ...ADDRESS, state: 'sp' } };
  assert.equal(await create({ payer }), 'invalid_request');
});

test('a payment of another amount than the day’s is held, and the charge stays payable', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys);
  await advance(keys, clock, daysUntil(addDays(DUE, 10)) * DAY_S);
  const pay = async (scenario: string) =>
    (await post(keys, `/v1/test/charges/${id}/pay`, { scenario })).body.test_payments;
  for (const scenario of ['less', 'more']) {
    const [payment] = (await pay(scenario)) as Record<string, unknown>[];
    assert.deepEqual([payment?.result, payment?.reason], ['held', 'amount_differs']);
    assert.equal(payment?.amount, scenario === 'less' ? 6_316 : 25_264);
  }
  assert.equal((await read(keys, id)).status, 'pending');
  const payments = (await pay('twice')) as Record<string, unknown>[];
  assert.deepEqual(
    payments.map(({ amount, result, reason }) => [amount, result, reason]),
    [
      [12_632, 'paid', null],
      [12_632, 'held', 'already_paid'],
    ],
  );
});
