import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const PAYER = { name: 'Zefirina Souza', document: '83726451902' };

async function newShop() {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  return { keys, ...shop };
}

/** The ids of the customers with the document. */
async function customers(keys: Keys): Promise<string[]> {
  const path = `/v1/customers?search=${PAYER.document}`;
  const { body } = await gateway.call<{ data: { id: string }[] }>('GET', path, { keys });
  return body.data.map(({ id }) => id);
}

test('the payer of subscriptions without a charge is a customer, and is erased from all of them', async () => {
  const shop = await newShop();
  const { keys } = shop;
  const references = ['contrato-78', 'contrato-79'];
  const made = await Promise.all(
    references.map((reference) => shop.create({ reference, payer: PAYER })),
  );
  const [id = '', ...others] = await customers(keys);
  assert.deepEqual(others, []);
  const erase = () => gateway.call('DELETE', `/v1/customers/${id}`, { keys });
  const found = await gateway.call('GET', `/v1/customers/${id}`, { keys });
  assert.deepEqual([found.status, found.body.name], [200, PAYER.name]);
  assert.equal(Object(found.body.summary).charge_count, 0);
  assert.equal((await erase()).body.code, 'customer_has_open_charges');
  for (const { internal_id: one } of made) await shop.cancel(one);
  const erased = await erase();
  assert.deepEqual([erased.body.status, erased.body.erased_charges], ['done', 0], erased.text);
  const { name, document } = ERASED_PAYER;
  for (const { internal_id: one } of made) {
    assert.deepEqual((await shop.read(one)).payer, { name, document, email: null });
    const [canceled] = await shop.events(one);
    assert.equal(Object(canceled?.data.payer).document, document);
  }
  assert.deepEqual(await customers(keys), []);
  await shop.create({ payer: PAYER });
  assert.deepEqual(await customers(keys), [id], 'the person subscribes again');
});

test('a payer of a subscription in the time of a test clock, or with a first payment, is one customer', async () => {
  const shop = await newShop();
  const { keys } = shop;
  const clock = await shop.createClock(SUBSCRIPTION.first_due_on.replace(/..$/, '02'));
  await shop.create({ payer: PAYER, clock_id: clock.id });
  const [id] = await customers(keys);
  await shop.create({ payer: PAYER, journey: 'code_and_first_payment' });
  assert.deepEqual(await customers(keys), [id]);
});

test('a subscription changes nothing of a customer that has charges', async () => {
  const shop = await newShop();
  const { keys } = shop;
  const payer = { ...PAYER, email: 'zefirina@casa.example' };
  const charge = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, payer },
  });
  assert.equal(charge.status, 201, charge.text);
  const [id] = await customers(keys);
  const before = await gateway.call('GET', `/v1/customers/${id}`, { keys });
  await shop.create({ payer: { ...PAYER, name: 'Zefa' } });
  assert.deepEqual((await gateway.call('GET', `/v1/customers/${id}`, { keys })).body, before.body);
});

test('a payer without charges is a customer of the merchant of the subscription only', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  await shop.create({ payer: PAYER });
  const [id] = await customers(shop.keys);
  assert.deepEqual(await customers(other.keys), []);
  for (const method of ['GET', 'DELETE'] as const) {
    const { body } = await gateway.call(method, `/v1/customers/${id}`, { keys: other.keys });
    assert.equal(body.code, 'customer_not_found');
  }
});
