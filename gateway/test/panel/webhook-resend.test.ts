import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ATTEMPTS_MAX } from '#src/webhooks/delivery/retry-schedule.ts';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const reader = await signInOperator(gateway, { hasSecondFactor: false });
const HOOKS = '/api/panel/test/webhooks';

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
}
interface Webhook {
  readonly id: string;
  readonly is_failing: boolean;
  readonly retrying: number;
  readonly failed_last_day: number;
}

/** Answers with Retry-After of an hour, so that only a resend is sooner. */
function refuseForAnHour(sink: WebhookSink): void {
  sink.answerWith((_webhook, response) => {
    response.writeHead(503, { 'retry-after': '3600' }).end();
  });
}

async function openShop() {
  const sink = await startWebhookSink({ after });
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const { body: hook } = await session.call('POST', HOOKS, { body: { url: sink.url } });
  const path = `${HOOKS}/${hook.id}`;
  const deliveries = async (): Promise<Delivery[]> =>
    (await session.call<{ data: Delivery[] }>('GET', `${path}/deliveries`)).body.data;
  const webhook = async (): Promise<Webhook | undefined> =>
    (await session.call<{ data: Webhook[] }>('GET', HOOKS)).body.data[0];
  return { merchant, keys, session, sink, path, deliveries, webhook };
}

async function failingUsernames(): Promise<string[]> {
  const { body } = await reader.call<{ failing_endpoints: { username: string }[] }>(
    'GET',
    '/api/operator/health',
  );
  return body.failing_endpoints.map(({ username }) => username);
}

const deliveryIds = (sink: WebhookSink) =>
  sink.received.map(({ headers }) => headers['x-service-delivery']);
const isRetrying = (one: Delivery) => one.status === 'pending' && one.attempt_count > 0;

test('a waiting delivery is sent at once, only once and under its id', async () => {
  const shop = await openShop();
  refuseForAnHour(shop.sink);
  await receivePayment(gateway, shop.keys);
  const waiting = await until('a retry waits', async () =>
    (await shop.deliveries()).find(isRetrying),
  );
  const held: (() => void)[] = [];
  shop.sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(204).end());
  });
  const path = `${shop.path}/deliveries/${waiting.id}/resend`;
  const answers = await Promise.all([1, 2, 3].map(() => shop.session.call('POST', path)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202],
  );
  await until('it is sent', async () => held.length === 1);
  held[0]?.();
  await until('it is delivered', async () =>
    (await shop.deliveries()).every(({ status }) => status === 'delivered'),
  );
  assert.deepEqual(deliveryIds(shop.sink), [waiting.id, waiting.id]);
});

test('a resend during an attempt waits for its end and follows a failure', async () => {
  const shop = await openShop();
  const held: (() => void)[] = [];
  shop.sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(503, { 'retry-after': '3600' }).end());
  });
  await receivePayment(gateway, shop.keys);
  await until('the attempt runs', async () => held.length === 1);
  const [running] = await shop.deliveries();
  await shop.session.call('POST', `${shop.path}/deliveries/${running?.id}/resend`);
  assert.equal(shop.sink.received.length, 1);
  held[0]?.();
  await until('the next attempt follows', async () => held.length === 2);
  held[1]?.();
  await until('the next attempt is scheduled', async () => {
    const [delivery] = await shop.deliveries();
    return delivery?.attempt_count === 2 && delivery.status === 'pending';
  });
  assert.equal(new Set(deliveryIds(shop.sink)).size, 1);
});

test('one call sends every failed or waiting delivery again once', async () => {
  const shop = await openShop();
  refuseForAnHour(shop.sink);
  await receivePayment(gateway, shop.keys);
  await receivePayment(gateway, shop.keys);
  await until('both wait', async () => (await shop.deliveries()).filter(isRetrying).length === 2);
  shop.sink.answerWith((_webhook, response) => response.writeHead(410).end());
  await receivePayment(gateway, shop.keys);
  await until('one has failed', async () =>
    (await shop.deliveries()).some(({ status }) => status === 'failed'),
  );
  shop.sink.answerWith((_webhook, response) => response.writeHead(204).end());
  const all = await shop.session.call('POST', `${shop.path}/resend-failed`, { body: {} });
  assert.deepEqual(all.body, { resent: 3, has_more: false });
  await until('all are delivered', async () =>
    (await shop.deliveries()).every(({ status }) => status === 'delivered'),
  );
  assert.deepEqual([shop.sink.received.length, new Set(deliveryIds(shop.sink)).size], [6, 3]);
});

test('an endpoint with retries is shown as failing to merchant and operator', async () => {
  const shop = await openShop();
  const { username } = shop.merchant;
  refuseForAnHour(shop.sink);
  await receivePayment(gateway, shop.keys);
  await until('a retry waits', async () => (await shop.deliveries()).some(isRetrying));
  const { is_failing, retrying, failed_last_day } = (await shop.webhook()) ?? {};
  assert.deepEqual(
    { is_failing, retrying, failed_last_day },
    {
      is_failing: true,
      retrying: 1,
      failed_last_day: 0,
    },
  );
  assert.ok((await failingUsernames()).includes(username));
  const home = await shop.session.call<{ attention: Record<string, number> }>(
    'GET',
    '/api/panel/test/overview',
  );
  assert.equal(home.body.attention.retrying_deliveries, 1);

  shop.sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await shop.session.call('POST', `${shop.path}/resend-failed`, { body: {} });
  await until('the endpoint is healthy', async () => (await shop.webhook())?.is_failing === false);
  assert.equal((await failingUsernames()).includes(username), false);
});

test('a delivery that had used up its attempts is retried by the schedule after it is sent again', async () => {
  const shop = await openShop();
  refuseForAnHour(shop.sink);
  await receivePayment(gateway, shop.keys);
  const { id } = await until('a retry waits', async () =>
    (await shop.deliveries()).find(isRetrying),
  );
  await gateway.sql(
    `update webhook_deliveries set attempt_count = $2, status = 'failed', undelivered = 'failed'
      where id = $1`,
    [id, ATTEMPTS_MAX],
  );
  shop.sink.answerWith((_webhook, response) => response.writeHead(503).end());
  const path = `${shop.path}/deliveries/${id}/resend`;
  assert.equal((await shop.session.call('POST', path)).status, 202);
  const again = await until('the attempt is recorded', async () =>
    (await shop.deliveries()).find((one) => one.attempt_count > ATTEMPTS_MAX),
  );
  assert.equal(again.status, 'pending');
});

test('an endpoint whose last delivery is exhausted is failing until a delivery succeeds', async () => {
  const shop = await openShop();
  shop.sink.answerWith((_webhook, response) => response.writeHead(410).end());
  await receivePayment(gateway, shop.keys);
  await until('it has failed', async () => (await shop.webhook())?.failed_last_day === 1);
  assert.equal((await shop.webhook())?.is_failing, true);
  shop.sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await shop.session.call('POST', `${shop.path}/test`);
  await until('the test event arrived', async () => (await shop.webhook())?.is_failing === false);
  assert.equal((await shop.webhook())?.failed_last_day, 1);
  await shop.session.call('PATCH', shop.path, { body: { status: 'paused' } });
  assert.equal((await failingUsernames()).includes(shop.merchant.username), false);
});

test('a resend of a delivery of a paused endpoint stays held', async () => {
  const shop = await openShop();
  await shop.session.call('PATCH', shop.path, { body: { status: 'paused' } });
  await receivePayment(gateway, shop.keys);
  const held = await until('it is held', async () => {
    const [one] = await shop.deliveries();
    return one?.status === 'pending' && one.next_attempt_at === null && one;
  });
  await shop.session.call('POST', `${shop.path}/deliveries/${held.id}/resend`);
  const all = await shop.session.call('POST', `${shop.path}/resend-failed`, { body: {} });
  assert.deepEqual([all.body.resent, shop.sink.received.length], [0, 0]);
  await shop.session.call('PATCH', shop.path, { body: { status: 'active' } });
  await until('it is delivered', async () => shop.sink.received.length === 1);
});
