import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type TestContext, test } from 'node:test';
import { createTestDatabase, run } from '../../../test/support/database-server.ts';
import { type Database, openDatabase } from './database.ts';
import { placeOf } from './statement-place.ts';

const ANA = randomUUID();
const BIA = randomUUID();
const INSERT = {
  name: 'notes_insert',
  text: `insert into notes select merchant_id, text
    from json_to_recordset($1) as row (merchant_id uuid, text text)`,
};
const READ_ONE = {
  name: 'notes_of',
  text: 'select text from notes where merchant_id = $1 order by text',
};
const READ_ALL = {
  name: 'notes_of_all',
  place: { each: { by: 'text', order: 'ascending', limit: 1 } },
  text: 'select text from notes order by text limit $1',
} as const;
const READ_HERE = {
  name: 'notes_here',
  place: 'here',
  text: 'select text from notes order by text',
} as const;

const INSERT_HERE = {
  name: 'notes_insert_here',
  place: 'here',
  text: 'insert into notes values ($1, $2)',
} as const;
const FIND = {
  name: 'notes_find',
  place: { each: true },
  text: 'select merchant_id, text from notes where text = $1',
} as const;

/** Two buckets: Ana is in the first, Bia in the second. */
async function openTwoBuckets(context: TestContext): Promise<Database> {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  await run(
    connectionString,
    `create table merchants (merchant_id uuid, bucket_id text);
      create table buckets (bucket_id text primary key);
      insert into buckets values ('b0'), ('b1');
      insert into merchants values ('${ANA}', 'b0'), ('${BIA}', 'b1');
      create schema b0; create table b0.notes (merchant_id uuid, text text);
      create schema b1; create table b1.notes (merchant_id uuid, text text)`,
  );
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(async () => {
    await database.close();
    await drop();
  });
  await database.buckets.refresh();
  return database;
}

test('a row found by its id is updated in its new bucket, although the old route is in memory', async (context) => {
  const database = await openTwoBuckets(context);
  database.buckets.learn(BIA, 'b0');
  await database.buckets.of('b1').query(INSERT_HERE, [BIA, 'moved']);
  assert.deepEqual(await texts(database.query(READ_ONE, [BIA])), []);
  assert.deepEqual(await texts(database.query(FIND, ['moved'])), ['moved']);
  assert.deepEqual(await texts(database.query(READ_ONE, [BIA])), ['moved']);
});

function rows(...notes: readonly [merchantId: string, text: string][]): unknown[] {
  return [JSON.stringify(notes.map(([merchant_id, text]) => ({ merchant_id, text })))];
}

async function texts(found: Promise<Record<string, unknown>[]>): Promise<unknown[]> {
  return (await found).map((row) => row.text);
}

test('a transaction of any bucket writes the rows of each merchant in the merchant’s bucket', async (context) => {
  const database = await openTwoBuckets(context);
  const { buckets } = database;
  await buckets.of('b1').transaction(async (tx) => {
    tx.send(INSERT, rows([ANA, 'one'], [BIA, 'two'], [ANA, 'three']));
    assert.deepEqual(await texts(tx.query(READ_ONE, [ANA])), ['one', 'three']);
  });
  assert.deepEqual(await texts(buckets.of('b0').query(READ_HERE, [])), ['one', 'three']);
  assert.deepEqual(await texts(buckets.of('b1').query(READ_HERE, [])), ['two']);
});

test('a statement that is sent before its route is known comes before later ones and the commit', async (context) => {
  const database = await openTwoBuckets(context);
  await database.transaction(async (tx) => {
    tx.send(INSERT, rows([BIA, 'one']));
    assert.deepEqual(await texts(tx.in('b1').query(READ_HERE, [])), ['one']);
    database.buckets.forget();
    tx.send(INSERT, rows([BIA, 'two'], [ANA, 'three']));
  });
  assert.deepEqual(await texts(database.query(READ_ALL, [9])), ['one', 'three', 'two']);
});

test('a failed statement in another bucket rolls back the rows of all buckets', async (context) => {
  const database = await openTwoBuckets(context);
  await assert.rejects(
    database.transaction(async (tx) => {
      tx.send(INSERT, rows([ANA, 'one'], [BIA, 'two']));
      tx.in('b1').send({ name: 'notes_fail', text: 'select 1 / 0' }, []);
    }),
    { code: '22012' },
  );
  assert.deepEqual(await texts(database.query(READ_ALL, [9])), []);
});

test('the rows of all buckets are sorted as one list and cut at the limit', async (context) => {
  const database = await openTwoBuckets(context);
  await database.transaction(async (tx) => {
    tx.send(INSERT, rows([ANA, 'a'], [BIA, 'b'], [ANA, 'c'], [BIA, 'd']));
  });
  assert.deepEqual(await texts(database.query(READ_ALL, [3])), ['a', 'b', 'c']);
  assert.deepEqual(await texts(database.query(READ_ONE, [BIA])), ['b', 'd']);
});

const TEXTS: readonly [text: string, place: unknown][] = [
  ['select 1 from json_to_recordset($2) as key (merchant_id uuid, id uuid)', { rows: [2] }],
  ['select 1 from charges c where c.merchant_id = $3', { merchant: 3 }],
  ['select 1 from charges where (merchant_id, environment) = ($2, $1)', { merchant: 2 }],
  ['insert into transfers (merchant_id, id) values ($1, $2)', { merchant: 1 }],
  ['insert into transfers as t (merchant_id, id) values ($2, $1)', { merchant: 2 }],
  ['select 1 from mails where id = $1', 'anywhere'],
];

for (const [text, place] of TEXTS) {
  test(`the place of "${text}" is ${JSON.stringify(place)}`, () => {
    assert.deepEqual(placeOf({ text }), place);
  });
}

test('a statement in many buckets of one server needs few connections and finds the rows of all', async (context) => {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  const atOnce = Math.max(2, availableParallelism());
  const names = Array.from({ length: atOnce + 3 }, (_, number) => `b${number}`);
  const schemas = names.map(
    (name) => `insert into buckets values ('${name}'); create schema ${name};
      create table ${name}.notes (merchant_id uuid, text text);
      insert into ${name}.notes values (null, 'same'), ('${ANA}', 'other')`,
  );
  await run(
    connectionString,
    `create table buckets (bucket_id text primary key); ${schemas.join(';')}`,
  );
  const connectionsMax = names.length;
  const database = openDatabase({ connectionString, connectionsMax, applicationName: 'test' });
  context.after(async () => {
    await database.close();
    await drop();
  });
  await database.buckets.refresh();
  assert.equal((await database.query(FIND, ['same'])).length, names.length);
  assert.equal(database.pool.totalCount, atOnce);
});
