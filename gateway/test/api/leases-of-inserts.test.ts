import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { directSenderOf, directSending } from '#src/webhooks/delivery/direct-senders.ts';
import { createDeliveryLeaser, LEASE_MS } from '#src/webhooks/delivery/lease-deliveries.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { createEndpoint, deleteEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { listDeliveries } from '#src/webhooks/reports/read-deliveries.ts';
import { readDeliveryQueue } from '#src/webhooks/reports/read-delivery-queue.ts';
import { resendDelivery } from '#src/webhooks/reports/resend-deliveries.ts';
import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import { ownerAddressOf, run } from '../support/database-server.ts';
import { until } from '../support/gateway.ts';
import { move, openTwo } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const COUNT = 3;
const { gateway, home } = await openTwo({ after });
const { appContext } = gateway;
const { database, clock } = appContext;
await until('the worker sends', async () => directSenderOf(database.origin, 'b0') !== undefined);
const deps = { ...appContext, targetRules: { allowPrivateAddresses: true, allowPlainHttp: true } };
const { merchantId } = home.merchant;

/** An endpoint of the shop, whose events a gateway's process emits. */
async function openEndpoint(context: TestContext) {
  const sink = await startWebhookSink(context);
  const scope = { merchantId, environment: 'test', isSandbox: false } as const;
  const endpoint = await createEndpoint(deps, scope, { url: sink.url }, commandActor);
  const which = { id: endpoint.id, scope };
  context.after(() => deleteEndpoint(deps, which, commandActor).catch(() => undefined));
  const rows = (condition: string) =>
    gateway.sql(`select * from webhook_deliveries where endpoint_id = $1 and ${condition}`, [
      endpoint.id,
    ]);
  const event = (): NewEvent => ({
    merchantId,
    environment: 'test',
    sequence: 1,
    resourceId: createId(clock.now()),
    kind: 'deposit.paid',
    data: {},
    audience: { kind: 'endpoints' },
  });
  return {
    sink,
    which,
    rows,
    emit: (by: typeof database) =>
      by.transaction((tx) => emitEvents(tx, Array.from({ length: COUNT }, event), clock.now())),
    allDelivered: () =>
      until('all are delivered', async () => (await rows(`status = 'delivered'`)).length === COUNT),
  };
}

/** A process that inserts deliveries under its leases and sends none: it is killed at once. */
async function openKilled(context: TestContext) {
  const killed = openDatabase({
    connectionString: gateway.connectionString,
    connectionsMax: 1,
    applicationName: 'test',
  });
  context.after(() => killed.close());
  await killed.buckets.refresh();
  const processId = randomUUID();
  const terms = { leaseMs: LEASE_MS, leasedBy: processId };
  directSending(
    { origin: killed.origin, bucketId: 'b0' },
    { terms, room: () => COUNT, take: () => undefined },
  ).begin();
  return { database: killed, processId };
}

/** Emits events in a killed process; until `free`, no process can make one of them due. */
async function emitStuck(
  context: TestContext,
  { emit, rows }: Awaited<ReturnType<typeof openEndpoint>>,
) {
  const alter = (change: string) =>
    run(ownerAddressOf(gateway.connectionString), `alter table b0.webhook_deliveries ${change}`);
  const killed = await openKilled(context);
  await emit(killed.database);
  const [stuck, other] = await rows('true');
  assert.ok(stuck && other);
  await alter(`add constraint stuck check (id <> '${stuck.id}' or undelivered is null)`);
  await gateway.sql(`update webhook_leases set leased_until = now() - interval '1 hour'`);
  return { other, free: () => alter('drop constraint stuck') };
}

const leaserOfHome = () =>
  createDeliveryLeaser({ ...appContext, database: database.buckets.of('b0') });
const leases = () => gateway.sql('select * from webhook_leases');

test('a success at the first attempt under the lease of the insert changes no column of an index', async (context) => {
  const { emit, rows, sink, allDelivered } = await openEndpoint(context);
  const held: (() => void)[] = [];
  sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(204).end());
  });
  await emit(database);
  await until('all are sent', async () => held.length === COUNT);
  const before = await rows('true order by id');
  for (const answer of held) answer();
  await allDelivered();
  const columns = await gateway.sql(
    `select distinct a.attname as name from pg_depend d
     join pg_class c on c.oid = d.objid and c.relkind in ('i', 'I')
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.refobjid = 'b0.webhook_deliveries'::regclass`,
  );
  const names = columns.map(({ name }) => String(name));
  for (const name of ['undelivered', 'next_attempt_at'])
    assert.ok(names.includes(name), names.join());
  const indexed = (found: readonly Record<string, unknown>[]) =>
    found.map((row) => names.map((name) => String(row[name])));
  assert.deepEqual(indexed(await rows('true order by id')), indexed(before));
});

test('the lease of an insert is deleted when all its deliveries have a result, also a failure', async (context) => {
  const { emit, rows, sink } = await openEndpoint(context);
  sink.answerWith((_webhook, response) =>
    response.writeHead(sink.received.length === 1 ? 500 : 204).end(),
  );
  await emit(database);
  await until('all are sent', async () => (await rows('attempt_count = 1')).length === COUNT);
  await until('the lease is deleted', async () => (await leases()).length === 0);
  assert.equal((await rows(`undelivered = 'retrying' and status = 'pending'`)).length, 1);
});

test('the lease of an insert stays while one of its deliveries has no result', async (context) => {
  const { emit, rows, sink, allDelivered } = await openEndpoint(context);
  const held: (() => void)[] = [];
  sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(204).end());
  });
  await emit(database);
  await until('all are sent', async () => held.length === COUNT);
  held.pop()?.();
  await until('a result', async () => (await rows(`status = 'delivered'`)).length === 1);
  assert.equal((await leases()).length, 1);
  for (const answer of held) answer();
  await allDelivered();
  assert.deepEqual(await leases(), [], 'it is deleted with the last results');
});

test('deliveries under the lease of an insert are listed as pending and counted as running', async (context) => {
  const { emit, which } = await openEndpoint(context);
  const killed = await openKilled(context);
  const before = await readDeliveryQueue(database, clock.now());
  await emit(killed.database);
  const page = await listDeliveries(database, which, {
    cursor: undefined,
    limit: 10,
    status: 'pending',
  });
  assert.equal(page.rows.length, COUNT);
  const queue = await readDeliveryQueue(database, clock.now());
  assert.deepEqual([queue.running - before.running, queue.waiting], [COUNT, before.waiting]);
});

test('deliveries are sent by another process when their lease has ended without a result', async (context) => {
  const { emit, allDelivered, sink } = await openEndpoint(context);
  const killed = await openKilled(context);
  await emit(killed.database);
  await gateway.sql(`update webhook_leases set leased_until = now() - interval '1 second'`);
  await allDelivered();
  assert.equal(sink.received.length, COUNT);
  assert.deepEqual(await leases(), []);
});

test('other due deliveries are sent while the lease of an insert can not be ended', async (context) => {
  const endpoint = await openEndpoint(context);
  const { other, free } = await emitStuck(context, endpoint);
  // So long due that only a full sweep finds it.
  await gateway.sql(
    `update webhook_deliveries set undelivered = 'new', lease_id = null,
       next_attempt_at = now() - interval '1 hour' where id = $1`,
    [other.id],
  );
  await until('it is sent', async () => endpoint.sink.received.length === 1);
  await free();
  await endpoint.allDelivered();
});

test('deliveries under an ended lease of their insert are overdue since its end', async (context) => {
  const endpoint = await openEndpoint(context);
  const { free } = await emitStuck(context, endpoint);
  const { oldestDueSeconds } = await readDeliveryQueue(database, clock.now());
  assert.ok(Number(oldestDueSeconds) > 3_500, String(oldestDueSeconds));
  await free();
  await endpoint.allDelivered();
});

test('deliveries of a process that has ended are due before their lease ends', async (context) => {
  const { emit, allDelivered } = await openEndpoint(context);
  const killed = await openKilled(context);
  await emit(killed.database);
  await leaserOfHome().takeOver(killed.processId);
  await allDelivered();
});

test('the deletion of an endpoint fails its deliveries under the lease of an insert', async (context) => {
  const { emit, which, rows } = await openEndpoint(context);
  const killed = await openKilled(context);
  await emit(killed.database);
  await deleteEndpoint(deps, which, commandActor);
  const failed = await rows(`status = 'failed' and undelivered = 'failed'`);
  assert.equal(failed.length, COUNT);
});

test('a delivery that is sent again during its first attempt is not leased a second time', async (context) => {
  const { emit, which, rows, sink, allDelivered } = await openEndpoint(context);
  const held: (() => void)[] = [];
  sink.answerWith((_webhook, response) => {
    held.push(() => response.writeHead(204).end());
  });
  await emit(database);
  await until('all are sent', async () => held.length === COUNT);
  for (const { id } of await rows('true')) {
    await resendDelivery(deps, { ...which, deliveryId: String(id) }, commandActor);
  }
  assert.deepEqual((await leaserOfHome().leaseDue(100)).rows, []);
  for (const answer of held) answer();
  await allDelivered();
  assert.equal(sink.received.length, COUNT);
});

test('a pending delivery that is neither queued nor under the lease of an insert is refused', async (context) => {
  const { emit, rows } = await openEndpoint(context);
  const killed = await openKilled(context);
  await emit(killed.database);
  const [row] = await rows('true');
  const lost = gateway.sql('update webhook_deliveries set lease_id = null where id = $1', [
    row?.id,
  ]);
  await assert.rejects(lost, /webhook_deliveries_undelivered_check/);
});

test('deliveries under the lease of an insert are sent after their merchant has moved', async (context) => {
  const { emit, sink } = await openEndpoint(context);
  const killed = await openKilled(context);
  await emit(killed.database);
  await move(gateway, home, 'b1');
  const inNewBucket = `b1.webhook_deliveries where url = '${sink.url}'`;
  const leased = `leased_until > now() + interval '10 seconds' as is_leased`;
  const moved = await gateway.sql(`select status, ${leased} from ${inNewBucket}`);
  assert.deepEqual(moved, Array(COUNT).fill({ status: 'pending', is_leased: true }));
  await gateway.sql('update b1.webhook_deliveries set leased_until = now() where url = $1', [
    sink.url,
  ]);
  await until('all are delivered', async () => {
    const delivered = await gateway.sql(`select from ${inNewBucket} and status = 'delivered'`);
    return delivered.length === COUNT;
  });
});
