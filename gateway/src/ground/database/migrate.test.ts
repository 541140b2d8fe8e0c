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
import { restoreOldDatabase } from '../../../test/support/old-database.ts';
import { BASELINE } from './baseline.ts';
import { migrate } from './migrate.ts';

const FIRST = 'create table firsts (id int); insert into firsts values (1)';
const LAST_OF_0_3_0 = '0370-checked-withdrawn-orders.sql';

/** A folder of migrations, and a database with the schema and no migration. */
async function stage(
  context: TestContext,
  files: Readonly<Record<string, string>>,
  create = () => createMigratedDatabase(1),
) {
  const path = await mkdtemp(join(tmpdir(), 'pix-gateway-migrations-'));
  const { ownerConnectionString: connectionString, drop } = await create();
  context.after(async () => {
    await drop();
    await rm(path, { recursive: true });
  });
  const sql = (text: string) => run(connectionString, text);
  if (create !== createTestDatabase) {
    await sql(`delete from public.schema_migrations where name <> '${BASELINE}'`);
    await sql('delete from public.bucket_migrations');
  }
  const write = (name: string, text: string) => writeFile(join(path, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const options = { connectionString, folder: pathToFileURL(`${path}/`), lockTimeoutMs: 100 };
  const applied = async () => {
    const rows = await sql('select name from public.schema_migrations order by name');
    return rows.map(({ name }) => String(name)).filter((name) => name !== BASELINE);
  };
  return { options, write, sql, applied };
}

/** A database of 0.3.0. */
async function stageOld(context: TestContext) {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  context.after(drop);
  await restoreOldDatabase(connectionString);
  return { connectionString, sql: (text: string) => run(connectionString, text) };
}

test('a migration has no statement timeout and a short lock timeout', async (context) => {
  const { options, sql } = await stage(context, {
    '0901-limits.sql': `create table limits as select
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  });
  await migrate(options);
  assert.deepEqual(await sql('select * from limits'), [{ statement: '0', lock: '100ms' }]);
});

test('a migration of buckets runs in each bucket, and continues where it failed', async (context) => {
  const files = {
    '0901-notes.sql': '-- In each bucket: notes.\ncreate table notes (id int)',
    '0902-global.sql': 'create table once (id int); alter table notes add column text text',
  };
  const { options, sql, write } = await stage(context, files, () => createMigratedDatabase(2));
  await sql('create table b1.notes (id int)');
  await assert.rejects(migrate(options), { code: '42P07' });
  const recorded = () => sql('select bucket_id from public.bucket_migrations order by 1');
  assert.deepEqual(await recorded(), [{ bucket_id: 'b0' }]);
  await sql('drop table b1.notes');
  await migrate(options);
  assert.deepEqual(await recorded(), [{ bucket_id: 'b0' }, { bucket_id: 'b1' }]);
  assert.deepEqual(await sql('select text from b0.notes'), []);
  assert.deepEqual(await sql('select id from b1.notes union select id from public.once'), []);
  await write('0903-more.sql', '-- In each bucket: more.\nalter table notes add column more int');
  assert.deepEqual(await migrate(options), ['0903-more.sql']);
  assert.deepEqual(await sql('select more from b0.notes union select more from b1.notes'), []);
});

test('a migration that fails is rolled back, and those before it stay applied', async (context) => {
  const { options, sql, write, applied } = await stage(context, {
    '0901-first.sql': FIRST,
    '0902-second.sql': 'create table seconds (id int); select 1 / 0',
  });
  await assert.rejects(migrate(options), { code: '22012' });
  assert.deepEqual(await applied(), ['0901-first.sql']);
  assert.deepEqual(await sql(`select to_regclass('seconds') as seconds`), [{ seconds: null }]);
  await write('0902-second.sql', 'create table seconds (id int)');
  assert.deepEqual(await migrate(options), ['0902-second.sql']);
});

test('a migration of a table in use is retried, and other sessions read the table in between', async (context) => {
  const { options, write, sql } = await stage(context, { '0901-first.sql': FIRST });
  await migrate(options);
  await write('0902-second.sql', 'alter table firsts add column note text');
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
  assert.deepEqual(await migrating, ['0902-second.sql']);
});

test('when several processes start at once, one migrates and all others wait for it', async (context) => {
  const { options, sql } = await stage(context, {
    '0901-first.sql': `${FIRST}; select pg_sleep(0.5)`,
    '0902-second.sql': 'create table seconds (id int)',
  });
  const applied = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const names = await migrate(options);
      const [{ seconds } = {}] = await sql(`select to_regclass('seconds')::text as seconds`);
      assert.equal(seconds, 'seconds');
      return names;
    }),
  );
  assert.deepEqual(applied.flat().sort(), ['0901-first.sql', '0902-second.sql']);
  assert.equal(applied.filter((names) => names.length > 0).length, 1);
});

test('when several processes start on a new database, one makes the tables', async (context) => {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  context.after(drop);
  const applied = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const names = await migrate({ connectionString });
      assert.deepEqual(await run(connectionString, 'select from b0.charges'), []);
      return names;
    }),
  );
  assert.deepEqual(applied.flat(), [BASELINE]);
});

test('a new database has the tables of this version, so no migration is run on it', async (context) => {
  const files = {
    '0901-notes.sql': '-- In each bucket: notes.\ncreate table notes (id int)',
    '0902-second.sql': 'create table seconds (id int)',
  };
  const { options, sql, applied } = await stage(context, files, createTestDatabase);
  await migrate(options);
  assert.deepEqual(await applied(), Object.keys(files));
  assert.deepEqual(await sql('select bucket_id, name from public.bucket_migrations'), [
    { bucket_id: 'b0', name: '0901-notes.sql' },
  ]);
  assert.deepEqual(
    await sql(`select to_regclass('b0.notes') as notes, to_regclass('seconds') as seconds`),
    [{ notes: null, seconds: null }],
  );
  assert.deepEqual(await migrate(options), []);
});

test('a migration that was edited after it ran is refused, and so is a newer database', async (context) => {
  const { options, write, sql } = await stage(context, { '0901-first.sql': FIRST });
  await migrate(options);
  await write('0901-first.sql', `${FIRST};`);
  await assert.rejects(migrate(options), { name: 'MigrationRefusal', message: /foi alterada/ });
  await write('0901-first.sql', FIRST);
  await sql(`insert into public.schema_migrations values ('0999-newer.sql', '', now())`);
  await assert.rejects(migrate(options), { name: 'MigrationRefusal', message: /é mais novo/ });
});

test('a database of 0.3.0 is one of this version, also with former texts of its migrations', async (context) => {
  const { connectionString, sql } = await stageOld(context);
  await sql(`update public.schema_migrations set sha256 = 'former'`);
  const before = await sql('select name from public.schema_migrations');
  const applied = await migrate({ connectionString });
  assert.ok(applied.every((name) => name > LAST_OF_0_3_0));
  const after = await sql('select name from public.schema_migrations');
  assert.equal(after.length, before.length + applied.length);
});

test('a database with only some migrations of 0.3.0 is refused and not changed', async (context) => {
  const { connectionString, sql } = await stageOld(context);
  const refused = {
    name: 'MigrationRefusal',
    message: /versão anterior à 0\.3\.0: inicie antes a 0\.3\.0/,
  };
  const relations = () => sql('select oid, relname from pg_class order by oid');
  const before = await relations();
  await sql(`delete from public.schema_migrations where name = '${LAST_OF_0_3_0}'`);
  await assert.rejects(migrate({ connectionString }), refused);
  // As 0.2.0 left it.
  await sql(`delete from public.schema_migrations where name > '0066'`);
  await assert.rejects(migrate({ connectionString }), refused);
  assert.deepEqual(await relations(), before);
});
