import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import * as f from '#src/ground/database/fields.ts';
import {
  maybeOne,
  param,
  type Shape,
  type Sql,
  shapedInBinary,
  sql,
  typedStatements,
} from '#src/ground/database/sql.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { describeStatement } from '../support/describe-statement.ts';
import { startGateway } from '../support/gateway.ts';
import { faultsOfTypes, readKnownTypes } from '../support/statement-faults.ts';
import { collectStatements, statementsIn } from '../support/store-statements.ts';
import { UNTYPED_STORES } from '../support/untyped-stores.ts';

// Before the end of the gateway, which drops the database.
after(() => client.end());
const gateway = await startGateway({ after }, { hasWorker: false });
const client = new pg.Client({ connectionString: gateway.connectionString });
await client.connect();
await client.query('set search_path = b0, public');
const statements = await collectStatements();
const known = await readKnownTypes(client);

test('PostgreSQL prepares each statement: its text, tables and columns exist', async () => {
  const faults: string[] = [];
  for (const { name, text } of [...statements, ...statementsIn(allLedgerChecks)]) {
    await describeStatement(client, text).catch((error: Error) => {
      faults.push(`${name}: ${error.message}`);
    });
  }
  assert.deepEqual(faults, []);
});

test('each typed statement has the parameters and the columns that the database says', async () => {
  const faults: string[] = [];
  for (const { file, name, typed } of statements) {
    const found = typed ? await faultsOfTypes(client, known, typed) : [];
    faults.push(...found.map((fault) => `${file}: ${name}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

test('a store is typed, or stands in the list of those that are not yet', () => {
  const untyped = new Set(
    statements.flatMap(({ file, typed, isQueue }) => (typed || isQueue ? [] : [file])),
  );
  assert.deepEqual([...untyped].sort(), [...UNTYPED_STORES].sort());
});

const [id, limit] = [param('id', f.uuid), param('limit', f.count)];
const WRONG: Readonly<
  Record<string, readonly [f.Fields | Shape<unknown>, Sql<{ id: string } | object>, string[]]>
> = {
  'a parameter of another type': [
    {},
    sql`select id from charges where created_at < ${id}`,
    ['parameter id: uuid, the database has timestamp with time zone'],
  ],
  'a column of another type': [
    { createdAt: f.text },
    sql`select created_at from charges where id = ${id}`,
    ['column created_at: text, the database has timestamp with time zone'],
  ],
  'a nullable column that is believed not null': [
    { paidAt: f.instant },
    sql`select paid_at from charges where id = ${id}`,
    ['column paid_at may be null'],
  ],
  'a column that is never null and is believed nullable': [
    { createdAt: f.orNull(f.instant) },
    sql`select created_at from charges where id = ${id}`,
    ['column created_at is never null'],
  ],
  'a column that the statement does not return': [
    { createdAt: f.instant },
    sql`select id from charges limit ${limit}`,
    ['returns no column created_at'],
  ],
  'two columns of one name': [
    { id: f.uuid },
    sql`select c.id, r.id from charges c, refunds r where c.id = ${id}`,
    ['returns two columns id'],
  ],
  'a date that the driver would move to the local time zone': [
    { day: f.text },
    sql`select day from charge_days limit ${limit}`,
    ['column day: read a date as day::text'],
  ],
  'a list of instants, which the driver reads otherwise': [
    { days: f.listOf(f.instant) },
    sql`select array_agg(created_at) as days from charges where id = ${id}`,
    ['column days: return JSON instead of timestamp with time zone[]'],
  ],
  'columns in another order than rows in the binary format are read': [
    shapedInBinary({ paidAt: f.orNull(f.instant), createdAt: f.instant }, (row) => row),
    sql`select created_at, paid_at from charges where id = ${id}`,
    ['reads paid_at,created_at, the database gives created_at,paid_at'],
  ],
  'rows that the statement does not return': [
    {},
    sql`update charges set paid_at = null where id = ${id}`,
    ['returns no rows'],
  ],
};

for (const [fault, [gives, wrong, expected]] of Object.entries(WRONG)) {
  test(`the comparison finds ${fault}`, async () => {
    maybeOne(`test_${fault}`, gives, wrong);
    const statement = typedStatements.pop();
    assert.ok(statement);
    assert.deepEqual(await faultsOfTypes(client, known, statement), expected);
  });
}
