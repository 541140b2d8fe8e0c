import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type pg from 'pg';
import { databaseIn } from '#src/ground/database/bucket-databases.ts';
import { listBuckets } from '#src/ground/database/bucket-facts.ts';
import { createBucketRoutes } from '#src/ground/database/bucket-routes.ts';
import { HOME_BUCKET } from '#src/ground/database/buckets.ts';
import { listNodes, moveBucket } from '#src/ground/database/citus/bucket-nodes.ts';
import { createNodePools } from '#src/ground/database/citus/node-pools.ts';
import {
  type Database,
  openDatabase,
  type Transaction,
  types,
} from '#src/ground/database/database.ts';
import type { Placement } from '#src/ground/database/placement.ts';
import { openPool } from '#src/ground/database/pool.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { SKIP_WITHOUT_CITUS } from '../support/citus-servers.ts';
import { refusedShardStatements } from '../support/citus-statements.ts';
import { createClusterDatabase, run, type TestDatabase } from '../support/database-server.ts';
import { until } from '../support/gateway.ts';

const skip = SKIP_WITHOUT_CITUS;
const INSERT = {
  name: 'test_insert',
  place: HERE,
  text: `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
    values ('charge', $1, 1, '', now(), now())`,
};
const READ = { name: 'test_read', place: HERE, text: 'select id from set_aside_work' };
const LOG = {
  name: 'test_log',
  text: `select set_config('citus.log_remote_commands', 'on', true),
    set_config('client_min_messages', 'notice', true)`,
};
/** Sessions that wait for the lock of a bucket's shards. */
const WAITING = "select from pg_locks where locktype = 'advisory' and objsubid = 8 and not granted";

let database: TestDatabase;
if (!skip) {
  database = await createClusterDatabase(2);
  after(() => database.drop());
}

/** On a slow machine a move takes longer than a gateway lets a statement or transaction wait. */
const NO_LIMITS = 'set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';

/** Opens the database as a process does that has just read where the buckets are. */
async function open(
  context: TestContext,
  notices: string[] = [],
): Promise<Database & { readonly placement: Placement }> {
  const { connectionString } = database;
  const openNode = (node: { readonly connectionString: string; readonly bucketId: string }) => {
    const pool = openPool({
      connectionString: node.connectionString,
      connectionsMax: 2,
      applicationName: 'test',
      statementTimeoutMs: 0,
      types,
      settings: `-c search_path=${node.bucketId},public`,
    });
    pool.on('connect', (client: pg.PoolClient) => {
      client.on('notice', ({ message }) => notices.push(message ?? ''));
      client.query(NO_LIMITS).catch((error: Error) => notices.push(error.message));
    });
    return pool;
  };
  const home = {
    pool: openNode({ connectionString, bucketId: HOME_BUCKET }),
    poolBucketId: HOME_BUCKET,
  };
  const placement = createNodePools(home, openNode);
  const setup = { ...home, placement, routes: createBucketRoutes() };
  const opened = databaseIn({ ...setup, makePartition: undefined, limits: '' }, HOME_BUCKET);
  context.after(() => opened.close());
  await opened.buckets.refresh();
  return { ...opened, placement };
}

async function nodeOf(bucketId: string, owner: Database): Promise<string> {
  return (await listBuckets(owner)).find((one) => one.bucketId === bucketId)?.node ?? '';
}

/** Inserts a row in a bucket in a transaction that names shards. */
function insert(tx: Transaction, bucketId: 'b0' | 'b1', id: string): void {
  tx.in(bucketId).send(INSERT, [id]);
}

async function idsIn(bucketId: string): Promise<unknown[]> {
  const text = `select id from ${bucketId}.set_aside_work order by id`;
  return (await run(database.ownerConnectionString, text)).map(({ id }) => id);
}

test('the node of a bucket runs each statement that names its shards', {
  skip,
}, async (context) => {
  const opened = await open(context);
  const { shards } = opened.placement.poolOf('b1');
  assert.ok(shards);
  const node = await nodeOf('b1', opened);
  const { connectionString } = database;
  const refused = await refusedShardStatements(connectionString, { bucketId: 'b1', node, shards });
  assert.deepEqual(refused, []);
});

test('a transaction that names shards of two nodes is committed in two phases', {
  skip,
}, async (context) => {
  const notices: string[] = [];
  const opened = await open(context, notices);
  const inOne = ['b0'] as const;
  const orders = [['b0', 'b1'] as const, ['b1', 'b0'] as const];
  for (const [index, order] of [inOne, ...orders].entries()) {
    notices.length = 0;
    await opened.transaction(async (tx) => {
      tx.useShards();
      await tx.query(LOG, []);
      for (const bucketId of order) insert(tx, bucketId, `phases-${index}`);
    });
    const prepared = notices.filter((notice) => notice.includes('PREPARE TRANSACTION'));
    assert.equal(prepared.length > 0, order.length > 1, `${order}: ${notices.join('\n')}`);
  }
  assert.deepEqual(await idsIn('b0'), ['phases-0', 'phases-1', 'phases-2']);
  assert.deepEqual(await idsIn('b1'), ['phases-1', 'phases-2']);
});

test('a move waits for transactions that name shards, and later ones follow the bucket', {
  skip,
}, async (context) => {
  const owner = openDatabase({
    connectionString: database.ownerConnectionString,
    connectionsMax: 2,
    applicationName: 'test',
    statementTimeoutMs: 0,
  });
  context.after(() => owner.close());
  const [opened, other] = [await open(context), await open(context)];
  const from = await nodeOf('b1', owner);
  const to = (await listNodes(owner)).find((node) => node !== from) ?? '';
  const nodeUrl = new URL(database.ownerConnectionString);
  nodeUrl.host = from;
  const { promise: bucketIsKept, resolve: keepsBucket } = Promise.withResolvers<void>();
  const { promise: moveWaits, resolve: moveIsWaiting } = Promise.withResolvers<void>();
  const first = opened.buckets.of('b1').transaction(async (tx) => {
    tx.useShards();
    // A write would delay the move before it waits for the lock.
    await tx.query(READ, []);
    keepsBucket();
    await moveWaits;
    await tx.query(INSERT, ['move-first']);
  });
  await bucketIsKept;
  const moving = moveBucket(owner, { bucketId: 'b1', node: to });
  await until('the move waits', async () => (await run(nodeUrl.href, WAITING)).length > 0);
  // A transaction that begins now waits for the move, and then for its new node.
  const during = other.buckets.of('b1').transaction((tx) => {
    tx.useShards();
    return tx.query(INSERT, ['move-during']);
  });
  await until('both wait', async () => (await run(nodeUrl.href, WAITING)).length > 1);
  moveIsWaiting();
  await Promise.all([first, moving, during]);
  // The placement in this memory is old.
  await opened.buckets.of('b0').transaction(async (tx) => {
    tx.useShards();
    insert(tx, 'b1', 'move-through');
    await tx.query(INSERT, ['move-beside']);
  });
  await opened.buckets.of('b1').transaction(async (tx) => {
    tx.useShards();
    await tx.query(INSERT, ['move-after']);
  });
  assert.equal(await nodeOf('b1', owner), to);
  const moved = (await idsIn('b1')).filter((id) => String(id).startsWith('move'));
  const ids = ['after', 'during', 'first', 'through'].map((id) => `move-${id}`);
  assert.deepEqual(moved, ids);
});
