import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { receivePayment, type TestGateway, until } from '../../../gateway/test/support/gateway.ts';
import type { ShopKind } from './support/shop.ts';
import { openStore, payCharge, placeOrder, type Store } from './support/store.ts';

interface Refund {
  readonly internal_id: string;
  readonly status: string;
  readonly amount: number;
  readonly reason: string | null;
}

/** Refunds from the order and from the gateway. */
export async function testRefunds(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
): Promise<void> {
  const store = await openStore(context, gateway, kind);
  await testRefusals(context, store);
  // The fees are not returned, so a balance is needed.
  await receivePayment(gateway, store.keys);
  await testFromOrder(context, store);
  await testElsewhere(context, store);
}

async function paidOrder(store: Store, total?: string): Promise<number> {
  const order = await placeOrder(store, total);
  await payCharge(store, order);
  await until('the order is paid', async () => {
    return (await store.shop.facts(order)).status === 'processing';
  });
  return order;
}

async function refundsOf({ gateway, keys, shop }: Store, order: number): Promise<Refund[]> {
  const { transaction_id: id } = await shop.facts(order);
  const path = `/v1/transactions/${id}`;
  const { body } = await gateway.call<{ refunds?: Refund[] }>('GET', path, { keys });
  return body.refunds ?? [];
}

async function testRefusals(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  await context.test('a refused refund is told and leaves no refund', async () => {
    const order = await paidOrder(store);
    assert.match(await shop.call<string>('refund', order, '99.90'), /saldo/i);
    assert.deepEqual((await shop.facts(order)).refunded, []);
    assert.deepEqual(await refundsOf(store, order), []);
  });
}

async function testFromOrder(context: TestContext, store: Store): Promise<void> {
  const { shop, network } = store;
  await context.test('a refund of a part ends by the webhook', async () => {
    const order = await paidOrder(store);
    assert.equal(await shop.call('refund', order, '10.10'), 'made');
    const done = await until('the refund is done', async () => {
      const facts = await shop.facts(order);
      const isTold = facts.notes.some((note) => note.includes('R$ 10,10 concluída'));
      return isTold && facts.charge?.status === 'partially_refunded' && facts;
    });
    assert.deepEqual(done.refunded, ['10.10']);
    const [refund, ...more] = await refundsOf(store, order);
    assert.deepEqual([refund?.amount, refund?.reason], [1_010, 'Produto em falta']);
    assert.deepEqual(more, []);
    await shop.call('run_actions');
    assert.deepEqual(await shop.facts(order), done);
  });
  await context.test('a refund whose answer is lost is made once', async () => {
    const order = await paidOrder(store);
    network.faults.push('lose_answer', 'lose_answer', 'lose_answer');
    assert.equal(await shop.call('refund', order, '5.00'), 'made');
    // The webhook tells of a refund whose id the shop doesn't know.
    await until('the refund is done', async () => {
      const { notes } = await shop.facts(order);
      return notes.some((note) => note.includes('R$ 5,00 concluída'));
    });
    await shop.call('run_actions');
    assert.equal((await refundsOf(store, order)).length, 1);
    assert.deepEqual((await shop.facts(order)).refunded, ['5.00']);
  });
  await context.test('a refund whose request is lost is sent again with its key', async () => {
    const order = await paidOrder(store);
    network.takeSeen();
    network.faults.push('lose_request', 'lose_request', 'lose_request');
    assert.equal(await shop.call('refund', order, '6.00'), 'made');
    assert.deepEqual(await refundsOf(store, order), []);
    await shop.call('run_actions');
    assert.deepEqual(
      (await refundsOf(store, order)).map(({ amount }) => amount),
      [600],
    );
    const sent = network.takeSeen().filter(({ method }) => method === 'POST');
    assert.equal(sent.length, 4);
    assert.equal(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1);
  });
}

async function testElsewhere(context: TestContext, store: Store): Promise<void> {
  const { shop, gateway, keys } = store;
  await context.test('a refund that is made at the gateway appears in the order', async () => {
    const order = await paidOrder(store, '50.00');
    const { transaction_id: id } = await shop.facts(order);
    const body = { amount: 1_234 };
    await gateway.call('POST', `/v1/transactions/${id}/refund`, { keys, body });
    await until('the order has the refund', async () => {
      return (await shop.facts(order)).refunded.length === 1;
    });
    await shop.call('read_events');
    assert.deepEqual((await shop.facts(order)).refunded, ['12.34']);
  });
}
