import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readPage } from '../support/feed.ts';
import { createMerchantWithKeys, type Keys, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { createTestPayer } from '../support/test-payments.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { startVerifyingShop } from '../support/verifying-shop.ts';

const gateway = await startInBuckets({ after });
const { answered, createCharge, pay } = await createTestPayer(gateway);

async function shopOf(context: Parameters<typeof startVerifyingShop>[0]) {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = await startVerifyingShop(context, () => gateway.clock.now());
  const body = { url: shop.url };
  const { secret } = await answered(201, '/v1/webhook-endpoints', { keys, body });
  shop.configure({ secret: String(secret) });
  return { keys, shop };
}

async function eventsOf(keys: Keys) {
  return (await readPage(gateway, keys)).data;
}

async function attemptsOf(keys: Keys, eventId: unknown): Promise<unknown[]> {
  const { body } = await gateway.call<{ data: { response_status: number }[] }>(
    'GET',
    `/v1/events/${String(eventId)}/attempts`,
    { keys },
  );
  return body.data.map((one) => one.response_status).reverse();
}

test('a lost webhook is not sent, and the feed shows it until it is sent again', async (context) => {
  const { keys, shop } = await shopOf(context);
  await pay(keys, await createCharge(keys), { webhook_scenario: 'lost' });
  await pay(keys, await createCharge(keys), {});
  await until('the other arrives', async () => shop.accepted.length === 1);
  // The shop has an event before the worker has written that it was delivered.
  const lost = await until('the feed shows one as not delivered', async () => {
    const { data } = await readPage(gateway, keys, 'delivered=false');
    return data.length === 1 && data[0];
  });
  await answered(202, `/v1/events/${lost.id}/resend`, { keys });
  await until('it arrives', async () => shop.accepted.length === 2);
});

test('a doubled webhook arrives twice with one delivery id; forged ones are refused and then right', async (context) => {
  const { keys, shop } = await shopOf(context);
  await pay(keys, await createCharge(keys), { webhook_scenario: 'doubled' });
  await until('both arrive', async () => shop.accepted.length === 2);
  const [first, second] = shop.received;
  assert.equal(first?.headers['x-service-delivery'], second?.headers['x-service-delivery']);
  for (const scenario of ['old_time', 'wrong_secret']) {
    const before = shop.accepted.length;
    await pay(keys, await createCharge(keys), { webhook_scenario: scenario });
    const event = (await eventsOf(keys)).at(-1);
    await until('it is refused', async () => (await attemptsOf(keys, event?.id)).length === 1);
    assert.equal(shop.accepted.length, before);
    gateway.clock.advance(15_000);
    await until('it is accepted', async () => shop.accepted.length === before + 1);
    await until('both are written', async () => (await attemptsOf(keys, event?.id)).length === 2);
    assert.deepEqual(await attemptsOf(keys, event?.id), [401, 200]);
  }
});

test('out of order the newer event of a charge arrives before the older one', async (context) => {
  const { keys, shop } = await shopOf(context);
  const late = { scenario: 'late', webhook_scenario: 'out_of_order' };
  await pay(keys, await createCharge(keys), late);
  await until('the newer arrives', async () => shop.accepted.length === 1);
  gateway.clock.advance(5_000);
  await until('the older arrives', async () => shop.accepted.length === 2);
  assert.deepEqual(shop.accepted, ['deposit.paid 2', 'deposit.expired 1']);
  const [expired, paid] = await eventsOf(keys);
  const path = '/v1/test/webhook-scenarios';
  const body = { event_id: paid?.id, scenario: 'out_of_order' };
  await answered(202, path, { keys, body });
  await until('the newer arrives again', async () => shop.accepted.length === 3);
  gateway.clock.advance(5_000);
  await until('the older arrives again', async () => shop.accepted.length === 4);
  assert.deepEqual(shop.accepted.slice(2), ['deposit.paid 2', 'deposit.expired 1']);
  await answered('event_is_first', path, { keys, body: { ...body, event_id: expired?.id } });
});

test('an event is sent with a fault only to webhooks of its merchant, with a test key', async (context) => {
  const { keys, shop } = await shopOf(context);
  await pay(keys, await createCharge(keys), {});
  const [event] = await eventsOf(keys);
  const path = '/v1/test/webhook-scenarios';
  const body = { event_id: event?.id, scenario: 'wrong_secret' };
  const other = await createMerchantWithKeys(gateway);
  await answered('event_not_found', path, { keys: other.keys, body });
  await answered('sandbox_forbidden', path, { keys: SANDBOX_KEYS, body });
  await answered('invalid_request', path, { keys, body: { ...body, scenario: 'lost' } });
  const live = await createMerchantWithKeys(gateway, 'live');
  await answered('event_not_found', path, { keys: live.keys, body });
  await until('it arrives', async () => shop.accepted.length === 1);
  await answered(202, path, { keys, body });
  await until('it is refused', async () => (await attemptsOf(keys, event?.id)).includes(401));
});
