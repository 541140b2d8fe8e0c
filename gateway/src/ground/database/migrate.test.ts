import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import {
  createMigratedDatabase,
  createTestDatabase,
  run,
} from '../../../test/support/database-server.ts';
import { until } from '../../../test/support/gateway.ts';
import { FORMER_HASHES, migrate } from './migrate.ts';

const FIRST = 'create table firsts (id int); insert into firsts values (1)';

/** A folder of migrations and an empty database to run them on. */
async function stage(context: TestContext, files: Readonly<Record<string, string>>) {
  const path = await mkdtemp(join(tmpdir(), 'pix-gateway-migrations-'));
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  context.after(async () => {
    await drop();
    await rm(path, { recursive: true });
  });
  const write = (name: string, text: string) => writeFile(join(path, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const options = { connectionString, folder: pathToFileURL(`${path}/`), lockTimeoutMs: 100 };
  return { options, write, sql: (text: string) => run(connectionString, text) };
}

test('a migration has no statement timeout and a short lock timeout', async (context) => {
  const { options, sql } = await stage(context, {
    '0001-limits.sql': `create table limits as select
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  });
  await migrate(options);
  assert.deepEqual(await sql('select * from limits'), [{ statement: '0', lock: '100ms' }]);
});

test('a migration of buckets runs in each bucket, and continues where it failed', async (context) => {
  const { options, sql, write } = await stage(context, {
    '0001-buckets.sql': `create table buckets (bucket_id text primary key);
      create table bucket_migrations (bucket_id text, name text, applied_at timestamptz);
      insert into buckets values ('b0'), ('b1');
      create schema b0; create schema b1; create table b1.notes (id int)`,
    '0002-notes.sql': '-- In each bucket: notes.\ncreate table notes (id int)',
    '0003-global.sql': 'create table once (id int); alter table notes add column text text',
  });
  await assert.rejects(migrate(options), { code: '42P07' });
  const recorded = () => sql('select bucket_id from bucket_migrations order by 1');
  assert.deepEqual(await recorded(), [{ bucket_id: 'b0' }]);
  await sql('drop table b1.notes');
  await migrate(options);
  assert.deepEqual(await recorded(), [{ bucket_id: 'b0' }, { bucket_id: 'b1' }]);
  assert.deepEqual(await sql('select text from b0.notes'), []);
  assert.deepEqual(await sql('select id from b1.notes union select id from public.once'), []);
  await write('0004-more.sql', '-- In each bucket: more.\nalter table notes add column more int');
  assert.deepEqual(await migrate(options), ['0004-more.sql']);
  assert.deepEqual(await sql('select more from b0.notes union select more from b1.notes'), []);
});

test('a migration that fails is rolled back, and those before it stay applied', async (context) => {
  const { options, sql, write } = await stage(context, {
    '0001-first.sql': FIRST,
    '0002-second.sql': 'create table seconds (id int); select 1 / 0',
  });
  await assert.rejects(migrate(options), { code: '22012' });
  const applied = () => sql('select name from schema_migrations order by name');
  assert.deepEqual(await applied(), [{ name: '0001-first.sql' }]);
  assert.deepEqual(await sql(`select to_regclass('seconds') as seconds`), [{ seconds: null }]);
  await write('0002-second.sql', 'create table seconds (id int)');
  assert.deepEqual(await migrate(options), ['0002-second.sql']);
});

test('a migration of a table in use is retried, and other sessions read the table in between', async (context) => {
  const { options, write, sql } = await stage(context, { '0001-first.sql': FIRST });
  await migrate(options);
  await write('0002-second.sql', 'alter table firsts add column note text');
  const reader = new pg.Client({ connectionString: options.connectionString });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select * from firsts');
  const migrating = migrate(options);
  await until('the migration waits for the table', async () => {
    const waiting = await sql(`select from pg_locks where not granted
      and relation = 'firsts'::regclass and mode = 'AccessExclusiveLock'`);
    return waiting.length > 0;
  });
  assert.deepEqual(await sql('select id from firsts'), [{ id: 1 }]);
  await reader.query('commit');
  await reader.end();
  assert.deepEqual(await migrating, ['0002-second.sql']);
});

test('when several processes start at once, one migrates and all others wait for it', async (context) => {
  const { options, sql } = await stage(context, {
    '0001-first.sql': `${FIRST}; select pg_sleep(0.5)`,
    '0002-second.sql': 'create table seconds (id int)',
  });
  const applied = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const names = await migrate(options);
      const [{ seconds } = {}] = await sql(`select to_regclass('seconds')::text as seconds`);
      assert.equal(seconds, 'seconds');
      return names;
    }),
  );
  assert.deepEqual(applied.flat().sort(), ['0001-first.sql', '0002-second.sql']);
  assert.equal(applied.filter((names) => names.length > 0).length, 1);
});

test('an applied migration may have its former text; any other text is refused', async (context) => {
  const { ownerConnectionString: connectionString, drop } = await createMigratedDatabase();
  context.after(drop);
  const set = (name: string, sha256: string) =>
    run(connectionString, 'update public.schema_migrations set sha256 = $2 where name = $1', [
      name,
      sha256,
    ]);
  const rewritten = Object.entries(FORMER_HASHES);
  for (const [name, sha256] of rewritten) await set(name, sha256);
  assert.deepEqual(await migrate({ connectionString }), []);
  await set(rewritten[0]?.[0] ?? '', 'another');
  await assert.rejects(migrate({ connectionString }), /foi alterada/);
});
