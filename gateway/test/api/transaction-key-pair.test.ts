import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });

interface Page {
  readonly data: { readonly internal_id: string }[];
  readonly next_cursor: string | null;
}

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const [store, app] = [
    await createKeys(gateway.appContext, merchant, 'test'),
    await createKeys(gateway.appContext, merchant, 'test'),
  ];
  return { merchant, keys, store, app, session: await signIn(gateway, merchant) };
}

async function make(keys: Keys, path: string, body: object, key: string = randomUUID()) {
  const headers = { 'idempotency-key': key };
  const made = await gateway.call('POST', path, { keys, body, headers });
  assert.equal(made.status, 201, made.text);
  // Ids sort by the millisecond, so each transaction gets its own.
  gateway.clock.advance(1);
  return String(made.body.internal_id);
}

async function idsOf(keys: Keys, query: Record<string, string>): Promise<string[]> {
  const path = `/v1/transactions?${new URLSearchParams(query)}`;
  const { body } = await gateway.call<Page>('GET', path, { keys });
  return body.data.map((one) => one.internal_id);
}

test('a charge, a payout and a refund show the key pair that created them', async () => {
  const { keys, store, app } = await openShop();
  const charge = await make(store, '/v1/pix/qrcode', CHARGE);
  const payout = await make(app, '/v1/pix/payout', { ...PAYOUT, amount: 1 });
  const paid = String((await receivePayment(gateway, store)).internal_id);
  await make(app, `/v1/transactions/${paid}/refund`, { amount: 100 });
  const read = async (id: string) =>
    (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
  assert.equal((await read(charge)).client_id, store['client-id']);
  assert.equal((await read(payout)).client_id, app['client-id']);
  const refunded = await read(paid);
  const [refund] = [refunded.refunds].flat() as { client_id: string }[];
  assert.deepEqual([refunded.client_id, refund?.client_id], [store['client-id'], app['client-id']]);
});

test('a transaction that was created in the panel shows no key pair', async () => {
  const { keys, session } = await openShop();
  const headers = { 'idempotency-key': randomUUID() };
  const path = '/api/panel/test/charges';
  const made = await session.call('POST', path, { headers, body: CHARGE });
  assert.equal(made.status, 201, made.text);
  const id = String(made.body.internal_id);
  const read = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(read.body.client_id, null);
  assert.deepEqual(await idsOf(keys, { client_id: 'panel' }), [id]);
});

test('a filter by key pair finds its transactions, in the API and in the panel', async () => {
  const { keys, store, app, session } = await openShop();
  const body = { ...CHARGE, external_id: 'pedido' };
  const charges = [await make(store, '/v1/pix/qrcode', body)];
  await make(app, '/v1/pix/qrcode', body);
  charges.unshift(await make(store, '/v1/pix/qrcode', CHARGE));
  charges.unshift(await make(store, '/v1/pix/payout', { ...PAYOUT, amount: 1 }));
  const client_id = store['client-id'];
  assert.deepEqual(await idsOf(keys, { client_id }), charges);
  assert.deepEqual(await idsOf(keys, { client_id, type: 'charge' }), charges.slice(1));
  assert.deepEqual(await idsOf(keys, { client_id, external_id: 'pedido' }), charges.slice(2));
  assert.deepEqual(await idsOf(keys, { client_id: 'svc_pk_test_desconhecida' }), []);
  const first = await gateway.call<Page>(
    'GET',
    `/v1/transactions?${new URLSearchParams({ client_id, limit: '2' })}`,
    { keys },
  );
  const cursor = String(first.body.next_cursor);
  assert.deepEqual(await idsOf(keys, { client_id, cursor }), charges.slice(2));
  const listed = await session.call<Page>(
    'GET',
    `/api/panel/test/transactions?${new URLSearchParams({ client_id })}`,
  );
  assert.deepEqual(
    listed.body.data.map((one) => one.internal_id),
    charges,
  );
});

test('a repeated request with the successor of a rotated key is a replay and keeps the first key', async () => {
  const { keys, store, session } = await openShop();
  const key = randomUUID();
  const id = await make(store, '/v1/pix/qrcode', CHARGE, key);
  const rotated = await session.call(
    'POST',
    `/api/panel/test/credentials/${store['client-id']}/rotate`,
    { body: {} },
  );
  const successor = {
    'client-id': String(rotated.body.client_id),
    'client-secret': String(rotated.body.client_secret),
  };
  assert.equal(await make(successor, '/v1/pix/qrcode', CHARGE, key), id);
  const read = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(read.body.client_id, store['client-id']);
});
