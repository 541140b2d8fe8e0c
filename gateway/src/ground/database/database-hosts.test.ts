import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type DatabaseProxy,
  startDatabaseProxy,
  withPorts,
} from '../../../test/support/database-proxy.ts';
import { createTestDatabase, run } from '../../../test/support/database-server.ts';
import { until } from '../../../test/support/gateway.ts';
import { freePort } from '../../../test/support/gateway-process.ts';
import { createBatcher } from '../work/batcher.ts';
import { type Database, openDatabase } from './database.ts';
import { isContention, isOutage } from './database-errors.ts';

const READ = { name: 'test_read', text: 'select current_setting($1) as value' };
const SLEEP = { name: 'test_sleep', text: 'select pg_sleep($1)' };
const COMMITTED = { name: 'test_insert', text: 'insert into marks (mark) values ($1)' };

/** Two proxies before one database, as if they were two servers, and a pool over both. */
async function openTwoHosts(context: TestContext) {
  const { connectionString, ownerConnectionString, drop } = await createTestDatabase();
  const first = await startDatabaseProxy(connectionString);
  const second = await startDatabaseProxy(connectionString);
  const database = openDatabase({
    connectionString: withPorts(ownerConnectionString, [first.port, second.port]),
    connectionsMax: 3,
    applicationName: 'two hosts',
  });
  context.after(async () => {
    await database.close();
    for (const proxy of [first, second]) proxy.close();
    await drop();
  });
  const sql = (text: string) => run(ownerConnectionString, text);
  return { database, first, second, sql };
}

function nameOf({ port }: DatabaseProxy): string {
  return `127.0.0.1:${port}`;
}

/** Reads until it succeeds; every error before must be an outage. */
async function readAgain(database: Database): Promise<void> {
  await until('the database answers', async () => {
    try {
      return (await database.query(READ, ['search_path'])).length === 1;
    } catch (error) {
      assert.ok(isOutage(error), String(error));
      return false;
    }
  });
}

test('a pool uses the first server that accepts writes, and moves when it is lost', async (context) => {
  const { database, first, second } = await openTwoHosts(context);
  const { hosts } = database.pool;
  first.cut();
  await readAgain(database);
  assert.equal(hosts.facts().host, nameOf(second));
  first.restore();
  second.cut();
  await readAgain(database);
  assert.deepEqual(hosts.facts(), {
    host: nameOf(first),
    hosts: [nameOf(first), nameOf(second)],
    moves: 1,
    primaries: [],
  });
});

test('statements on a frozen server fail as an outage and the next ones use the other', async (context) => {
  const { database, first, second } = await openTwoHosts(context);
  second.cut();
  await readAgain(database);
  // The second server looks like one that is promoted after the first is frozen.
  first.freeze();
  const stuck = database.query(SLEEP, [0]);
  const insert = database.transaction((tx) => tx.query(SLEEP, [0]));
  second.restore();
  // Not its time limit: the move ends the connection.
  await assert.rejects(stuck, (error) => isOutage(error) && /terminated/.test(String(error)));
  await assert.rejects(insert, isOutage);
  await readAgain(database);
  assert.deepEqual(database.pool.hosts.facts().host, nameOf(second));
});

test('a slow statement is not ended while its server answers', async (context) => {
  const { database, first, second } = await openTwoHosts(context);
  await readAgain(database);
  assert.equal((await database.query(SLEEP, [3])).length, 1);
  assert.deepEqual(database.pool.hosts.facts(), {
    host: nameOf(first),
    hosts: [nameOf(first), nameOf(second)],
    moves: 0,
    primaries: [],
  });
});

test('a server whose sessions are read-only is refused, and its connections are thrown away', async (context) => {
  const { database, sql } = await openTwoHosts(context);
  await sql('create table marks (mark int primary key)');
  const [row] = await sql('select current_database() as name');
  const insert = (mark: number) => database.transaction((tx) => tx.query(COMMITTED, [mark]));
  await insert(1);
  const [before] = await database.query(READ, ['application_name']);
  assert.equal(before?.value, 'two hosts');
  await database.pool.query('set default_transaction_read_only = on');
  await assert.rejects(insert(2), (error) => isOutage(error) && /read-only/.test(String(error)));
  await until('a new connection writes', () => insert(3).then(() => true, isNotOutage));
  await sql(`alter database ${String(row?.name)} set default_transaction_read_only = on`);
  const other = openDatabase({
    connectionString: String(database.pool.connectionString),
    connectionsMax: 1,
    applicationName: 'read-only',
  });
  context.after(() => other.close());
  await assert.rejects(other.query(READ, ['search_path']), {
    name: 'DatabaseUnavailable',
    message: /it is read-only/,
  });
});

function isNotOutage(error: unknown): false {
  assert.ok(isOutage(error), String(error));
  return false;
}

test('work whose commit gets no answer is not run again, neither by a transaction nor by a batch', async (context) => {
  const { database, first, second } = await openTwoHosts(context);
  second.cut();
  await readAgain(database);
  let runs = 0;
  const batcher = createBatcher<number, number>({
    name: 'test',
    itemsMax: 10,
    batchesInFlightMax: 1,
    waitingMax: 10,
    isOutage,
    isContention,
    run: (items) =>
      database.transaction(async (tx) => {
        runs += 1;
        await tx.query(SLEEP, [0]);
        first.freeze();
        setImmediate(() => first.cut());
        return items.map((value) => ({ value }));
      }),
  });
  const answers = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code);
  assert.deepEqual([codes, runs], [['08007', '08007'], 1]);
});

test('without a server that accepts writes an error names the reason of each', async (context) => {
  const { connectionString, drop } = await createTestDatabase();
  const [one, two] = [await freePort(), await freePort()];
  const database = openDatabase({
    connectionString: withPorts(connectionString, [one, two]),
    connectionsMax: 1,
    applicationName: 'nowhere',
  });
  context.after(async () => {
    await database.close();
    await drop();
  });
  await assert.rejects(database.query(READ, ['search_path']), (error) => {
    assert.ok(isOutage(error));
    assert.match(String(error), new RegExp(`:${one}: .*ECONNREFUSED.*:${two}: .*ECONNREFUSED`));
    return true;
  });
});
