import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database-server.ts';
import { limitQueries } from './query-limit.ts';

// The server ends the statements that these tests leave behind.
const SETTINGS = '-c statement_timeout=2000';

const database = await createTestDatabase();
after(database.drop);

async function connect(limitMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: database.ownerConnectionString,
    options: SETTINGS,
    pipeline: true,
  } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  limitQueries(client, limitMs);
  return client;
}

test('a query without an answer in its time fails, with those behind it, and ends the connection', async () => {
  const client = await connect(100);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.once('end', resolve);
  const silent = client.query('select pg_sleep(60)');
  const behind = client.query('select 1');
  await Promise.all([
    assert.rejects(silent, /Query read timeout/),
    assert.rejects(behind, /Query read timeout|Connection terminated/),
    ended,
  ]);
});

test('rows and errors come by promise and by callback, with and without a time limit', async () => {
  for (const limitMs of [0, 60_000]) {
    const client = await connect(limitMs);
    const { rows } = await client.query('select $1::int as number', [7]);
    assert.deepEqual(rows, [{ number: 7 }]);
    await assert.rejects(client.query('select 1/0'), (error: pg.DatabaseError) => {
      assert.equal(error.code, '22012');
      assert.match(error.stack ?? '', /query-limit\.test/);
      return true;
    });
    const text = { name: 'named', text: 'select $1::text as text', values: ['ç'] };
    const found = await new Promise<unknown>((resolve, reject) => {
      client.query(text, (error, result) => (error ? reject(error) : resolve(result.rows)));
    });
    assert.deepEqual(found, [{ text: 'ç' }]);
    const values = await new Promise<unknown>((resolve) => {
      client.query('select $1::int as number', [8], (_error, result) => resolve(result.rows));
    });
    assert.deepEqual(values, [{ number: 8 }]);
    await client.end();
  }
});
