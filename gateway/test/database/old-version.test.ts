import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { migrate } from '#src/ground/database/migrate.ts';
import { openLog } from '#src/ground/log.ts';
import { bootstrap } from '#src/host/bootstrap.ts';
import { createMigratedDatabase, run } from '../support/database-server.ts';
import { testConfig } from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { quickPasswords } from '../support/passwords.ts';

/** The first statements of 0.1.0 and of both commits that call themselves 0.2.0, word for word. */
const OLD_CREATE = `create table if not exists schema_migrations
    (name text primary key, sha256 text not null, applied_at timestamptz not null)`;
const OLD_APPLIED = 'select name, sha256 from schema_migrations order by name';
const OLD_RECORD =
  'insert into schema_migrations (name, sha256, applied_at) values ($1, $2, now())';
const OLD_FIRST = ['0001-merchants.sql', '0002-ledger.sql'];

const GUARD = '0365-refuse-old-versions.sql';
const RELATIONS = `select n.nspname || '.' || c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'b0') order by 1`;

async function stage(context: TestContext) {
  const database = await createMigratedDatabase();
  context.after(database.drop);
  const owner = database.ownerConnectionString;
  const relations = async () => (await run(owner, RELATIONS)).map(({ name }) => String(name));
  return { ...database, owner, relations };
}

/** Does what an old version does first, as the owner, with the database's own search path. */
async function startOldVersion(owner: string): Promise<void> {
  await run(owner, OLD_CREATE);
  const [unknown] = (await run(owner, OLD_APPLIED)).filter(
    ({ name }) => !OLD_FIRST.includes(String(name)),
  );
  if (unknown) throw new Error(`o banco de dados é mais novo do que este programa`);
  for (const name of OLD_FIRST) {
    const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8');
    await run(owner, text);
    await run(owner, OLD_RECORD, [name, 'old']);
  }
}

/** A database as an old version left it before the guard existed. */
async function stageSpoiled(context: TestContext) {
  const staged = await stage(context);
  const { owner, relations } = staged;
  await run(owner, 'drop view if exists b0.schema_migrations');
  await run(owner, 'delete from public.schema_migrations where name = $1', [GUARD]);
  const before = await relations();
  await assert.rejects(startOldVersion(owner), { code: '42P07' });
  const made = (await relations()).filter((name) => !before.includes(name));
  assert.ok(made.includes('b0.merchants') && made.includes('b0.credentials'), made.join());
  return { ...staged, before };
}

async function startGateway(database: Awaited<ReturnType<typeof stage>>): Promise<void> {
  const { connectionString } = database;
  const { database: opened } = await bootstrap({
    config: testConfig(connectionString),
    clock: createManualClock(),
    logger: openLog('info', { write: () => {} }).logger,
    connectionString,
    ownerConnectionString: database.owner,
    passwords: quickPasswords,
  });
  await opened.close();
}

test('an old version refuses a database of this version before it changes anything', async (context) => {
  const staged = await stage(context);
  const before = await staged.relations();
  await assert.rejects(startOldVersion(staged.owner), /é mais novo do que este programa/);
  assert.deepEqual(await staged.relations(), before);
  // The role without rights to create tables reads the same.
  assert.equal((await run(staged.connectionString, OLD_APPLIED)).length, 1);
  await startGateway(staged);
});

test('a database in which an old version made tables is named by doctor and repaired by a start', async (context) => {
  const staged = await stageSpoiled(context);
  const env = { ...staged.env, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const { stdout, exitCode } = await runCli(env, 'doctor', '--json');
  assert.equal(exitCode, 2);
  const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
  const found = findings.find(({ check }) => check === 'old_version');
  assert.equal(found?.status, 'failure');
  assert.match(found?.message ?? '', /b0\.credentials, b0\.merchants, b0\.schema_migrations/);
  await startGateway(staged);
  const left = (await staged.relations()).filter((name) => !staged.before.includes(name));
  assert.deepEqual(left, ['b0.schema_migrations']);
  assert.deepEqual(await migrate({ connectionString: staged.owner }), []);
  await assert.rejects(startOldVersion(staged.owner), /é mais novo do que este programa/);
});

test('a table of an old version that has rows is not removed, and the start names it', async (context) => {
  const staged = await stageSpoiled(context);
  await run(
    staged.owner,
    `insert into b0.merchants (merchant_id, username, name, document, status, fee_basis_points,
       fee_fixed_centavos, payout_fee_centavos, created_at)
     values (gen_random_uuid(), 'antiga', 'Antiga', '1', 'active', 0, 0, 0, now())`,
  );
  const spoiled = await staged.relations();
  await assert.rejects(startGateway(staged), {
    name: 'MigrationRefusal',
    message: /^a tabela b0\."?merchants"?.*tem linhas/,
  });
  assert.deepEqual(await staged.relations(), spoiled);
});
