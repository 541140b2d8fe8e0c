import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import type { Statement } from '#src/ground/database/database.ts';
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
import { placeOf } from '#src/ground/database/statement-place.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import type { ElsewhereCheck, LedgerCheck } from '#src/ledger/ledger-check.ts';
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
/** The types of the columns that are read, by name. */
type Columns = Readonly<Record<string, string>>;

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

const SCOPE = ['uuid', 'text'];
const RANGE = [...SCOPE, 'uuid', 'uuid'];
const ELSEWHERE = ['json', 'bigint'];

/** The statements of a check with the types of the values that the verification sends. */
function sentBy({ postings, rows, scope }: LedgerCheck): [Statement, string[], Columns?][] {
  const elsewhere = (checks: readonly ElsewhereCheck[] = [], values: string[]) =>
    checks.flatMap(({ facts, differences }): [Statement, string[]][] => [
      [facts, values],
      [differences, ELSEWHERE],
    ]);
  const sent: [Statement, string[], Columns?][] = [];
  if (postings) {
    const values = [...SCOPE, 'json'];
    const { differences } = postings;
    const isNamed = placeOf(differences) === 'here';
    const columns = isNamed ? { reference_id: 'uuid', kind: 'text' } : {};
    sent.push([differences, [...values, 'bigint'], columns]);
    sent.push(...elsewhere(postings.elsewhere, values));
  }
  if (rows) {
    const columns = { last: 'uuid', checked: 'bigint' };
    sent.push([rows.window, [...SCOPE, 'uuid', 'bigint'], columns]);
    sent.push([rows.differences, [...RANGE, 'bigint']], ...elsewhere(rows.elsewhere, RANGE));
  }
  if (scope) sent.push([scope.differences, [...SCOPE, 'bigint']]);
  return sent;
}

async function faultsOfSent(statement: Statement, sent: readonly string[], read: Columns = {}) {
  const { parameterOids, columns = [] } = await describeStatement(client, statement.text);
  const wanted = parameterOids.map((oid) => known.names.get(oid));
  const found = new Map(columns.map(({ name, typeOid }) => [name, known.names.get(typeOid)]));
  const misread = Object.entries(read).filter(([name, type]) => found.get(name) !== type);
  return [
    ...(wanted.join() === sent.join() ? [] : [`gets ${sent}, the database wants ${wanted}`]),
    ...misread.map(
      ([name, type]) => `column ${name}: ${type}, the database has ${found.get(name)}`,
    ),
  ];
}

test('each statement of a ledger check has the parameters that the verification sends', async () => {
  const sent = allLedgerChecks.flatMap(sentBy);
  const names = new Set(sent.map(([{ name }]) => name));
  assert.deepEqual(names, new Set(statementsIn(allLedgerChecks).map(({ name }) => name)));
  const faults: string[] = [];
  for (const [statement, values, columns] of sent) {
    const found = await faultsOfSent(statement, values, columns);
    faults.push(...found.map((fault) => `${statement.name}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

test('the comparison finds a ledger check that reads another type than it is sent', async () => {
  const text = `select id as last from charges where merchant_id = $1 and environment = $2
    and created_at > $3 limit $4`;
  const sent = [...SCOPE, 'uuid', 'bigint'];
  assert.deepEqual(await faultsOfSent({ name: 'wrong', text }, sent, { last: 'text' }), [
    'gets uuid,text,uuid,bigint, the database wants uuid,text,timestamp with time zone,bigint',
    'column last: text, the database has uuid',
  ]);
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
