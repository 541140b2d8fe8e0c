import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listBuckets } from '#src/ground/database/bucket-facts.ts';
import { FENCED_TABLES } from '#src/ground/database/bucket-fences.ts';
import { createBucket } from '#src/ground/database/create-bucket.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { grantRuntimeRights, workingRole } from '#src/ground/database/database-roles.ts';
import { findOpenGuards } from '#src/ground/database/ledger-guards.ts';
import { makePartitions } from '#src/ground/database/partitions.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { prepareDatabase } from '#src/host/prepare-database.ts';
import { createMigratedDatabase, run } from '../support/database-server.ts';

/** What the catalogs say of a schema, without its name. */
const CATALOGS = [
  `select c.relname, c.relkind, c.reloptions, a.attname, format_type(atttypid, atttypmod) as type,
     attnotnull, attidentity, attgenerated, pg_get_expr(d.adbin, d.adrelid) as value
   from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
   left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
   where relnamespace = $1::regnamespace and relkind in ('r', 'p') order by 1, attnum`,
  `select c.relname, o.conname, replace(pg_get_constraintdef(o.oid), $1::text || '.', '') as def
   from pg_constraint o join pg_class c on c.oid = conrelid
   where relnamespace = $1::regnamespace order by 1, 2`,
  `select c.relname, i.relname as name, i.reloptions, x.indisvalid,
     replace(pg_get_indexdef(i.oid), $1::text || '.', '') as def
   from pg_index x join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
   where c.relnamespace = $1::regnamespace order by 1, 2`,
  `select c.relname, tgname, tgenabled,
     replace(pg_get_triggerdef(t.oid), $1::text || '.', '') as def
   from pg_trigger t join pg_class c on c.oid = tgrelid
   where relnamespace = $1::regnamespace and not tgisinternal order by 1, 2`,
  `select relname, relacl::text from pg_class where relnamespace = $1::regnamespace
     and relkind in ('r', 'p') order by 1`,
];

test('a new bucket has the tables, keys, indexes, triggers and rights of the first one', async (context) => {
  const { connectionString, ownerConnectionString, drop } = await createMigratedDatabase();
  const options = { connectionsMax: 2, applicationName: 'test' };
  const owner = openDatabase({ ...options, connectionString: ownerConnectionString });
  const runtime = openDatabase({ ...options, connectionString });
  context.after(async () => {
    await Promise.all([owner.close(), runtime.close()]);
    await drop();
  });
  const { name } = await workingRole(runtime);
  // The run may have begun on the day before, and made the partitions of that day.
  const now = Date.now();
  assert.equal(await createBucket(owner, now), 'b1');
  for (const bucketId of ['b0', 'b1'] as const) {
    for (const at of [now - DAY_MS, now]) await makePartitions(owner, bucketId, at);
  }
  await grantRuntimeRights(owner, name);
  for (const text of CATALOGS) {
    const [first, second] = await Promise.all([
      run(ownerConnectionString, text, ['b0']),
      run(ownerConnectionString, text, ['b1']),
    ]);
    assert.ok(first.length > 20);
    assert.deepEqual(second, first);
  }
  const fences = await run(
    ownerConnectionString,
    `select conname as name from pg_constraint
     where connamespace = 'b1'::regnamespace and conname like '%_bucket_member'`,
  );
  assert.deepEqual(
    fences.map(({ name }) => name).sort(),
    FENCED_TABLES.map((table) => `${table}_bucket_member`).sort(),
  );
  const listed = await listBuckets(runtime);
  const states = listed.map(({ bucketId, state, node }) => [bucketId, state, node]);
  assert.deepEqual(states, [
    ['b0', 'open', null],
    ['b1', 'open', null],
  ]);
  for (const { sizeBytes } of listed) assert.ok(sizeBytes > 100_000);
  assert.equal(await createBucket(owner, now), 'b2');
});

test('a start refuses a bucket whose ledger lost a guard', async (context) => {
  const { connectionString, ownerConnectionString, drop } = await createMigratedDatabase(2);
  const owner = openDatabase({
    connectionString: ownerConnectionString,
    connectionsMax: 2,
    applicationName: 'test',
  });
  context.after(async () => {
    await owner.close();
    await drop();
  });
  await owner.buckets.refresh();
  assert.deepEqual(await findOpenGuards(owner), []);
  await run(
    ownerConnectionString,
    `drop trigger ledger_entries_kept on b1.ledger_entries;
     drop trigger ledger_entries_append_only_truncate on b0.ledger_entries`,
  );
  assert.deepEqual(await findOpenGuards(owner), [
    { bucketId: 'b0', operation: 'truncate' },
    { bucketId: 'b1', operation: 'delete' },
  ]);
  await assert.rejects(
    prepareDatabase(owner, { connectionString, ownerConnectionString }),
    /bucket b0 aceita truncate/,
  );
  const [left] = await run(ownerConnectionString, 'select count(*) from b1.ledger_entries');
  assert.deepEqual(left, { count: '0' });
});
