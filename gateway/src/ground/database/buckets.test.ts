import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createTestDatabase, run } from '../../../test/support/database-server.ts';
import { inBucketsOf, isMerchantElsewhere } from './buckets.ts';
import { type Database, openDatabase } from './database.ts';

const ANA = randomUUID();
const BIA = randomUUID();
const INSERT = { name: 'note', text: 'insert into notes values ($1, $2)' };
const READ = { name: 'notes', text: 'select text from notes order by text' };

/** Two buckets, each with a member, and a table of notes. */
async function openTwoBuckets(context: TestContext): Promise<{
  database: Database;
  sql: (text: string) => Promise<Record<string, unknown>[]>;
}> {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  const sql = (text: string) => run(connectionString, text);
  await sql(`create table merchants (merchant_id uuid, bucket_id text);
    create table buckets (bucket_id text primary key);
    insert into buckets values ('b0'), ('b1');
    insert into merchants values ('${ANA}', 'b0'), ('${BIA}', 'b1')`);
  for (const [bucketId, member] of [
    ['b0', ANA],
    ['b1', BIA],
  ]) {
    await sql(`create schema ${bucketId};
      create table ${bucketId}.bucket_merchants (merchant_id uuid primary key);
      insert into ${bucketId}.bucket_merchants values ('${member}');
      create table ${bucketId}.notes (
        merchant_id uuid references ${bucketId}.bucket_merchants, text text)`);
  }
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(async () => {
    await database.close();
    await drop();
  });
  await database.buckets.refresh();
  return { database, sql };
}

async function textsOf(database: Database): Promise<unknown[]> {
  return (await database.query(READ, [])).map((row) => row.text);
}

test('a transaction over two buckets writes each row in the bucket of its merchant', async (context) => {
  const { database } = await openTwoBuckets(context);
  const notes = [
    { merchantId: BIA, text: 'one' },
    { merchantId: ANA, text: 'two' },
    { merchantId: BIA, text: 'three' },
  ];
  await database.transaction(async (tx) => {
    const parts = await inBucketsOf(tx, notes, ({ merchantId }) => merchantId);
    assert.deepEqual(
      parts.map(({ bucketId, items }) => [bucketId, items.length]),
      [
        ['b0', 1],
        ['b1', 2],
      ],
    );
    for (const part of parts) {
      for (const { merchantId, text } of part.items) part.tx.send(INSERT, [merchantId, text]);
    }
    // The first object still uses its own bucket after the others.
    assert.deepEqual(await tx.query(READ, []), [{ text: 'two' }]);
    assert.equal((await tx.in('b1').query(READ, [])).length, 2);
  });
  assert.deepEqual(await textsOf(database), ['two']);
  const ofBia = await database.buckets.ofMerchant(BIA);
  assert.deepEqual(await textsOf(ofBia), ['one', 'three']);
  assert.deepEqual(await ofBia.snapshot((tx) => tx.query(READ, [])), [
    { text: 'one' },
    { text: 'three' },
  ]);
  // The search path of a pooled connection is the home bucket's again.
  for (let reads = 0; reads < 4; reads += 1) assert.deepEqual(await textsOf(database), ['two']);
});

test('a transaction over two buckets that fails writes in neither', async (context) => {
  const { database } = await openTwoBuckets(context);
  await assert.rejects(
    database.transaction(async (tx) => {
      tx.send(INSERT, [ANA, 'one']);
      tx.in('b1').send(INSERT, [ANA, 'in the wrong bucket']);
    }),
    isMerchantElsewhere,
  );
  for (const bucket of database.buckets.all()) assert.deepEqual(await textsOf(bucket), []);
});

test('a failed transaction throws the error of its first failed statement in any bucket', async (context) => {
  const { database } = await openTwoBuckets(context);
  await assert.rejects(
    database.transaction(async (tx) => {
      const failing = tx.query({ name: 'fails', text: 'select 1 / 0' }, []);
      // Switching to the other bucket fails too, and nothing waits for it.
      const later = tx.in('b1').query(READ, []);
      await Promise.allSettled([failing, later]);
      await failing;
    }),
    { code: '22012' },
  );
});

test('a write to a bucket that its merchant has left is repeated in the new bucket', async (context) => {
  const { database, sql } = await openTwoBuckets(context);
  assert.equal((await database.buckets.ofMerchant(ANA)).bucketId, 'b0');
  await sql(`delete from b0.bucket_merchants where merchant_id = '${ANA}';
    insert into b1.bucket_merchants values ('${ANA}');
    update merchants set bucket_id = 'b1' where merchant_id = '${ANA}'`);
  assert.equal((await database.buckets.ofMerchant(ANA)).bucketId, 'b0');
  await database.transaction(async (tx) => {
    const parts = await inBucketsOf(tx, [ANA], (id) => id);
    for (const part of parts) part.tx.send(INSERT, [ANA, 'moved']);
  });
  assert.deepEqual(await textsOf(database), []);
  assert.deepEqual(await textsOf(database.buckets.of('b1')), ['moved']);
});
