import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import {
  createCredential,
  revokeCredential,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { listBuckets } from '#src/ground/database/bucket-facts.ts';
import { isBucketId } from '#src/ground/database/buckets.ts';
import {
  type BucketMove,
  listNodes,
  moveBucket,
  planRebalance,
} from '#src/ground/database/citus/bucket-nodes.ts';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import type { Finding } from '#src/host/cli/doctor/finding.ts';
import {
  controlServer,
  SKIP_WITHOUT_CITUS,
  SKIP_WITHOUT_CONTROL,
} from '../support/citus-servers.ts';
import { needingAllServers } from '../support/citus-statements.ts';
import { createClusterDatabase, run, type TestDatabase } from '../support/database-server.ts';
import {
  CHARGE,
  receivePayment,
  startGateway,
  type TestGateway,
  until,
} from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';
import { assertClean, createPair, payShared } from '../support/two-buckets.ts';
import { openEndpoint } from '../support/webhook-sink.ts';

const skip = SKIP_WITHOUT_CITUS;
const CHARGES_AFTER = 20;
const SALES = 20;
const STEP_MS = 10_000;

let database: TestDatabase;
let gateway: TestGateway;

if (!skip) {
  database = await createClusterDatabase(2);
  gateway = await startGateway({ after }, { database });
}

function openOwner(context: TestContext): Database {
  const owner = openDatabase({
    connectionString: database.ownerConnectionString,
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
async function sessionsOn(node: string): Promise<unknown> {
  const address = new URL(database.ownerConnectionString);
  address.host = node;
  const [row] = await run(
    address.href,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'pix-gateway%'`,
  );
  return row?.count;
}

/** Moves a bucket to where it was before, when the cluster has deleted the tables there. */
function moveAfterAnother(owner: Database, move: BucketMove): Promise<true> {
  return until('the bucket moves', () =>
    moveBucket(owner, move).then(
      () => true,
      (error: Error) => {
        if (!error.message.includes('orphaned shard')) throw error;
        return false;
      },
    ),
  );
}

/** What the doctor says of the cluster. */
async function examine(): Promise<readonly Finding[]> {
  const { encryptionKey } = gateway.appContext.config;
  const env = { ...database.env, ENCRYPTION_KEY: encryptionKey?.toString('base64') ?? '' };
  const { stdout } = await runCli(env, 'doctor', '--json');
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return findings.filter(({ check }) => check === 'cluster');
}

test('a cluster that refuses to move a bucket gives its reason', { skip }, async (context) => {
  const owner = openOwner(context);
  const { b1: node = '' } = await nodes(owner);
  await assert.rejects(moveBucket(owner, { bucketId: 'b1', node }), {
    code: 'bucket_move_refused',
    message: /same node/,
  });
});

test('a key that is revoked at one node is refused by the next request at every node', {
  skip,
}, async (context) => {
  const { home, away } = await createPair(gateway);
  const { clock } = gateway.appContext;
  // Another process, with connections of its own.
  const { connectionString } = gateway;
  const other = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(() => other.close());
  await other.buckets.refresh();
  for (const { merchant } of [home, away]) {
    const wanted = { environment: 'test', name: 'x' } as const;
    const pair = await createCredential(gateway.appContext, merchant, wanted, commandActor);
    const keys = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
    assert.equal((await gateway.call('GET', '/v1/balance', { keys })).status, 200);
    await revokeCredential({ database: other, clock }, { clientId: pair.clientId }, commandActor);
    assert.equal((await gateway.call('GET', '/v1/balance', { keys })).status, 401);
  }
});

test('charges, payments and webhooks go on while the node of another bucket is down', {
  skip: skip || SKIP_WITHOUT_CONTROL,
}, async (context) => {
  const { home, away } = await createPair(gateway);
  const { b0, b1 } = await nodes(openOwner(context));
  const create = async ({ keys }: typeof home): Promise<number> => {
    const headers = { 'idempotency-key': randomUUID() };
    const options = { keys, headers, body: CHARGE };
    return (await gateway.call('POST', '/v1/pix/qrcode', options)).status;
  };
  for (const { node = '', there, elsewhere, bucketId } of [
    { node: b1, there: away, elsewhere: home, bucketId: 'b0' },
    { node: b0, there: home, elsewhere: away, bucketId: 'b1' },
  ] as const) {
    const endpoint = await openEndpoint(context, gateway, elsewhere.merchant);
    await controlServer('kill', node);
    try {
      await until('it is down', async () => (await create(there)) === 503);
      for (let index = 0; index < SALES; index += 1) {
        assert.equal(await create(elsewhere), 201, `charge ${index} beside ${node}`);
        await receivePayment(gateway, elsewhere.keys, CHARGE);
      }
      await until('its webhooks arrive', async () => {
        gateway.clock.advance(STEP_MS);
        return endpoint.received.length === SALES;
      });
      const living = { bucketId, node: (bucketId === 'b0' ? b0 : b1) ?? '' };
      assert.deepEqual(await needingAllServers(database.connectionString, living), []);
      const [finding] = (await examine()).filter(({ status }) => status === 'failure');
      assert.match(
        finding?.message ?? '',
        new RegExp(`o servidor ${node} do cluster não responde`),
      );
    } finally {
      await controlServer('start', node);
    }
    await until('it serves', async () => (await create(there)) === 201);
  }
  await assertClean(gateway);
});

test('doctor names a table that has no place on the cluster, and fails for nothing else', {
  skip,
}, async () => {
  const failures = async () => (await examine()).filter(({ status }) => status === 'failure');
  assert.deepEqual(await failures(), []);
  await run(database.ownerConnectionString, 'create table public.unplaced (id int)');
  const [found, ...others] = await failures();
  assert.deepEqual([found?.message, others], ['sem lugar no cluster: unplaced', []]);
  await run(database.ownerConnectionString, 'drop table public.unplaced');
});

test('a bucket that moves to another node under load loses and refuses nothing', {
  skip,
}, async (context) => {
  const { home, away } = await createPair(gateway);
  const owner = openOwner(context);
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

// The last one, because it ends the background work.
test('a rebalance spreads the buckets over the nodes, and empty nodes get no connections', {
  skip,
}, async (context) => {
  const { home, away } = await createPair(gateway);
  const owner = openOwner(context);
  const { buckets } = gateway.appContext.database;
  const { b0 = '', b1 } = await nodes(owner);
  const empty = (await listNodes(owner)).find((node) => node !== b0) ?? '';
  await gateway.stopWorker();
  if (b1 !== b0) await moveAfterAnother(owner, { bucketId: 'b1', node: b0 });
  await buckets.refresh();
  await payShared(gateway, away, home);
  // A connection that was in use at the first refresh is closed by the second one.
  await buckets.refresh();
  assert.equal(await sessionsOn(empty), 0);
  const [move, ...others] = await planRebalance(owner);
  assert.ok(move && isBucketId(move.bucketId));
  assert.deepEqual([move.node, others], [empty, []]);
  await moveAfterAnother(owner, move);
  assert.deepEqual(new Set(Object.values(await nodes(owner))), new Set([b0, empty]));
  // The placement in memory is old: the node passes the statements on.
  await payShared(gateway, away, home);
  await assertClean(gateway);
});
