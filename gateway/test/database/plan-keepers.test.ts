import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import * as f from '#src/ground/database/fields.ts';
import { keepPlan, many, param, run, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { startGateway, until } from '../support/gateway.ts';

const EXECUTIONS = 8;
const { connectionString, sql: asOwner } = await startGateway({ after }, { hasWorker: false });
const database = openDatabase({
  connectionString,
  connectionsMax: 2,
  planKeepersMax: 1,
  planMode: 'force_custom_plan',
  applicationName: 'test',
});
after(() => database.close());
await database.buckets.refresh();

const text = sql`select bucket_id from buckets where bucket_id = ${param('bucketId', f.text)}`;
const rows = { bucketId: f.text };
const keptRead = many('test_keeps_plan', rows, keepPlan(text), { each: true });
const usualRead = many('test_plans_each_time', rows, text, { each: true });

const PREPARED = `select name, generic_plans::int as kept, custom_plans::int as made
  from pg_prepared_statements where name like 'test%'`;

test('a read that keeps its plan is planned anew five times at most, and never in a transaction that has not asked for it', async () => {
  for (let index = 0; index < EXECUTIONS; index += 1) {
    assert.deepEqual(await keptRead(database, { bucketId: 'b0' }), [{ bucketId: 'b0' }]);
    await usualRead(database, { bucketId: 'b0' });
    await database.transaction((tx) => keptRead(tx, { bucketId: 'b0' }));
  }
  const keepers = await database.planKeepers?.query(PREPARED);
  assert.deepEqual(keepers?.rows, [{ name: 'test_keeps_plan', kept: EXECUTIONS - 5, made: 5 }]);
  const usual = await database.pool.query(`${PREPARED} order by name`);
  assert.deepEqual(usual.rows, [
    { name: 'test_keeps_plan', kept: 0, made: EXECUTIONS },
    { name: 'test_plans_each_time', kept: 0, made: EXECUTIONS },
  ]);
});

test('after a single server has refused a write, no connection reads on there, and work that has begun ends first', async () => {
  const [row] = await asOwner('select current_database() as name');
  const setReadOnly = (words: string) =>
    asOwner(`begin read write; alter database ${row?.name} ${words}; commit`);
  const reads = [keptRead, usualRead].map((read) => () => read(database, { bucketId: 'b0' }));
  const write = sql`update bucket_merchants set merchant_id = merchant_id where false`;
  const writeNothing = run('test_writes', write, HERE);
  await Promise.all(reads.map((read) => read()));
  await database.transaction(async (tx) => {
    await writeNothing(tx);
    // The server is demoted: this session refuses writes, and so do all new ones.
    await database.pool.query('set default_transaction_read_only = on');
    await setReadOnly('set default_transaction_read_only = on');
    await assert.rejects(
      database.transaction((other) => writeNothing(other)),
      /read-only/,
    );
    await writeNothing(tx);
  });
  for (const read of reads) {
    await until('the server is not read', () => read().then(() => false, isRefused));
  }
  await setReadOnly('reset default_transaction_read_only');
  for (const read of reads) assert.deepEqual(await read(), [{ bucketId: 'b0' }]);
});

function isRefused(error: unknown): boolean {
  assert.ok(isOutage(error), String(error));
  return /it is read-only/.test(String(error));
}
