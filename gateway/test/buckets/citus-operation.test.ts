import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { commandActor } from '#src/access/actor.ts';
import {
  createCredential,
  revokeCredential,
} from '#src/merchants/credentials/manage-credentials.ts';
import { listBuckets } from '#src/platform/database/bucket-facts.ts';
import { isBucketId } from '#src/platform/database/buckets.ts';
import { listNodes, moveBucket, planRebalance } from '#src/platform/database/citus/bucket-nodes.ts';
import { type Database, openDatabase } from '#src/platform/database/database.ts';
import { controlServer, SKIP_WITHOUT_CONTROL, TEST_ON_CITUS } from '../support/citus-servers.ts';
import { ownerAddressOf, run } from '../support/database-server.ts';
import { CHARGE, receivePayment, type TestGateway, until } from '../support/gateway.ts';
import { assertClean, openTwo, payShared } from '../support/two-buckets.ts';

const skip = !TEST_ON_CITUS && 'needs CITUS_URL and TEST_ON_CITUS=1';
const CHARGES_AFTER = 20;
const SALES = 20;

function openOwner(context: TestContext, { connectionString }: TestGateway): Database {
  const owner = openDatabase({
    connectionString: ownerAddressOf(connectionString),
    connectionsMax: 2,
    applicationName: 'test',
    statementTimeoutMs: 0,
  });
  context.after(() => owner.close());
  return owner;
}

/** The node of each bucket. */
async function nodes(owner: Database): Promise<Readonly<Record<string, string>>> {
  const found = await listBuckets(owner);
  return Object.fromEntries(found.map(({ bucketId, node }) => [bucketId, node ?? '']));
}

/** The sessions of gateways on a node. */
async function sessionsOn({ connectionString }: TestGateway, node: string): Promise<unknown> {
  const address = new URL(ownerAddressOf(connectionString));
  address.host = node;
  const [row] = await run(
    address.href,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'pix-gateway%'`,
  );
  return row?.count;
}

test('a bucket that moves to another node under load loses and refuses nothing', {
  skip,
}, async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const owner = openOwner(context, gateway);
  const before = await nodes(owner);
  const to = (await listNodes(owner)).find((node) => node !== before.b1) ?? '';
  const ids: { id: string; keys: typeof home.keys }[] = [];
  let isMoving = true;
  let left = CHARGES_AFTER;

  async function createCharges(): Promise<void> {
    while (isMoving || left > 0) {
      if (!isMoving) left -= 1;
      for (const { keys } of [home, away]) {
        const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
        assert.equal(created.status, 201, created.text);
        ids.push({ id: String(created.body.internal_id), keys });
      }
      await payShared(gateway, away, home);
    }
  }

  const creating = [createCharges(), createCharges()];
  await moveBucket(owner, { bucketId: 'b1', node: to }).finally(() => {
    isMoving = false;
  });
  await Promise.all(creating);
  assert.equal((await nodes(owner)).b1, to);
  await gateway.appContext.database.buckets.refresh();
  for (const { id, keys } of ids) {
    const read = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    assert.equal(read.status, 200, read.text);
  }
  await assertClean(gateway);
});

test('a rebalance spreads the buckets over the nodes, and empty nodes get no connections', {
  skip,
}, async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const owner = openOwner(context, gateway);
  const { buckets } = gateway.appContext.database;
  const { b0, b1 } = await nodes(owner);
  assert.ok(b0 && b1 && b0 !== b1);
  await gateway.stopWorker();
  await moveBucket(owner, { bucketId: 'b1', node: b0 });
  await buckets.refresh();
  await payShared(gateway, away, home);
  // A connection that was in use at the first refresh is closed by the second one.
  await buckets.refresh();
  assert.equal(await sessionsOn(gateway, b1), 0);
  const [move, ...others] = await planRebalance(owner);
  assert.ok(move && isBucketId(move.bucketId));
  assert.deepEqual([move.node, others], [b1, []]);
  await moveBucket(owner, move);
  assert.deepEqual(new Set(Object.values(await nodes(owner))), new Set([b0, b1]));
  // The placement in memory is old: the node passes the statements on.
  await payShared(gateway, away, home);
  await assertClean(gateway);
});

test('a cluster that refuses to move a bucket gives its reason', { skip }, async (context) => {
  const { gateway } = await openTwo(context);
  const owner = openOwner(context, gateway);
  const { b1: node = '' } = await nodes(owner);
  await assert.rejects(moveBucket(owner, { bucketId: 'b1', node }), {
    code: 'bucket_move_refused',
    message: /same node/,
  });
});

test('a key that is revoked at one node is refused by the next request at every node', {
  skip,
}, async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const { clock } = gateway.appContext;
  // Another process, with connections of its own.
  const { connectionString } = gateway;
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(() => database.close());
  await database.buckets.refresh();
  for (const { merchant } of [home, away]) {
    const wanted = { environment: 'test', name: 'x' } as const;
    const pair = await createCredential(gateway.appContext, merchant, wanted, commandActor);
    const keys = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
    assert.equal((await gateway.call('GET', '/v1/balance', { keys })).status, 200);
    await revokeCredential({ database, clock }, { clientId: pair.clientId }, commandActor);
    assert.equal((await gateway.call('GET', '/v1/balance', { keys })).status, 401);
  }
});

test('charges of a bucket go on while the node of another bucket is down', {
  skip: skip || SKIP_WITHOUT_CONTROL,
}, async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const { b0, b1 } = await nodes(openOwner(context, gateway));
  const create = async ({ keys }: typeof home): Promise<number> => {
    const headers = { 'idempotency-key': randomUUID() };
    const options = { keys, headers, body: CHARGE };
    return (await gateway.call('POST', '/v1/pix/qrcode', options)).status;
  };
  for (const { node = '', there, elsewhere } of [
    { node: b1, there: away, elsewhere: home },
    { node: b0, there: home, elsewhere: away },
  ]) {
    await controlServer('kill', node);
    try {
      await until('it is down', async () => (await create(there)) === 503);
      for (let index = 0; index < SALES; index += 1) {
        assert.equal(await create(elsewhere), 201, `charge ${index} beside ${node}`);
      }
      await receivePayment(gateway, elsewhere.keys, CHARGE);
    } finally {
      await controlServer('start', node);
    }
    await until('it serves', async () => (await create(there)) === 201);
  }
  await assertClean(gateway);
});
