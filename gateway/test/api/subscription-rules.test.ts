import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { createKeys, createMerchantWithKeys, SANDBOX_KEYS, until } from '../support/gateway.ts';
import {
  dayOfMonth,
  daysAfter,
  openShopInClock,
  SUBSCRIPTION,
  subscriptionClient,
} from '../support/subscriptions.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const FIRST = dayOfMonth(0, 15);
const DUE = businessDayFrom(FIRST);
const NEXT_DUE = businessDayFrom(dayOfMonth(1, 15));
const START = dayOfMonth(0, 2);

const newShop = () => openShopInClock(gateway, START);

test('a subscription that nobody authorizes expires before its first cycle, and can then not be authorized', async () => {
  const shop = await newShop();
  const { internal_id: id, authorization } = await shop.create({ clock_id: shop.clock.id });
  assert.equal(authorization.expires_at, `${daysAfter(DUE, -1)}T03:00:00.000Z`);
  await shop.advanceTo(shop.clock, authorization.expires_at);
  const expired = await shop.read(id);
  assert.deepEqual([expired.status, expired.next_cycle], ['expired', null]);
  const late = await shop.post(`/v1/test/subscriptions/${id}/authorize`);
  assert.deepEqual(late, [409, 'subscription_not_authorizable']);
  assert.deepEqual(await shop.post(`${shop.path(id)}/cancel`), [409, 'subscription_ended']);
  assert.deepEqual(
    (await shop.events(id)).map(({ event }) => event),
    ['subscription.expired'],
  );
});

test('a payer refuses with a reason, and cancels with the cycles that are not due tomorrow', async () => {
  const shop = await newShop();
  const refused = await shop.create({ clock_id: shop.clock.id });
  const answer = await shop.call(
    'POST',
    `/v1/test/subscriptions/${refused.internal_id}/reject`,
    {},
  );
  assert.deepEqual([answer.body.status, answer.body.reason?.code], ['rejected', 'AP13']);
  const id = await shop.start();
  await shop.advanceTo(shop.clock, `${DUE}T02:59:59.000Z`);
  assert.equal((await shop.cycles(id))[0]?.status, 'scheduled');
  await shop.call('POST', `/v1/test/subscriptions/${id}/cancel`, { code: 'SLDB' });
  const [cycle] = await shop.cycles(id);
  assert.deepEqual([cycle?.status, cycle?.reason?.code], ['canceled', 'CCLD']);
  const charge = await shop.call('GET', `/v1/transactions/${cycle?.transaction_id}`);
  assert.equal(charge.body.status, 'canceled');
  const canceled = await shop.read(id);
  assert.deepEqual([canceled.status, canceled.ended_by], ['canceled', 'payer']);
  await assertClean(gateway);
});

test('after 22:00 of the eve the merchant cancels the subscription, but not the cycle of the next day', async () => {
  const shop = await newShop();
  const inTime = await shop.start();
  const late = await shop.start();
  await shop.advanceTo(shop.clock, `${DUE}T00:59:59.000Z`);
  assert.deepEqual((await shop.cancel(inTime)).not_canceled, []);
  await shop.advanceTo(shop.clock, `${DUE}T01:00:00.000Z`);
  const { not_canceled: left, status } = await shop.cancel(late);
  assert.deepEqual([status, left.map(({ due_on }) => due_on)], ['canceled', [DUE]]);
  await shop.advanceTo(shop.clock, `${DUE}T12:00:00.000Z`);
  assert.equal((await shop.cycles(late))[0]?.status, 'paid');
  assert.equal((await shop.cycles(inTime))[0]?.status, 'canceled');
  await shop.advanceTo(shop.clock, `${NEXT_DUE}T12:00:00.000Z`);
  assert.equal((await shop.cycles(late)).length, 1);
  await assertClean(gateway);
});

test('cycles of a pause are left out, and one that was scheduled before it is paid', async () => {
  const shop = await newShop();
  const id = await shop.start();
  await shop.advanceTo(shop.clock, daysAfter(DUE, -2));
  await shop.pause(id);
  assert.equal((await shop.pause(id)).status, 'paused');
  await shop.advanceTo(shop.clock, daysAfter(NEXT_DUE, 1));
  await shop.resume(id);
  const third = businessDayFrom(dayOfMonth(2, 15));
  assert.equal((await shop.read(id)).next_cycle?.due_on, third);
  await shop.advanceTo(shop.clock, `${third}T12:00:00.000Z`);
  assert.deepEqual(
    (await shop.cycles(id)).map(({ due_on, status }) => [due_on, status]),
    [
      [DUE, 'paid'],
      [third, 'paid'],
    ],
  );
  assert.deepEqual(
    (await shop.events(id)).map(({ event }) => event),
    [
      'subscription.authorized',
      'cycle.scheduled',
      'subscription.paused',
      'cycle.paid',
      'subscription.resumed',
      'cycle.scheduled',
      'cycle.paid',
    ],
  );
});

test('a variable cycle is refused below the smallest amount, too late, outside and twice', async () => {
  const shop = await newShop();
  const id = await shop.start({ amount: null, min_amount: 1_000, ends_on: dayOfMonth(2, 20) });
  const cycles = `${shop.path(id)}/cycles`;
  const cases: readonly [object, number, string][] = [
    [{ amount: 999, due_on: FIRST }, 422, 'cycle_amount_too_small'],
    [{ amount: 5_000, due_on: daysAfter(FIRST, -1) }, 400, 'invalid_request'],
    [{ amount: 5_000, due_on: dayOfMonth(2, 21) }, 400, 'invalid_request'],
    [{ amount: 5_000, due_on: '2026-02-31' }, 400, 'invalid_request'],
  ];
  for (const [body, status, code] of cases) {
    assert.deepEqual(await shop.post(cycles, body), [status, code], JSON.stringify(body));
  }
  const cycle = await shop.addCycle(id, { amount: 5_200, due_on: FIRST });
  assert.deepEqual([cycle.due_on, cycle.amount, cycle.status], [DUE, 5_200, 'scheduled']);
  const sameCycle = { amount: 5_200, due_on: daysAfter(FIRST, 10) };
  assert.deepEqual(await shop.post(cycles, sameCycle), [409, 'cycle_exists']);
  await shop.advanceTo(shop.clock, `${DUE}T12:00:00.000Z`);
  assert.deepEqual(await shop.post(cycles, sameCycle), [409, 'cycle_exists']);
  await shop.advanceTo(shop.clock, `${daysAfter(NEXT_DUE, -1)}T03:00:00.000Z`);
  const late = { amount: 5_200, due_on: dayOfMonth(1, 15) };
  assert.deepEqual(await shop.post(cycles, late), [422, 'cycle_too_late']);
  const fixed = await shop.start({ first_due_on: dayOfMonth(2, 15) });
  const refused = await shop.post(`${shop.path(fixed)}/cycles`, late);
  assert.deepEqual(refused, [409, 'subscription_amount_fixed']);
  await shop.advanceTo(shop.clock, dayOfMonth(2, 22));
  assert.equal((await shop.read(id)).status, 'expired');
  await assertClean(gateway);
});

test('a failed cycle is tried again three times on different days within a week, and then no more', async () => {
  const shop = await newShop();
  const id = await shop.start();
  await shop.advanceTo(shop.clock, daysAfter(DUE, -2));
  await shop.fail(id, DUE);
  const retry = `${shop.path(id)}/retry`;
  for (const on of [DUE, daysAfter(DUE, 8)]) {
    assert.deepEqual(await shop.post(retry, { on }), [400, 'invalid_request']);
  }
  for (const [index, on] of [1, 3, 5].entries()) {
    const retried = await shop.retry(id, index === 0 ? {} : { on: daysAfter(DUE, on) });
    assert.equal(retried.attempts.at(-1)?.on, daysAfter(DUE, on));
    assert.deepEqual(await shop.post(retry), [404, 'cycle_not_found'], 'an open attempt');
    await shop.advanceTo(shop.clock, daysAfter(DUE, on));
    await shop.fail(id, DUE, 'AM02');
  }
  assert.deepEqual(await shop.post(retry), [409, 'cycle_not_retryable']);
  const other = await shop.start({ first_due_on: dayOfMonth(1, 15) });
  await shop.advanceTo(shop.clock, daysAfter(NEXT_DUE, -2));
  await shop.fail(other, NEXT_DUE, 'AC05');
  const final = await shop.post(`${shop.path(other)}/retry`);
  assert.deepEqual(final, [409, 'cycle_not_retryable'], 'the account is closed');
  await assertClean(gateway);
});

test('a cycle without balance in the morning is paid in the evening, or fails only then, and so does a retry', async () => {
  const shop = await newShop();
  const paid = await shop.start();
  const failed = await shop.start();
  await shop.advanceTo(shop.clock, daysAfter(DUE, -2));
  const [scheduled] = (await shop.lackBalance(paid, DUE, 'morning')).attempts;
  assert.deepEqual([scheduled?.status, scheduled?.no_balance_at], ['scheduled', null]);
  await shop.lackBalance(failed, DUE, 'evening');
  await shop.advanceTo(shop.clock, `${DUE}T20:59:59.000Z`);
  for (const id of [paid, failed]) {
    const [cycle] = await shop.cycles(id);
    assert.deepEqual([cycle?.status, cycle?.attempts.length], ['scheduled', 1]);
    const at = String(cycle?.attempts[0]?.no_balance_at);
    assert.ok(at >= `${DUE}T09:00` && at < `${DUE}T11:00`, at);
    assert.deepEqual((await shop.cancel(id)).not_canceled.length, 1, 'the bank already tries');
  }
  await shop.advanceTo(shop.clock, `${daysAfter(DUE, 1)}T00:00:00.000Z`);
  const ends = await Promise.all([paid, failed].map((id) => shop.cycles(id)));
  assert.deepEqual(
    ends.map(([cycle]) => [cycle?.status, cycle?.reason?.code]),
    [
      ['paid', undefined],
      ['failed', 'no_balance'],
    ],
  );
  const retried = await shop.start({ first_due_on: dayOfMonth(1, 15) });
  await shop.advanceTo(shop.clock, daysAfter(NEXT_DUE, -2));
  await shop.lackBalance(retried, NEXT_DUE, 'evening');
  await shop.lackBalance(retried, NEXT_DUE, 'morning');
  await shop.fail(retried, NEXT_DUE);
  const { attempts } = await shop.retry(retried);
  const on = String(attempts[1]?.on);
  await shop.lackBalance(retried, NEXT_DUE, 'evening');
  await shop.advanceTo(shop.clock, `${on}T12:00:00.000Z`);
  assert.equal((await shop.cycles(retried))[0]?.status, 'retrying');
  await shop.advanceTo(shop.clock, `${on}T23:00:00.000Z`);
  const kinds = (await shop.events(retried)).map(({ event }) => event).slice(2);
  assert.deepEqual(kinds, ['cycle.failed', 'cycle.retrying', 'cycle.failed']);
  const path = `/v1/test/subscriptions/${retried}/cycles/${NEXT_DUE}/fail`;
  const other = await shop.post(path, { tries: 'morning', code: 'AM02' });
  assert.deepEqual(other, [400, 'invalid_request']);
  assert.deepEqual(await shop.post(path, { tries: 'morning' }), [404, 'cycle_not_found']);
  await assertClean(gateway);
});

test('the first payment and the authorization of journeys 3 and 4 are one act of the payer, or two', async () => {
  const shop = await newShop();
  const both = await shop.create({
    journey: 'code_and_first_payment',
    clock_id: shop.clock.id,
    first_payment: { amount: 2_500 },
  });
  assert.match(String(both.authorization.code), /26\d\d0014br\.gov\.bcb\.pix.*80\d\d0014br\.gov/);
  assert.equal((await shop.authorize(both.internal_id)).status, 'authorized');
  const first = await shop.call('GET', `/v1/transactions/${both.first_transaction_id}`);
  assert.deepEqual([first.body.status, first.body.amount], ['paid', 2_500]);
  const offer = await shop.create({ journey: 'offer', clock_id: shop.clock.id });
  const paid = await shop.post(`/v1/test/charges/${offer.first_transaction_id}/pay`);
  assert.equal(paid[0], 200);
  assert.equal((await shop.read(offer.internal_id)).status, 'created', 'the payer only paid');
  await shop.authorize(offer.internal_id);
  const push = { ...SUBSCRIPTION, journey: 'bank_push', clock_id: shop.clock.id };
  assert.deepEqual(await shop.post('/v1/subscriptions', push), [400, 'invalid_request']);
  const account = { ispb: '60746948', number: '123456' };
  const asked = await shop.create({ ...push, payer: { ...SUBSCRIPTION.payer, account } });
  assert.equal(asked.authorization.code, null);
  await assertClean(gateway);
});

test('the charge of a cycle is paid, canceled and changed by its subscription only', async () => {
  const shop = await newShop();
  const id = await shop.start();
  await shop.advanceTo(shop.clock, daysAfter(DUE, -2));
  const [cycle] = await shop.cycles(id);
  const charge = cycle?.transaction_id;
  for (const [path, body] of [
    [`/v1/test/charges/${charge}/pay`, {}],
    [`/v1/test/charges/${charge}/pay`, { scenario: 'exact' }],
    [`/v1/transactions/${charge}/cancel`, {}],
  ] as const) {
    assert.deepEqual(await shop.post(path, body), [409, 'charge_of_subscription'], path);
  }
  const { keys } = shop;
  const body = { days_after_due: 5 };
  const changed = await gateway.call('PATCH', `/v1/transactions/${charge}`, { keys, body });
  assert.equal(changed.body.code, 'charge_of_subscription');
  assert.equal((await shop.cycles(id))[0]?.status, 'scheduled');
  await assertClean(gateway);
});

test('splits of a subscription are paid with each cycle, and a cycle whose recipient is gone fails with the reason', async () => {
  const shop = await newShop();
  const partner = await createMerchantWithKeys(gateway);
  const { username } = partner.merchant;
  const id = await shop.start({ splits: [{ username, percentage: 10 }] });
  await shop.advanceTo(shop.clock, `${DUE}T12:00:00.000Z`);
  const balance = await gateway.call('GET', '/v1/balance', { keys: partner.keys });
  assert.equal(balance.body.available, 1_000);
  await gateway.sql(`update merchants set status = 'suspended' where username = $1`, [username]);
  await shop.advanceTo(shop.clock, `${NEXT_DUE}T12:00:00.000Z`);
  const failed = (await shop.cycles(id)).at(-1);
  assert.deepEqual(
    [failed?.status, failed?.reason?.code, failed?.transaction_id],
    ['failed', 'username_not_found', null],
  );
  await assertClean(gateway);
});

test('a repeat under a key returns the same subscription, also after it has changed', async () => {
  const shop = await newShop();
  const headers = { 'idempotency-key': 'assinatura-1001' };
  const post = (body: object) =>
    gateway.call('POST', '/v1/subscriptions', { keys: shop.keys, headers, body });
  const first = await post(SUBSCRIPTION);
  assert.equal(first.status, 201, first.text);
  await shop.authorize(String(first.body.internal_id));
  assert.equal((await post(SUBSCRIPTION)).text, first.text);
  assert.equal((await post({ ...SUBSCRIPTION, amount: 1 })).body.code, 'idempotency_key_reused');
});

test('lists filter by status, reference, payer and creation; another merchant sees nothing', async () => {
  const shop = await newShop();
  const other = await createMerchantWithKeys(gateway);
  const one = await shop.create({ reference: 'a', clock_id: shop.clock.id });
  const two = await shop.create({
    reference: 'b',
    payer: { name: 'Ana', document: '98765432100' },
  });
  const ids = async (query: string) => {
    const { body } = await shop.call<{ data: { internal_id: string }[]; next_cursor: string }>(
      'GET',
      `/v1/subscriptions?${query}`,
    );
    return body.data.map(({ internal_id: id }) => id);
  };
  await shop.authorize(one.internal_id);
  assert.deepEqual(await ids('reference=a'), [one.internal_id]);
  assert.deepEqual(await ids('document=987.654.321-00'), [two.internal_id]);
  assert.deepEqual(await ids('status=authorized'), [one.internal_id]);
  assert.deepEqual(await ids('reference=a&status=created'), []);
  assert.deepEqual(await ids(''), [one.internal_id, two.internal_id], 'the clock is ahead');
  assert.deepEqual(await ids(`created_from=${START}`), [one.internal_id]);
  assert.deepEqual(await ids('limit=1'), [one.internal_id]);
  const stranger = subscriptionClient(gateway, other.keys);
  for (const path of ['', '/cycles', '/image']) {
    const found = await stranger.call('GET', `${shop.path(one.internal_id)}${path}`);
    assert.deepEqual([found.status, found.body.code], [404, 'subscription_not_found']);
  }
  const canceled = await stranger.call('POST', `${shop.path(one.internal_id)}/cancel`);
  assert.equal(canceled.status, 404);
});

test('live keys and the sandbox are refused with a clear code, and bad days and amounts by their fields', async () => {
  const shop = await newShop();
  const live = await createKeys(gateway.appContext, shop.merchant, 'live');
  const create = async (keys: typeof live, body: object) => {
    const answer = await gateway.call('POST', '/v1/subscriptions', { keys, body });
    const { details = [] } = answer.body as { details?: { field: string }[] };
    return [answer.status, answer.body.code, details.map(({ field }) => field).join()];
  };
  assert.deepEqual(await create(live, SUBSCRIPTION), [503, 'subscriptions_unavailable', '']);
  assert.deepEqual(await create(SANDBOX_KEYS, SUBSCRIPTION), [403, 'sandbox_forbidden', '']);
  for (const [body, field] of [
    [{ amount: null }, 'amount'],
    [{ min_amount: 5 }, 'min_amount'],
    [{ first_due_on: brazilianDayOf(gateway.clock.now()) }, 'first_due_on'],
    [{ first_due_on: '2027-02-30' }, 'first_due_on'],
    [{ ends_on: daysAfter(FIRST, -1) }, 'ends_on'],
    [{ first_payment: { amount: 1 } }, 'first_payment'],
    [{ reference: 'x'.repeat(36) }, 'reference'],
  ] as const) {
    const refused = await create(shop.keys, { ...SUBSCRIPTION, ...body });
    assert.deepEqual(refused, [400, 'invalid_request', field]);
  }
});

test('the deletion of a clock ends its subscriptions and their open cycles', async () => {
  const shop = await newShop();
  const id = await shop.start();
  await shop.advanceTo(shop.clock, daysAfter(DUE, -2));
  const { keys } = shop;
  await gateway.call('DELETE', `/v1/test/clocks/${shop.clock.id}`, { keys });
  await until('it ends', async () => (await shop.read(id)).status === 'canceled');
  assert.equal((await shop.cycles(id))[0]?.status, 'canceled');
  await assertClean(gateway);
});
