import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { createMetrics } from '#src/ground/metrics.ts';
import { composeWorker } from '#src/host/compose-worker.ts';
import { createDeliveryLeaser } from '#src/webhooks/delivery/lease-deliveries.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const { appContext } = gateway;
const deps = { ...appContext, targetRules: { allowPrivateAddresses: true, allowPlainHttp: true } };
const startWorker = () => composeWorker({ ...appContext, metrics: createMetrics() });

async function openShop(context: Parameters<typeof startWebhookSink>[0]) {
  const sink = await startWebhookSink(context);
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const scope = { merchantId: merchant.merchantId, environment: 'test', isSandbox: false } as const;
  const endpoint = await createEndpoint(deps, scope, { url: sink.url }, commandActor);
  const pay = (count: number) =>
    Promise.all(Array.from({ length: count }, () => receivePayment(gateway, keys)));
  const deliveries = (condition: string) =>
    gateway.sql(`select * from webhook_deliveries where endpoint_id = $1 and ${condition}`, [
      endpoint.id,
    ]);
  return { sink, pay, deliveries, endpoint, scope };
}

test('three workers send each delivery once', async (context) => {
  const workers = [await startWorker(), await startWorker()];
  const { sink, pay, deliveries } = await openShop(context);
  // Answers wait until all workers have looked for work.
  const held: (() => void)[] = [];
  sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(204).end());
  });
  for (let count = 0; count < 4; count += 1) await pay(25);
  await until('all are delivered', async () => {
    for (const answer of held.splice(0)) answer();
    return (await deliveries(`status = 'delivered'`)).length === 100;
  });
  for (const worker of workers) await worker.stop();
  const ids = sink.received.map(({ headers }) => headers['x-service-delivery']);
  assert.deepEqual([ids.length, new Set(ids).size], [100, 100]);
});

test('three workers send each delivery once that another process has inserted', async (context) => {
  const workers = [await startWorker(), await startWorker()];
  const { sink, deliveries, scope } = await openShop(context);
  const elsewhere = openDatabase({
    connectionString: gateway.connectionString,
    connectionsMax: 1,
    applicationName: 'test',
  });
  context.after(() => elsewhere.close());
  const now = Date.now();
  const events = Array.from({ length: 25 }, () => ({
    ...scope,
    sequence: 1,
    data: {},
    kind: 'deposit.paid',
    audience: { kind: 'endpoints' },
  })) as Omit<NewEvent, 'resourceId'>[];
  for (let count = 0; count < 4; count += 1) {
    const emitted = events.map((event) => ({ ...event, resourceId: createId(now) }));
    await elsewhere.transaction((tx) => emitEvents(tx, emitted, now));
  }
  await until('all are delivered', async () => {
    return (await deliveries(`status = 'delivered'`)).length === 100;
  });
  for (const worker of workers) await worker.stop();
  const ids = sink.received.map(({ headers }) => headers['x-service-delivery']);
  assert.deepEqual([ids.length, new Set(ids).size], [100, 100]);
});

test('a delivery that another process has leased is sent when its lease has ended', async (context) => {
  await gateway.stopWorker();
  const { sink, pay, deliveries, endpoint } = await openShop(context);
  await pay(2);
  const [leased, free] = await deliveries('true');
  const lease = 'update webhook_deliveries set leased_until = now() + $2::interval where id = $1';
  await gateway.sql(lease, [leased?.id, '1 hour']);
  const worker = await startWorker();
  context.after(() => worker.stop());
  await until('the free one is delivered', async () => {
    return (await deliveries(`status = 'delivered'`)).length === 1;
  });
  assert.equal(sink.received[0]?.headers['x-service-delivery'], free?.id);
  await gateway.sql(lease, [leased?.id, '-1 second']);
  await until('the other is delivered', async () => {
    return (await deliveries(`status = 'delivered'`)).length === 2;
  });
  assert.equal(sink.received.length, 2);
  assert.equal((await deliveries(`leased_until is not null`)).length, 0, endpoint.id);
});

/** A delivery whose attempt is under way, and the way to end it with a status. */
async function startAttempt(context: Parameters<typeof startWebhookSink>[0]) {
  const worker = await startWorker();
  context.after(() => worker.stop());
  const shop = await openShop(context);
  const held: ((status: number) => void)[] = [];
  shop.sink.answerWith((_webhook, response) => {
    held.push((status) => response.writeHead(status).end());
  });
  await shop.pay(1);
  await until('the attempt runs', async () => held.length === 1);
  return { ...shop, end: (status: number) => held[0]?.(status) };
}

test('the end of a slow attempt keeps the lease that another process has taken meanwhile', async (context) => {
  const { deliveries, endpoint, end } = await startAttempt(context);
  await gateway.sql(
    `update webhook_deliveries set leased_until = now() + interval '1 hour' where endpoint_id = $1`,
    [endpoint.id],
  );
  end(204);
  await until(
    'it is delivered',
    async () => (await deliveries(`status = 'delivered'`)).length === 1,
  );
  assert.equal((await deliveries('leased_until is not null')).length, 1);
});

test('an attempt that another process has recorded changes its delivery no second time', async (context) => {
  const { deliveries, endpoint, end } = await startAttempt(context);
  const [{ id } = {}] = await deliveries('true');
  await gateway.sql(
    `update webhook_deliveries set attempt_count = 1, next_attempt_at = '2100-01-01'
      where endpoint_id = $1`,
    [endpoint.id],
  );
  end(500);
  await until('the attempt is recorded', async () => {
    const rows = await gateway.sql('select from webhook_attempts where delivery_id = $1', [id]);
    return rows.length === 1;
  });
  const kept = await deliveries(`attempt_count = 1 and next_attempt_at = '2100-01-01'`);
  assert.equal(kept.length, 1);
});

test('the lease of a delivery under way ends within 30 seconds, so that a crash delays it no longer', async (context) => {
  const worker = await startWorker();
  context.after(() => worker.stop());
  const { sink, pay, deliveries } = await openShop(context);
  const held: (() => void)[] = [];
  sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(204).end());
  });
  await pay(1);
  await until('the attempt runs', async () => held.length === 1);
  const running = await deliveries(
    `coalesce(leased_until, (select l.leased_until from webhook_leases l where l.id = lease_id))
      between now() + interval '10 seconds' and now() + interval '30 seconds'`,
  );
  assert.equal(running.length, 1, 'longer than an attempt, and less than 30 seconds');
  held[0]?.();
  await until('it is delivered', async () => {
    return (await deliveries(`status = 'delivered'`)).length === 1;
  });
});

test('deliveries that wait for a slot of a stopped process are found by the next worker', async (context) => {
  const { sink, pay, deliveries } = await openShop(context);
  await pay(3);
  await until('they are due', async () => (await deliveries('true')).length === 3);
  await gateway.sql(`update webhook_deliveries set lane = $1 where status = 'pending'`, [sink.url]);
  const worker = await startWorker();
  context.after(() => worker.stop());
  await until('all arrive', async () => sink.received.length === 3);
});

test('the partitions of deliveries have free space for their updates', async () => {
  const partitions = await gateway.sql(
    `select c.reloptions from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass('webhook_deliveries')`,
  );
  assert.ok(partitions.length > 3);
  for (const { reloptions } of partitions) assert.deepEqual(reloptions, ['fillfactor=35']);
});

test('deliveries that can not be sent keep no others from being leased in the same sweep', async (context) => {
  await gateway.stopWorker();
  const { sink, scope } = await openShop(context);
  const now = Date.now();
  const event: Omit<NewEvent, 'resourceId'> = {
    ...scope,
    sequence: 1,
    data: {},
    kind: 'deposit.paid',
    audience: { kind: 'endpoints' },
  };
  const emitted = Array.from({ length: 4 }, () => ({ ...event, resourceId: createId(now) }));
  for (const each of emitted)
    await appContext.database.transaction((tx) => emitEvents(tx, [each], now));
  const [first, second, ...others] = emitted.map(({ resourceId }) => resourceId);
  const spoil = (id: unknown) =>
    gateway.sql(
      `update webhook_events set body = null, form = 99, amount_centavos = 1
        where resource_id = $1`,
      [id],
    );
  const dueAfter = (id: unknown, ms: number, lane: string | null) =>
    gateway.sql(
      `update webhook_deliveries set next_attempt_at = $2, lane = $3, leased_until = null
        where event_id = (select id from webhook_events where resource_id = $1)`,
      [id, new Date(now - 60_000 + ms), lane],
    );
  for (const id of [first, second]) await spoil(id);
  await dueAfter(first, 0, null);
  await dueAfter(others[0], 1, null);
  await dueAfter(second, 2, sink.url);
  await dueAfter(others[1], 3, sink.url);
  const leaser = createDeliveryLeaser(appContext);
  const unreadable = await leaser.leaseDue(1);
  assert.deepEqual([unreadable.rows.length, unreadable.hasMore], [0, true]);
  assert.equal((await leaser.leaseDue(1)).rows.length, 1);
  assert.equal((await leaser.leaseWaiting(() => 1)).length, 0);
  assert.equal(leaser.hasWaiting(sink.url), true, 'the lane is read again');
  assert.equal((await leaser.leaseWaiting(() => 1)).length, 1);
});
