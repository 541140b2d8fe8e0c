import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigratedDatabase, run } from '../support/database-server.ts';

/** The first statements of 0.1.0 and of both commits that call themselves 0.2.0, word for word. */
const OLD_CREATE = `create table if not exists schema_migrations
    (name text primary key, sha256 text not null, applied_at timestamptz not null)`;
const OLD_APPLIED = 'select name, sha256 from schema_migrations order by name';
const OLD_NAMES = ['0001-merchants.sql', '0002-ledger.sql'];
const RELATIONS = `select n.nspname || '.' || c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'b0') order by 1`;

/** Does what an old version does first, as the owner, with the database's own search path. */
async function startOldVersion(owner: string): Promise<void> {
  await run(owner, OLD_CREATE);
  const applied = await run(owner, OLD_APPLIED);
  const unknown = applied.find(({ name }) => !OLD_NAMES.includes(String(name)));
  if (unknown) throw new Error(`o banco de dados é mais novo do que este programa`);
}

test('an old version refuses a database of this version before it changes anything', async (context) => {
  const { connectionString, ownerConnectionString: owner, drop } = await createMigratedDatabase();
  context.after(drop);
  const before = await run(owner, RELATIONS);
  await assert.rejects(startOldVersion(owner), /é mais novo do que este programa/);
  assert.deepEqual(await run(owner, RELATIONS), before);
  // The role without rights to create tables reads the same.
  assert.equal((await run(connectionString, OLD_APPLIED)).length, 1);
});
