import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { prepareDatabase } from '#src/host/prepare-database.ts';
import { catalogDifferences, readCatalog } from '../support/catalog.ts';
import { TEST_ON_CITUS } from '../support/citus-servers.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  run,
  type TestDatabase,
} from '../support/database-server.ts';
import { restoreOldDatabase } from '../support/old-database.ts';

const skip = TEST_ON_CITUS && 'skipped: Citus adds triggers, and a copied table needs more rights';

/** A database of 0.3.0 that this version was started on, and what the start applied. */
async function createUpgraded(context: TestContext) {
  const database = await createTestDatabase();
  context.after(database.drop);
  await restoreOldDatabase(database.ownerConnectionString);
  const opened = openDatabase({
    connectionString: database.connectionString,
    connectionsMax: 2,
    applicationName: 'test',
  });
  try {
    return { ...database, applied: await prepareDatabase(opened, database) };
  } finally {
    await opened.close();
  }
}

async function createNew(context: TestContext): Promise<TestDatabase> {
  const database = await createMigratedDatabase(1);
  context.after(database.drop);
  return database;
}

test('the schema files make the catalog that a database of 0.3.0 has after its upgrade', {
  skip,
}, async (context) => {
  const upgraded = await createUpgraded(context);
  assert.ok(!upgraded.applied.some((name) => name <= '0370'), 'nothing old is run on it');
  const expected = await readCatalog(upgraded.ownerConnectionString);
  assert.ok(expected.length > 2_000);
  const made = await readCatalog((await createNew(context)).ownerConnectionString);
  assert.deepEqual(catalogDifferences(expected, made), []);
});

test('a process of 0.3.0 that was not stopped leases no delivery, whose body may be empty', async (context) => {
  const { ownerConnectionString } = await createNew(context);
  const lease = `update b0.webhook_deliveries set leased_until = now(), waits_for = null`;
  await assert.rejects(run(ownerConnectionString, lease), /column "waits_for".*does not exist/);
});

test('a process of 0.4.0 that was not stopped inserts and leases no delivery, which no process would find', async (context) => {
  const { ownerConnectionString } = await createNew(context);
  const lease = `update b0.webhook_deliveries set leased_until = now(), leased_by = null`;
  await assert.rejects(run(ownerConnectionString, lease), /column "leased_by".*does not exist/);
});

test('a change of a table is found', { skip }, async (context) => {
  const { ownerConnectionString } = await createNew(context);
  const before = await readCatalog(ownerConnectionString);
  await run(
    ownerConnectionString,
    `drop index b0.charges_due; alter table public.mails alter column subject drop not null;
     alter table b0.payouts drop constraint payouts_within_limit;
     drop trigger ledger_entries_zero_sum on b0.ledger_entries;
     create or replace function public.sandbox_merchant() returns uuid language sql stable
       as 'select null::uuid';
     grant truncate on public.mails to public`,
  );
  const kinds = catalogDifferences(before, await readCatalog(ownerConnectionString)).map((line) =>
    line.split(' ').slice(0, 3).join(' '),
  );
  assert.deepEqual(kinds, [
    '- column public.mails',
    '- constraint b0.payouts',
    '- function public.sandbox_merchant()',
    '- index b0.charges',
    '- trigger b0.ledger_entries',
    '+ column public.mails',
    '+ function public.sandbox_merchant()',
    '+ right public.mails',
  ]);
});
