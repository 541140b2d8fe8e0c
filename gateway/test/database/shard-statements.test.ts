import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { nameShards } from '#src/ground/database/citus/name-shards.ts';
import { COPIED } from '#src/ground/database/citus/place-tables.ts';
import { GLOBAL_TABLES } from '../../tools/global-tables.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { startGateway } from '../support/gateway.ts';
import { collectStatements } from '../support/store-statements.ts';

/** The statements of charges, payments and deliveries that name shards on a cluster. */
const FREQUENT = [
  'charges_claim_due',
  'charges_insert',
  'charges_mark_paid',
  'credentials_select',
  'idempotency_claim',
  'ledger_insert_entries',
  'ledger_lock_accounts',
  'ledger_update_accounts',
  'webhook_lease_due',
  'webhook_record_attempts',
];

// Before the end of the gateway, which drops the database.
after(() => client.end());
const gateway = await startGateway({ after }, { hasWorker: false, buckets: 1 });
const statements = await collectStatements();
const client = new pg.Client({ connectionString: ownerAddressOf(gateway.connectionString) });
await client.connect();
const ofBucket = await shardsOf('b0');
const node = {
  ofBucket,
  copies: new Map(COPIED.map((name) => [name, `public.${name}_1`])),
  elsewhere: new Set(Object.keys(GLOBAL_TABLES).filter((name) => !COPIED.includes(name))),
};

/** The tables of a schema, with names as a node gives them. */
async function shardsOf(schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = $1::regnamespace`,
    [schema],
  );
  return new Map(rows.map(({ name }) => [name, `${schema}.${name}_1`]));
}

/** The types of a statement's parameters and of its result. */
async function typesOf(text: string): Promise<unknown> {
  await client.query('deallocate all');
  await client.query(`prepare tried as ${text}`);
  const { rows } = await client.query(
    `select parameter_types, result_types from pg_prepared_statements where name = 'tried'`,
  );
  return rows[0];
}

test('the frequent statements of a charge, a payment and a delivery name shards', () => {
  const texts = new Map(statements.map(({ name, text }) => [name, text]));
  const unnamed = FREQUENT.filter((name) => nameShards(texts.get(name) ?? '', node) === undefined);
  assert.deepEqual(unnamed, []);
});

test('a statement that names shards has the same parameters and results, and no other table', async () => {
  const named = statements.flatMap(({ name, text }) => {
    const shard = nameShards(text, node);
    return shard === undefined ? [] : [{ name, text, shard: shard.text }];
  });
  assert.ok(named.length > 400, `${named.length} statements`);
  await client.query('set search_path = b0, public');
  const before = new Map<string, unknown>();
  for (const { name, text } of named) before.set(name, await typesOf(text));
  for (const [table, shard] of [...node.ofBucket, ...node.copies]) {
    await client.query(`alter table ${table} rename to ${shard.replace(/^\w+\./, '')}`);
  }
  for (const { name, shard } of named) {
    assert.deepEqual(await typesOf(shard), before.get(name), name);
  }
});
