import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type TestGateway, until } from '../../../gateway/test/support/gateway.ts';
import type { ShopKind } from './support/shop.ts';
import {
  CPF,
  chargesOf,
  loseWebhooks,
  openStore,
  pay,
  payCharge,
  placeOrder,
  type Saved,
  type Store,
} from './support/store.ts';

/** Checkout, payment, expiry, and payments that don't fit. */
export async function testOrders(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
): Promise<void> {
  const store = await openStore(context, gateway, kind);
  await testPaying(context, store);
  await testPermanentFailures(context, store);
  await testRepeats(context, store);
  await testLatePayments(context, store);
  await testCanceledCharges(context, store);
  await testExpiry(context, await openStore(context, gateway, kind));
}

async function testPaying(context: TestContext, store: Store): Promise<void> {
  const { shop, keys } = store;
  await context.test('a paid charge makes its order paid by the webhook', async () => {
    const stock = await shop.call<number>('stock');
    const order = await placeOrder(store);
    const waiting = await shop.facts(order);
    assert.equal(waiting.status, 'on-hold');
    assert.equal(waiting.charge?.amount, 9_990);
    assert.equal(await shop.call('stock'), stock - 1);
    await payCharge(store, order);
    const paid = await until('the order is paid', async () => {
      const facts = await shop.facts(order);
      return facts.notes.some((note) => note.startsWith('Pix recebido.')) && facts;
    });
    assert.equal(paid.status, 'processing');
    assert.equal(paid.transaction_id, waiting.charge?.id);
    assert.equal(paid.notes.filter((note) => note.startsWith('Pix recebido.')).length, 1);
    assert.equal(await shop.call('stock'), stock - 1);
    const charges = await chargesOf(store);
    assert.equal((await pay(shop, order)).result, 'success');
    assert.deepEqual(await chargesOf(store), charges, 'a paid order has another charge');
  });
  await context.test('the page of an order has its code and no secret', async () => {
    const order = await placeOrder(store);
    const { charge, key } = await shop.facts(order);
    const page = await shop.call<string>('page', order);
    assert.ok(page.includes(`>${charge?.code}</textarea>`), page);
    assert.ok(page.includes(`/pagar/${charge?.id}/qr.png`), page);
    assert.ok(page.includes('role="status"'));
    const { webhook_secret: secret } = await shop.call<Record<string, string>>(
      'option',
      'woocommerce_pix_gateway_settings',
    );
    for (const one of [keys['client-secret'], keys['client-id'], secret]) {
      assert.ok(one && !page.includes(one));
    }
    const route = `/pix-gateway/v1/orders/${order}/state`;
    assert.equal((await shop.request(`${route}&key=wrong`)).status, 401);
    assert.equal((await shop.request(route)).status, 401);
    const answer = await shop.request(`${route}&key=${key}`);
    assert.deepEqual(await answer.json(), { state: 'pending' });
  });
  await context.test('without a valid document no charge is made', async () => {
    const before = (await chargesOf(store)).length;
    const order = await shop.call<number>('new_order', '10.00', '123.456.789-00');
    const refused = await pay(shop, order);
    assert.equal(refused.result, 'failure');
    assert.match(String(refused.notices), /CPF ou CNPJ/);
    assert.equal((await chargesOf(store)).length, before);
    assert.equal((await pay(shop, order, '11.222.333/0001-81')).result, 'success');
  });
}

async function testPermanentFailures(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  const notices = () => shop.call<Record<string, string>>('option', 'pix_gateway_attention');
  await context.test(
    'a total with fractions of a centavo is paid as the shop shows it',
    async () => {
      const order = await shop.call<number>('new_order', '33.3333', CPF);
      assert.equal((await pay(shop, order)).result, 'success');
      assert.equal((await shop.facts(order)).charge?.amount, 3_333);
      await payCharge(store, order);
      await shop.call('read_events');
      assert.equal((await shop.facts(order)).status, 'processing');
    },
  );
  await context.test(
    'a failure that a repeat doesn’t heal is told to the shop, lastingly',
    async () => {
      const order = await shop.call<number>('new_order', '99999999999.00', CPF);
      const failed = await pay(shop, order);
      assert.equal(failed.result, 'failure');
      assert.match(String(failed.notices), /não pode ser pago com Pix/);
      assert.doesNotMatch(String(failed.notices), /[Tt]ente de novo/);
      assert.match((await notices())[order] ?? '', /tentar de novo não resolve: .*amount/);
      assert.match(String((await shop.facts(order)).notes), /tentar de novo não resolve/);
    },
  );
  await context.test('a customer is told which of his data the gateway refuses', async () => {
    const order = await shop.call<number>('new_order', '10.00', CPF);
    await shop.call('set_email', order, 'maria@@example');
    const failed = await pay(shop, order);
    assert.match(String(failed.notices), /^Confira os seus dados: .*e-mail/i);
    assert.equal((await notices())[order], undefined);
    await shop.call('set_email', order, 'maria@example.com');
    assert.equal((await pay(shop, order)).result, 'success');
  });
}

async function testRepeats(context: TestContext, store: Store): Promise<void> {
  const { shop, network } = store;
  await context.test('a repeated checkout gets the same charge', async () => {
    const before = (await chargesOf(store)).length;
    const order = await placeOrder(store);
    const first = await shop.facts(order);
    await pay(shop, order);
    assert.deepEqual((await shop.facts(order)).charge, first.charge);
    assert.equal((await chargesOf(store)).length, before + 1);
  });
  await context.test('a charge whose answer is lost is found by the next try', async () => {
    const before = (await chargesOf(store)).length;
    const order = await shop.call<number>('new_order', '45.67', CPF);
    network.faults.push('lose_answer', 'lose_answer', 'lose_answer');
    assert.equal((await pay(shop, order)).result, 'failure');
    assert.equal((await shop.facts(order)).charge, null);
    assert.equal((await pay(shop, order)).result, 'success');
    assert.equal((await chargesOf(store)).length, before + 1);
  });
  await context.test('a checkout with another total cancels the first charge', async () => {
    const order = await placeOrder(store, '20.00');
    const first = await shop.facts(order);
    await shop.call('set_total', order, '30.10');
    await pay(shop, order);
    const second = await shop.facts(order);
    assert.equal(second.charge?.amount, 3_010);
    assert.equal(second.status, 'on-hold');
    const old = (await chargesOf(store)).find((one) => one.internal_id === first.charge?.id);
    assert.equal(old?.status, 'canceled');
  });
}

async function testLatePayments(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  await context.test('a payment after the cancellation holds the order', async () => {
    const order = await placeOrder(store);
    const { charge } = await shop.facts(order);
    await loseWebhooks(store);
    await payCharge(store, order);
    await shop.call('set_status', order, 'cancelled');
    // The shop tries to cancel the charge, and learns that it was paid.
    await shop.call('run_actions');
    const held = await shop.facts(order);
    assert.equal(held.status, 'on-hold');
    assert.equal(held.transaction_id, charge?.id);
    assert.ok(held.notes.some((note) => /depois que o pedido foi cancelado/.test(note)));
    const notices = await shop.call<Record<string, string>>('option', 'pix_gateway_attention');
    assert.match(notices[order] ?? '', /cancelado/);
    await shop.call('read_events');
    assert.deepEqual(await shop.facts(order), held);
  });
  await context.test('a payment of an order in a status of another plug-in holds it', async () => {
    const order = await placeOrder(store);
    await shop.call('set_status', order, 'separando');
    await payCharge(store, order);
    await shop.call('read_events');
    const held = await shop.facts(order);
    assert.deepEqual([held.status, held.transaction_id], ['on-hold', held.charge?.id]);
  });
  await context.test('the merchant is told of a payment whose order was deleted', async () => {
    const order = await placeOrder(store);
    await payCharge(store, order);
    await shop.call('delete', order);
    await shop.call('read_events');
    const notices = await shop.call<Record<string, string>>('option', 'pix_gateway_attention');
    assert.match(notices[order] ?? '', /pedido que foi apagado/);
  });
  for (const [what, total] of [
    ['less', '120.00'],
    ['more', '80.00'],
  ]) {
    await context.test(`a payment of ${what} than the total holds the order`, async () => {
      const order = await placeOrder(store, '100.00');
      await shop.call('set_total', order, total);
      await payCharge(store, order);
      await shop.call('read_events');
      const held = await shop.facts(order);
      assert.equal(held.status, 'on-hold');
      assert.ok(held.notes.some((note) => note.includes('Pix de R$ 100,00 recebido')));
    });
  }
}

async function testCanceledCharges(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  await context.test('an order that is cancelled in time cancels its charge', async () => {
    const order = await placeOrder(store);
    await shop.call('set_status', order, 'cancelled');
    await shop.call('run_actions');
    assert.equal((await shop.facts(order)).charge?.status, 'canceled');
  });
  await context.test('an order that is paid in another way cancels its charge', async () => {
    const order = await placeOrder(store);
    await shop.call('set_status', order, 'processing');
    await shop.call('run_actions');
    const { status, charge } = await shop.facts(order);
    assert.deepEqual([status, charge?.status], ['processing', 'canceled']);
  });
}

async function testExpiry(context: TestContext, store: Store): Promise<void> {
  const { shop, gateway } = store;
  await context.test('an expired charge cancels its order and gives the stock back', async () => {
    const stock = await shop.call<number>('stock');
    const order = await placeOrder(store);
    gateway.clock.advance(61 * 60_000);
    await until('the order is cancelled', async () => {
      await shop.call('read_events');
      return (await shop.facts(order)).status === 'cancelled';
    });
    gateway.clock.set(Date.now());
    assert.equal(await shop.call('stock'), stock);
  });
  await context.test('a key without permissions is an error when it is saved', async () => {
    const values = await shop.call<Record<string, string>>(
      'option',
      'woocommerce_pix_gateway_settings',
    );
    const saved = await shop.call<Saved>('settings', { ...values, client_secret: 'errado' });
    assert.match(String(saved.errors), /não aceitou as configurações/);
    assert.ok(!saved.page.includes('errado'), 'the page shows the secret');
    const again = await shop.call<Saved>('settings', {
      ...values,
      client_secret: store.keys['client-secret'],
      webhook_secret: '',
    });
    assert.deepEqual(again.errors, []);
  });
}
