import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type TestGateway, until } from '../../../gateway/test/support/gateway.ts';
import type { Shop, ShopKind } from './support/shop.ts';
import { loseWebhooks, openStore, payCharge, placeOrder, type Store } from './support/store.ts';

const ROUTE = '/pix-gateway/v1/webhook';
const TOLERANCE_SECONDS = 300;

/** Which webhooks count, and what happens when they are lost. */
export async function testWebhooks(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
): Promise<void> {
  const store = await openStore(context, gateway, kind);
  await loseWebhooks(store);
  await testForgery(context, store);
  await testLatePayment(context, store);
  await testHealing(context, store);
  await context.test('deleting the plug-in deletes its webhook and settings', async () => {
    const { shop, keys } = store;
    await shop.call('uninstall');
    const list = await gateway.call<{ data: object[] }>('GET', '/v1/webhook-endpoints', { keys });
    assert.deepEqual(list.body.data, []);
    assert.equal(await shop.call('option', 'woocommerce_pix_gateway_settings'), false);
  });
}

interface Sending {
  readonly body: string;
  readonly secret: string;
  readonly ageSeconds?: number;
  readonly sentBody?: string;
}

async function send(shop: Shop, sending: Sending): Promise<number> {
  const { body, secret, ageSeconds = 0, sentBody = body } = sending;
  const t = Math.floor(Date.now() / 1_000) - ageSeconds;
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const answer = await shop.request(ROUTE, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-signature': `t=${t},v1=${'0'.repeat(64)},v1=${v1}`,
    },
    body: sentBody,
  });
  return answer.status;
}

/** The webhooks of an order, as the gateway would send them. */
async function eventsOf({ gateway, keys, shop }: Store, order: number): Promise<string[]> {
  const { charge } = await shop.facts(order);
  const path = `/v1/events?resource=${charge?.id}`;
  const page = await gateway.call<{ data: object[] }>('GET', path, { keys });
  return page.body.data.map((event) => JSON.stringify(event));
}

async function testForgery(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  await context.test('only authentic webhooks change an order, and each once', async () => {
    const order = await placeOrder(store);
    await payCharge(store, order);
    const [body = ''] = await eventsOf(store, order);
    const before = await shop.facts(order);
    const secret = await secretOf(shop);
    const old = TOLERANCE_SECONDS + 60;
    assert.equal(await send(shop, { body, secret: 'whsec_outro' }), 401);
    assert.equal(await send(shop, { body, secret, ageSeconds: old }), 401);
    assert.equal(await send(shop, { body, secret, sentBody: `${body} ` }), 401);
    const unsigned = await shop.request(ROUTE, { method: 'POST', body });
    assert.equal(unsigned.status, 401);
    assert.deepEqual(await shop.facts(order), before);
    assert.equal(await send(shop, { body, secret }), 200);
    const paid = await shop.facts(order);
    assert.equal(paid.status, 'processing');
    assert.equal(await send(shop, { body, secret }), 200);
    const older = JSON.stringify({
      ...{ ...JSON.parse(body), id: '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70' },
      event: 'deposit.expired',
    });
    assert.equal(await send(shop, { body: older, secret }), 200);
    assert.deepEqual(await shop.facts(order), paid);
    const log = (await shop.call<string[]>('log')).join('\n');
    for (const one of [secret, store.keys['client-secret'], '12345678909']) {
      assert.ok(!log.includes(one), 'the log has a secret');
    }
  });
}

async function testLatePayment(context: TestContext, store: Store): Promise<void> {
  const { shop, gateway, keys } = store;
  await context.test('a payment after the expiry holds the cancelled order', async () => {
    const order = await placeOrder(store);
    const { charge } = await shop.facts(order);
    const { body: data } = await gateway.call('GET', `/v1/transactions/${charge?.id}`, { keys });
    const changed = (event: string, sequence: number, change: object) =>
      sendChanged(store, { event, sequence, data: { ...data, ...change } });
    const foreign = String(data.external_id).replace(/wc_[0-9a-f]{12}/, 'wc_000000000000');
    await changed('deposit.paid', 1, { status: 'paid', external_id: foreign });
    assert.equal((await shop.facts(order)).status, 'on-hold');
    await changed('deposit.expired', 1, { status: 'expired' });
    assert.equal((await shop.facts(order)).status, 'cancelled');
    await changed('deposit.paid', 2, { status: 'paid', end_to_end_id: 'E1' });
    const held = await shop.facts(order);
    assert.deepEqual([held.status, held.charge?.status], ['on-hold', 'paid']);
    await changed('deposit.expired', 1, { status: 'expired' });
    assert.deepEqual(await shop.facts(order), held);
  });
}

/** Sends an event as the gateway would, with a new id. */
async function sendChanged({ shop }: Store, event: object): Promise<void> {
  const body = JSON.stringify({ id: randomUUID(), ...event });
  assert.equal(await send(shop, { body, secret: await secretOf(shop) }), 200);
}

async function secretOf(shop: Shop): Promise<string> {
  const name = 'woocommerce_pix_gateway_settings';
  return (await shop.call<Record<string, string>>('option', name)).webhook_secret ?? '';
}

async function testHealing(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  await context.test('an order whose webhook is lost is paid by the next reading', async () => {
    const order = await placeOrder(store);
    await payCharge(store, order);
    assert.equal((await shop.facts(order)).status, 'on-hold');
    await shop.call('read_events');
    const paid = await shop.facts(order);
    assert.equal(paid.status, 'processing');
    await shop.call('read_events');
    assert.deepEqual(await shop.facts(order), paid);
  });
  await context.test('the open page of an order learns of a payment without webhook', async () => {
    const order = await placeOrder(store);
    const { key } = await shop.facts(order);
    await payCharge(store, order);
    const route = `/pix-gateway/v1/orders/${order}/state&key=${key}`;
    const state = await until('the page knows of it', async () => {
      const answer = await shop.request(route);
      const { state } = (await answer.json()) as { state: string };
      return state === 'paid' && state;
    });
    assert.equal(state, 'paid');
    const paid = await shop.facts(order);
    const { body: data } = await store.gateway.call(
      'GET',
      `/v1/transactions/${paid.transaction_id}`,
      { keys: store.keys },
    );
    const event = { event: 'deposit.expired', sequence: 1, data: { ...data, status: 'expired' } };
    await sendChanged(store, event);
    assert.deepEqual(await shop.facts(order), paid, 'an old event changed a paid order');
  });
}
