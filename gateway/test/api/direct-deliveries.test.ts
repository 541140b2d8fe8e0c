import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { directSenderOf } from '#src/webhooks/delivery/direct-senders.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import { createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const { appContext } = gateway;
const { database, clock, sharing } = appContext;
await until('the worker sends', async () => directSenderOf(database.origin, 'b0') !== undefined);
const deps = { ...appContext, targetRules: { allowPrivateAddresses: true, allowPlainHttp: true } };
const LEASES = {
  name: 'test_leases',
  text: `select l.leased_by from webhook_deliveries d join webhook_leases l on l.id = d.lease_id
    where d.merchant_id = $1 and l.leased_until > now() + interval '20 seconds'`,
};

async function openShop(context: TestContext) {
  const sink = await startWebhookSink(context);
  const { merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const scope = { merchantId, environment: 'test', isSandbox: false } as const;
  await createEndpoint(deps, scope, { url: sink.url }, commandActor);
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
    emit: (tx: Transaction, count: number) =>
      emitEvents(tx, Array.from({ length: count }, event), clock.now()),
    leases: (tx: Transaction) => tx.query<{ leased_by: string }>(LEASES, [merchantId]),
    delivered: async () => {
      const [row] = await gateway.sql(
        `select count(*)::int as count from webhook_deliveries
         where merchant_id = $1 and status = 'delivered' and leased_until is null`,
        [merchantId],
      );
      return Number(row?.count);
    },
  };
}

test('the insert of a delivery leases it to the process that has inserted it, which sends it', async (context) => {
  const { sink, emit, leases, delivered } = await openShop(context);
  await database.transaction(async (tx) => {
    await emit(tx, 3);
    const leasedBy = (await leases(tx)).map((row) => row.leased_by);
    assert.deepEqual(leasedBy, Array(3).fill(sharing.processId));
    assert.equal(sink.received.length, 0, 'nothing is sent before the commit');
  });
  await until('they are delivered', async () => (await delivered()) === 3);
  assert.equal(sink.received.length, 3);
});

test('of more deliveries than a process takes at once, it leases a part, and each is sent once', async (context) => {
  const { sink, emit, leases, delivered } = await openShop(context);
  const count = 700;
  await database.transaction(async (tx) => {
    await emit(tx, count);
    assert.equal((await leases(tx)).length, 256);
  });
  await until('all are delivered', async () => (await delivered()) === count);
  assert.equal(sink.received.length, count);
  assert.equal(new Set(sink.received.map(({ event }) => event.id)).size, count);
});

test('deliveries of a transaction that is rolled back are not sent', async (context) => {
  const { sink, emit, delivered } = await openShop(context);
  const rolledBack = database.transaction(async (tx) => {
    await emit(tx, 2);
    throw new Error('rolled back');
  });
  await assert.rejects(rolledBack, /rolled back/);
  await database.transaction((tx) => emit(tx, 1));
  await until('the next one is delivered', async () => (await delivered()) === 1);
  assert.equal(sink.received.length, 1);
});

test('a process whose worker has stopped leases none of its new deliveries', async (context) => {
  const { emit, leases } = await openShop(context);
  await gateway.stopWorker();
  await database.transaction(async (tx) => {
    await emit(tx, 1);
    assert.deepEqual(await leases(tx), []);
  });
});
