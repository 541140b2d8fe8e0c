import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rescheduleDeliveries } from '#src/ground/clocks/bind-to-clock.ts';
import { clockKindsOf } from '#src/host/option-parts.ts';
import { runInClock } from '#src/test-world/clocks/run-in-clock.ts';
import { startTestClocks } from '#src/test-world/work.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { CHARGE, callGateway, createMerchantWithKeys, until } from '../support/gateway.ts';
import { clockClient, type TestClock } from '../support/test-clocks.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const PATH = '/v1/test/clocks';
const DAY_S = 86_400;
const gateway = await startInBuckets({ after });
const { post, createClock, advance, read, payInClock } = clockClient(gateway);

test('of many advances at once, by two APIs and two workers, one moves the clock, and once', async (context) => {
  const secondUrl = await gateway.openSecondApi();
  const second = startTestClocks(gateway.appContext, await clockKindsOf(gateway.appContext));
  context.after(() => second.stop());
  const { keys } = await createMerchantWithKeys(gateway);
  const sink = await startWebhookSink(context);
  await post(keys, '/v1/webhook-endpoints', { url: sink.url });
  const clock = await createClock(keys, { bind_key: true });
  const created = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      post(keys, '/v1/pix/qrcode', { ...CHARGE, expires_in: 60 + index }),
    ),
  );
  const path = `${PATH}/${clock.id}/advance`;
  const answers = await Promise.all(
    [gateway.url, secondUrl, gateway.url, secondUrl].map((url) =>
      callGateway<TestClock>(`${url}${path}`, 'POST', { keys, body: { seconds: DAY_S } }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409]);
  const { now } = (await gateway.call<TestClock>('GET', `${PATH}/${clock.id}`, { keys })).body;
  assert.equal(Date.parse(now) - Date.parse(clock.now), DAY_S * 1_000);
  for (const { body } of created) {
    assert.equal((await read(keys, body.internal_id)).status, 'expired');
  }
  const told = sink.received.map(({ event }) => event.data.internal_id);
  assert.deepEqual(
    told,
    created.map(({ body }) => body.internal_id),
  );
  await assertClean(gateway);
});

test('charges that are created during an advance live at one instant of it and are not lost', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys, { bind_key: true });
  const create = () => post(keys, '/v1/pix/qrcode', { ...CHARGE, expires_in: 60 });
  const path = `${PATH}/${clock.id}/advance`;
  for (let round = 0; round < 3; round += 1) {
    const moving = gateway.call('POST', path, { keys, body: { seconds: 30 } });
    const made = await Promise.all([...Array.from({ length: 8 }, create), moving]);
    assert.deepEqual([...new Set(made.map(({ status }) => status))].sort(), [200, 201]);
  }
  await advance(keys, clock, 61);
  const { data } = (
    await gateway.call<{ data: { status: string; expires_at: string }[] }>(
      'GET',
      '/v1/transactions?limit=100',
      { keys },
    )
  ).body;
  assert.equal(data.length, 24);
  assert.deepEqual([...new Set(data.map(({ status }) => status))], ['expired']);
  await assertClean(gateway);
});

test('work that a clock overtakes runs again at the new time of the clock', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const key = { merchantId: merchant.merchantId, id: clock.id };
  let runs = 0;
  const now = await runInClock(gateway.appContext, key, async (inClock) => {
    runs += 1;
    if (runs === 1) await advance(keys, clock, DAY_S);
    return inClock.database.transaction(async () => inClock.clock.now());
  });
  assert.deepEqual([runs, now - Date.parse(clock.now)], [2, DAY_S * 1_000]);
});

test('work that finds its clock being deleted is refused, so that nothing stays in its time', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const key = { merchantId: merchant.merchantId, id: clock.id };
  let runs = 0;
  const work = runInClock(gateway.appContext, key, async (inClock) => {
    runs += 1;
    await gateway.sql(
      `update test_clocks set status = 'deleting', leased_until = now() + interval '1 minute'
        where id = $1`,
      [clock.id],
    );
    return inClock.database.transaction(async () => 'done in a clock without an end');
  });
  await assert.rejects(work, { code: 'overloaded' });
  assert.equal(runs, 1);
});

test('what a result changes while its clock is deleted is deleted too', async (context) => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const sink = await startWebhookSink(context);
  await post(keys, '/v1/webhook-endpoints', { url: sink.url });
  const clock = await createClock(keys);
  await payInClock(keys, clock);
  await advance(keys, clock, 1);
  const items = () =>
    gateway.sql('select kind, id, due_at from test_clock_items where clock_id = $1', [clock.id]);
  const [delivery] = (await items()).filter(({ kind }) => kind === 'delivery');
  assert.equal(delivery?.due_at, null);
  const { buckets } = gateway.appContext.database;
  const bucketId = (await buckets.bucketsOf([merchantId])).get(merchantId);
  const bucket = buckets.all().find((one) => one.bucketId === bucketId);
  let deletion: ReturnType<typeof gateway.call> | undefined;
  await bucket?.transaction(async (tx) => {
    await rescheduleDeliveries(tx, [{ merchantId, id: String(delivery?.id), dueAt: null }]);
    deletion = gateway.call('DELETE', `${PATH}/${clock.id}`, { keys });
    await until('the deletion waits', () => isBlocked(gateway, 'test_clock_items'));
  });
  assert.equal((await deletion)?.status, 204);
  assert.deepEqual(await items(), []);
});

test('a webhook that fails while its clock is deleted is tried again by the real time', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const sink = await startWebhookSink(context);
  await post(keys, '/v1/webhook-endpoints', { url: sink.url });
  const clock = await createClock(keys);
  const moved = await advance(keys, clock, DAY_S);
  const { promise: isHeld, resolve: fail } = Promise.withResolvers<void>();
  sink.answerWith((_webhook, response) => {
    void isHeld.then(() => response.writeHead(500).end());
  });
  await payInClock(keys, moved);
  await until('the webhook is there', async () => sink.received.length === 1);
  assert.equal((await gateway.call('DELETE', `${PATH}/${clock.id}`, { keys })).status, 204);
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  fail();
  await until('the attempt is recorded', async () => {
    const [row] = await gateway.sql(
      'select attempt_count from webhook_deliveries where test_clock_id = $1',
      [clock.id],
    );
    return Number(row?.attempt_count) === 1;
  });
  gateway.clock.advance(60_000);
  await until('the webhook is sent again', async () => sink.received.length === 2);
});

test('what lives in a clock does not happen by the real time', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const body = { ...CHARGE, expires_in: 60 };
  const bound = await post(keys, '/v1/pix/qrcode', { ...body, clock_id: clock.id });
  const free = await post(keys, '/v1/pix/qrcode', body);
  gateway.clock.advance(120_000);
  await until('the other charge expires', async () => {
    return (await read(keys, free.body.internal_id)).status === 'expired';
  });
  assert.equal((await read(keys, bound.body.internal_id)).status, 'pending');
});

test('after the crash of a worker another one ends the advance', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys, { bind_key: true });
  const created = await post(keys, '/v1/pix/qrcode', CHARGE);
  await gateway.sql(
    `update test_clocks set status = 'advancing', target_at = now_at + interval '2 days',
       leased_until = now() + interval '300 milliseconds' where id = $1`,
    [clock.id],
  );
  const path = `${PATH}/${clock.id}`;
  const refused = [
    await post(keys, `${path}/advance`, { seconds: 1 }),
    await gateway.call('DELETE', path, { keys }),
  ];
  for (const { body } of refused) assert.equal(body.code, 'test_clock_busy');
  await until('the clock is ready', async () => {
    return (await gateway.call('GET', path, { keys })).body.status === 'ready';
  });
  assert.equal((await read(keys, created.body.internal_id)).status, 'expired');
});
