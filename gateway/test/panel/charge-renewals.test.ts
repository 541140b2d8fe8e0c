import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expireCharges } from '#src/charges/expire-charges.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { subscriptionClient } from '../support/subscriptions.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);

async function createCharge(body: object) {
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const id = String(answer.body.internal_id);
  return { id, path: `/pagar/${id}` };
}

async function renew(id: string, query = '') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const options = { method: 'POST', headers, redirect: 'manual' } as const;
  const answer = await fetch(`${gateway.url}/pagar/${id}/renovar${query}`, options);
  return { status: answer.status, location: answer.headers.get('location'), answer };
}

test('an expired charge is renewed once, with its terms, and only where the merchant allows it', async () => {
  const recipient = await createMerchantWithKeys(gateway);
  const { id, path } = await createCharge({
    ...CHARGE,
    expires_in: 60,
    external_id: 'pedido-77',
    description: 'Camiseta',
    utm: { fonte: 'site' },
    split: [{ username: recipient.merchant.username, percentage: 5.5 }],
  });
  assert.deepEqual(await renew(id, '?embed=1').then(({ location }) => location), `${path}?embed=1`);
  gateway.clock.advance(60_000);
  const refused = await renew(id);
  assert.equal(refused.status, 409);
  assert.match(await refused.answer.text(), /Não foi possível gerar um novo código/);
  assert.doesNotMatch((await gateway.call('GET', path)).text, /<form/);
  await session.call('PUT', '/api/panel/payment-page', { body: { may_renew: true } });
  const page = await gateway.call('GET', path);
  assert.match(page.text, new RegExp(`<form method="post" action="${path}/renovar`));
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self';/);
  const taps = await Promise.all([renew(id), renew(id), renew(id)]);
  const places = new Set(taps.map(({ location }) => location));
  assert.deepEqual([places.size, taps[0]?.status], [1, 303]);
  const newId = String([...places][0]).slice('/pagar/'.length);
  assert.notEqual(newId, id);
  const read = async (one: string) =>
    (await gateway.call('GET', `/v1/transactions/${one}`, { keys })).body;
  const [old, fresh] = [await read(id), await read(newId)];
  for (const field of ['amount', 'payer', 'external_id', 'description', 'utm']) {
    assert.deepEqual(fresh[field], old[field], field);
  }
  assert.deepEqual([fresh.status, fresh.renewed_from, fresh.client_id], ['pending', id, null]);
  const [share] = fresh.split as { username: string; percentage: number }[];
  assert.deepEqual([share?.username, share?.percentage], [recipient.merchant.username, 5.5]);
  const lifetime = Date.parse(String(fresh.expires_at)) - Date.parse(String(fresh.created_at));
  assert.equal(lifetime, 60_000);
  gateway.clock.advance(48 * 3_600_000);
  assert.equal((await renew(id)).location, `/pagar/${newId}`, 'after the key has expired');
});

test('a charge is renewed five times in a row at most', async () => {
  let { id } = await createCharge({ ...CHARGE, expires_in: 60 });
  for (let number = 1; number <= 5; number += 1) {
    gateway.clock.advance(60_000);
    const { location } = await renew(id);
    id = String(location).slice('/pagar/'.length);
  }
  gateway.clock.advance(60_000);
  assert.equal((await renew(id)).status, 409);
});

test('the first charge of a subscription offers no renewal and refuses one', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, shop.merchant);
  await owner.call('PUT', '/api/panel/payment-page', { body: { may_renew: true } });
  const { create } = subscriptionClient(gateway, shop.keys);
  const made = await create({ journey: 'code_and_first_payment' });
  const id = String(made.first_transaction_id);
  gateway.clock.advance(Date.parse(made.authorization.expires_at) - gateway.clock.now());
  const page = await gateway.call('GET', `/pagar/${id}`);
  assert.match(page.text, /data-status="expired"/);
  assert.doesNotMatch(page.text, /<form/);
  assert.equal((await renew(id)).status, 409);
});

test('a charge whose payer was erased offers no renewal and refuses one', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, shop.merchant);
  await owner.call('PUT', '/api/panel/payment-page', { body: { may_renew: true } });
  const body = { ...CHARGE, expires_in: 60 };
  const made = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body });
  const id = String(made.body.internal_id);
  gateway.clock.advance(60_000);
  const { merchantId } = shop.merchant;
  const key = { merchantId, environment: 'test' as const, id };
  await expireCharges(gateway.appContext, [key]);
  assert.match((await gateway.call('GET', `/pagar/${id}`)).text, /<form/);
  const found = await gateway.call<{ data: { id: string }[] }>('GET', '/v1/customers', {
    keys: shop.keys,
  });
  const customer = `/v1/customers/${found.body.data[0]?.id}`;
  const erased = await gateway.call('DELETE', customer, { keys: shop.keys });
  assert.equal(erased.body.status, 'done', erased.text);
  assert.doesNotMatch((await gateway.call('GET', `/pagar/${id}`)).text, /<form/);
  assert.equal((await renew(id)).status, 409);
});
