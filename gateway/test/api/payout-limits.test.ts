import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS, type PayoutLimits } from '#src/money-out/payouts/payout-limits.ts';
import {
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-11-20T12:00:00-03:00');
const gateway = await startGateway({ after });
const secondUrl = await gateway.openSecondApi();
const UNLIMITED = {
  per_payout: null,
  per_day: null,
  per_night: null,
  approval_above: null,
  new_destination_approval_above: null,
  new_destination_wait_minutes: 0,
  only_saved_beneficiaries: false,
};

interface Shop {
  readonly merchant: Merchant;
  readonly keys: Keys;
}

/** A merchant with 98,020 centavos and an operator's limits in the test environment. */
async function openShop(limits: Partial<PayoutLimits> = {}): Promise<Shop> {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, {
    amount: 100_000,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  await limit(merchant, limits);
  return { merchant, keys };
}

async function limit({ merchantId }: Merchant, limits: Partial<PayoutLimits>): Promise<void> {
  const scope = { merchantId, environment: 'test' } as const;
  const wanted = { ...NO_LIMITS, ...limits };
  await setOperatorLimits(gateway.appContext, scope, () => wanted, commandActor);
}

function withdraw({ keys }: Shop, amount: number, more: object = {}) {
  return gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount, ...more } });
}

async function accepted(shop: Shop, amount: number, more: object = {}): Promise<string> {
  const answer = await withdraw(shop, amount, more);
  assert.equal(answer.status, 201, answer.text);
  return String(answer.body.internal_id);
}

async function refusedWith(shop: Shop, amount: number, facts: object): Promise<void> {
  const answer = await withdraw(shop, amount);
  assert.deepEqual([answer.status, answer.body.code], [403, 'payout_limit_exceeded'], answer.text);
  const [detail] = answer.body.details as Record<string, unknown>[];
  const { period, limit: amountLimit, left } = detail ?? {};
  assert.deepEqual({ period, limit: amountLimit, left }, facts);
}

async function ends({ keys }: Shop, id: string, status: string): Promise<void> {
  await until(`it is ${status}`, async () => {
    gateway.clock.advance(1_000);
    const shown = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return shown.body.status === status;
  });
}

const centavos = (amount: number) => BigInt(amount) as NonNullable<PayoutLimits['perDay']>;

test('a payout above the limit for one payout is refused with what is left', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perPayout: centavos(1_000) });
  await refusedWith(shop, 1_001, { period: 'payout', limit: 1_000, left: 1_000 });
  await accepted(shop, 1_000);
});

test('the day of Brasília counts all payouts, and the next day begins with nothing', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(2_000) });
  await accepted(shop, 1_500);
  await refusedWith(shop, 501, { period: 'day', limit: 2_000, left: 500 });
  await accepted(shop, 500);
  await refusedWith(shop, 1, { period: 'day', limit: 2_000, left: 0 });
  gateway.clock.set(NOON + 12 * HOUR_MS);
  await accepted(shop, 2_000);
});

test('the night goes from 20:00 to 06:00 across midnight, and counts in the day too', async () => {
  gateway.clock.set(NOON + 7 * HOUR_MS);
  const shop = await openShop({ perNight: centavos(1_000), perDay: centavos(5_000) });
  await accepted(shop, 3_000);
  gateway.clock.set(NOON + 8 * HOUR_MS);
  await accepted(shop, 600);
  gateway.clock.set(NOON + 17 * HOUR_MS);
  await refusedWith(shop, 401, { period: 'night', limit: 1_000, left: 400 });
  gateway.clock.set(NOON + 18 * HOUR_MS);
  await accepted(shop, 5_000);
});

test('payouts from before the limit was set count in its period', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop();
  await accepted(shop, 3_000);
  await limit(shop.merchant, { perDay: centavos(2_000) });
  await refusedWith(shop, 1, { period: 'day', limit: 2_000, left: 0 });
});

test('a failed payout gives its part of the limits back', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(2_000) });
  const failing = { pix_key: 'falha@sandbox.com', pix_key_type: 'email' };
  const id = await accepted(shop, 2_000, failing);
  await refusedWith(shop, 1, { period: 'day', limit: 2_000, left: 0 });
  await ends(shop, id, 'failed');
  await accepted(shop, 2_000);
});

test('payouts in two processes at once never pass the limit together', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(1_000) });
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const body = JSON.stringify({ ...PAYOUT, amount: 100 });
      const headers = { ...shop.keys, 'content-type': 'application/json' };
      const url = index % 2 === 0 ? gateway.url : secondUrl;
      return (await fetch(`${url}/v1/pix/payout`, { method: 'POST', headers, body })).status;
    }),
  );
  assert.equal(answers.filter((status) => status === 201).length, 10);
  assert.equal(answers.filter((status) => status === 403).length, 30);
});

test('the database refuses a total above its limit and a payout above its limit', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(1_000), perPayout: centavos(1_000) });
  const id = await accepted(shop, 1_000);
  const { merchantId } = shop.merchant;
  const raise = `update payout_totals set requested_centavos = 1001
    where merchant_id = $1 and period = 'day'`;
  await assert.rejects(gateway.sql(raise, [merchantId]), /payouts_within_period/);
  const grow = 'update payouts set amount_centavos = 1001 where id = $1';
  await assert.rejects(gateway.sql(grow, [id]), /payouts_within_limit/);
});

test('a refused payout leaves its idempotency key free and nothing reserved', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(1_000) });
  const options = {
    keys: shop.keys,
    headers: { 'idempotency-key': 'chave-livre-1' },
    body: { ...PAYOUT, amount: 1_001 },
  };
  assert.equal((await gateway.call('POST', '/v1/pix/payout', options)).status, 403);
  await limit(shop.merchant, {});
  assert.equal((await gateway.call('POST', '/v1/pix/payout', options)).status, 201);
});

test('a payout to a new Pix key waits, and one to a key that was paid does not', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ newDestinationWaitMinutes: 60 });
  const id = await accepted(shop, 100);
  const shown = await gateway.call('GET', `/v1/transactions/${id}`, { keys: shop.keys });
  assert.deepEqual([shown.body.held, shown.body.held_reason], [true, 'new_destination']);
  const other = await openShop();
  await ends(other, await accepted(other, 100), 'paid');
  const [row] = await gateway.sql('select status from payouts where id = $1', [id]);
  assert.equal(row?.status, 'pending');
  gateway.clock.advance(HOUR_MS);
  await ends(shop, id, 'paid');
  await ends(shop, await accepted(shop, 100), 'paid');
  assert.ok(gateway.clock.now() < NOON + 2 * HOUR_MS);
});

test('a member lowers a limit at once, raises it after a day, and can cancel the raise', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(50_000) });
  const member = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  await set(member, { per_day: 1_000 });
  await refusedWith(shop, 1_001, { period: 'day', limit: 1_000, left: 1_000 });
  const raised = await set(member, { per_day: 20_000, per_night: 100 });
  assert.deepEqual(
    [Object(raised.in_force).per_day, Object(raised.in_force).per_night],
    [1_000, 100],
  );
  assert.match(Object(raised.pending).effective_at, /^2026-11-21T15:00:/);
  gateway.clock.set(NOON + 23 * HOUR_MS);
  await refusedWith(shop, 1_001, { period: 'day', limit: 1_000, left: 1_000 });
  gateway.clock.set(NOON + 25 * HOUR_MS);
  await accepted(shop, 20_000);
  await set(member, { per_day: 30_000, per_night: 100 });
  const path = '/api/panel/test/payout-limits/pending';
  const cancelled = await member.call('DELETE', path);
  assert.deepEqual([cancelled.status, cancelled.body.pending], [200, null], cancelled.text);
  gateway.clock.advance(24 * HOUR_MS);
  await refusedWith(shop, 20_001, { period: 'day', limit: 20_000, left: 20_000 });
});

test('a raise above the maximum of the operator, or without a code, is refused', async () => {
  gateway.clock.set(NOON);
  const shop = await openShop({ perDay: centavos(5_000) });
  const member = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  const above = await put(member, { per_day: 5_001 });
  assert.deepEqual([above.status, above.body.code], [422, 'payout_limit_above_maximum']);
  const path = '/api/panel/test/payout-limits';
  const body = { ...UNLIMITED, per_day: 1_000 };
  const withoutCode = await member.call('PUT', path, { body });
  assert.equal(withoutCode.body.code, 'second_factor_invalid');
});

async function put(member: PanelSession, limits: object) {
  const body = { ...UNLIMITED, ...limits, code: await member.code() };
  return member.call('PUT', '/api/panel/test/payout-limits', { body });
}

async function set(member: PanelSession, limits: object): Promise<Record<string, unknown>> {
  const answer = await put(member, limits);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
