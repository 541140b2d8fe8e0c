import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { refusingDestinations } from '#src/bank/simulated/payout-destinations.ts';
import { readPage } from '../support/feed.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  until,
} from '../support/gateway.ts';
import { createTestPayer } from '../support/test-payments.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

interface Body extends Record<string, unknown> {
  readonly internal_id: string;
  readonly status: string;
  readonly test_payments?: readonly Record<string, unknown>[];
}

const gateway = await startInBuckets({ after });
const { answered, createCharge, pay } = await createTestPayer<Body>(gateway);

async function availableOf(keys: Keys): Promise<unknown> {
  return (await gateway.call('GET', '/v1/balance', { keys })).body.available;
}

async function kindsOf(keys: Keys): Promise<string[]> {
  const { data } = await readPage(gateway, keys);
  return data.map((event) => `${event.event} ${event.sequence}`);
}

function results(body: Body): unknown[] {
  return (body.test_payments ?? []).map(({ amount, result, reason }) => [amount, result, reason]);
}

test('a charge paid late expires first and is paid all the same; one paid twice keeps one payment', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const late = await pay(keys, await createCharge(keys), { scenario: 'late' });
  assert.equal(late.status, 'paid');
  assert.deepEqual(results(late), [[10_000, 'paid', null]]);
  assert.ok(String(late.paid_at) >= String(late.expires_at));
  assert.deepEqual(await kindsOf(keys), ['deposit.expired 1', 'deposit.paid 2']);
  const twice = await pay(keys, await createCharge(keys), { scenario: 'twice' });
  assert.deepEqual(results(twice), [
    [10_000, 'paid', null],
    [10_000, 'held', 'already_paid'],
  ]);
  assert.equal(await availableOf(keys), 2 * 9_802);
  const again = await pay(keys, twice.internal_id, { scenario: 'twice' });
  assert.deepEqual(results(again).at(-1), [10_000, 'held', 'already_paid']);
  await pay(keys, twice.internal_id, { scenario: 'late' }, 'charge_not_payable');
  assert.equal(await availableOf(keys), 2 * 9_802);
});

test('a payment of another amount is held and leaves the charge pending; another document pays it', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const id = await createCharge(keys);
  const less = await pay(keys, id, { scenario: 'less' });
  const more = await pay(keys, id, { scenario: 'more' });
  assert.deepEqual([less.status, more.status], ['pending', 'pending']);
  assert.deepEqual(results(less), [[5_000, 'held', 'amount_differs']]);
  assert.deepEqual(results(more), [[20_000, 'held', 'amount_differs']]);
  assert.deepEqual([await availableOf(keys), await kindsOf(keys)], [0, []]);
  const paid = await pay(keys, id, { scenario: 'another_document' });
  assert.equal(paid.status, 'paid');
  const [payment] = paid.test_payments ?? [];
  assert.notEqual(payment?.payer_document, CHARGE.payer.document);
  assert.deepEqual(paid.payer, { ...CHARGE.payer, email: null });
});

test('a scenario refuses unknown names, live keys, unknown charges and webhooks of the sandbox', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  const id = await createCharge(keys);
  await pay(keys, id, { scenario: 'tomorrow' }, 'invalid_request');
  await pay(keys, id, { webhook_scenario: 'out_of_order' }, 'invalid_request');
  await pay(other.keys, id, { scenario: 'late' }, 'transaction_not_found');
  const sandboxCharge = await createCharge(SANDBOX_KEYS);
  const webhook = { webhook_scenario: 'lost' };
  await pay(SANDBOX_KEYS, sandboxCharge, webhook, 'sandbox_forbidden');
  assert.equal((await pay(SANDBOX_KEYS, sandboxCharge, { scenario: 'late' })).status, 'paid');
  assert.ok(merchant.merchantId);
});

function payTo(keys: Keys, name: string) {
  const pix = { pix_key: `${name}@sandbox.com`, pix_key_type: 'email', amount: 100 };
  return answered(201, '/v1/pix/payout', { keys, body: { ...PAYOUT, ...pix } });
}

async function read(keys: Keys, id: string): Promise<Body> {
  return (await gateway.call<Body>('GET', `/v1/transactions/${id}`, { keys })).body;
}

function ended(keys: Keys, id: string): Promise<Body> {
  return until('the payout ends', async () => {
    const payout = await read(keys, id);
    return payout.status !== 'pending' && payout;
  });
}

test('in the time of a test clock a payout is returned and another answered when it moves', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const clock = await answered(201, '/v1/test/clocks', { keys, body: { bind_key: true } });
  const silent = (await payTo(keys, 'semresposta')).internal_id;
  const returned = (await payTo(keys, 'devolvido')).internal_id;
  const charge = await answered(201, '/v1/pix/qrcode', { keys, body: CHARGE });
  const advance = (seconds: number) =>
    answered(200, `/v1/test/clocks/${clock.id}/advance`, { keys, body: { seconds } });
  await advance(60);
  assert.equal((await read(keys, returned)).status, 'paid');
  assert.equal((await read(keys, silent)).status, 'pending');
  const late = await pay(keys, charge.internal_id, { scenario: 'late' });
  const paidAfterMs = Date.parse(String(late.paid_at)) - Date.parse(String(late.created_at));
  assert.equal(paidAfterMs, 60_000);
  await advance(600);
  assert.equal((await read(keys, silent)).status, 'paid');
  assert.equal((await read(keys, returned)).returned_amount, undefined);
  await advance(86_400);
  assert.equal((await read(keys, returned)).returned_amount, 100);
  await assertClean(gateway);
});

test('a payout to a key of a reason fails with its code and the money is available again', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const created = new Map<string, string>();
  for (const [name, code] of refusingDestinations) {
    created.set((await payTo(keys, name)).internal_id, code);
  }
  const paid = await payTo(keys, 'pago');
  gateway.clock.advance(30_000);
  for (const [id, code] of created) {
    const { status, failure_reason: reason } = await ended(keys, id);
    assert.deepEqual([status, (reason as { code: string }).code], ['failed', code]);
    assert.match((reason as { message: string }).message, /^[A-ZÀ-Ú].*\.$/);
  }
  assert.equal((await ended(keys, paid.internal_id)).status, 'paid');
  assert.equal(await availableOf(keys), 9_802 - 100);
});

test('a payout without an answer is pending for ten minutes; another is returned after a day', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const silent = (await payTo(keys, 'semresposta')).internal_id;
  const returned = (await payTo(keys, 'devolvido')).internal_id;
  gateway.clock.advance(60_000);
  assert.equal((await ended(keys, returned)).status, 'paid');
  assert.equal((await read(keys, silent)).status, 'pending');
  gateway.clock.advance(9 * 60_000);
  assert.equal((await ended(keys, silent)).status, 'paid');
  assert.equal((await read(keys, returned)).returned_amount, undefined);
  gateway.clock.advance(24 * 60 * 60_000);
  await until('it is returned', async () => (await read(keys, returned)).returned_amount === 100);
  assert.equal(await availableOf(keys), 9_802 - 100);
  const events = (await kindsOf(keys)).slice(1);
  assert.deepEqual(events, ['payout.paid 1', 'payout.paid 1', 'payout.returned 2']);
  await assertClean(gateway);
});
