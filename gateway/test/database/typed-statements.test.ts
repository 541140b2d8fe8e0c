import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  mergedBy,
  one,
  param,
  rowsOf,
  sendForRows,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { startGateway } from '../support/gateway.ts';

const { appContext } = await startGateway({ after }, { hasWorker: false });
const { database } = appContext;

const VALUES = {
  id: f.uuid,
  name: f.orNull(f.text),
  isPaid: f.bool,
  attempts: f.int,
  share: f.double,
  stock: f.count,
  sum: f.bigint,
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  dueAt: f.orNull(f.instant),
  terms: f.json<{ readonly days: readonly number[] }>(),
};
const FULL = {
  id: '0190d0c4-abcd-7000-8fff-000000000001',
  name: 'Café "à vista"',
  isPaid: true,
  attempts: 3,
  share: 0.25,
  stock: 7,
  sum: 9_007_199_254_740_993n,
  amount: centavos(9_007_199_254_740_993n),
  dueAt: Date.UTC(2026, 10, 29, 2, 15, 0, 123),
  terms: { days: [1, 2] },
};
const EMPTY = { ...FULL, name: null, amount: null, dueAt: null };

const readBack = many(
  'test_rows_of_json',
  VALUES,
  sql`select * from ${rowsOf('given', 'row', VALUES)}`,
);

test('rows of JSON keep every value: large amounts, milliseconds, JSON and null', async () => {
  assert.deepEqual(await readBack(database, { given: [FULL, EMPTY] }), [FULL, EMPTY]);
});

test('a property of a row that is no field is not sent', async () => {
  const wide = { ...FULL, merchantId: 'not sent' };
  assert.deepEqual(await readBack(database, { given: [wide] }), [FULL]);
});

const [dueAt, terms] = [param('dueAt', VALUES.dueAt), param('terms', VALUES.terms)];
const readOne = one(
  'test_one_by_one',
  { dueAt: VALUES.dueAt, terms: VALUES.terms, lastDay: f.instant },
  sql`select ${dueAt}::timestamptz as due_at, ${terms}::json as terms,
    (${param('days', f.listOf(f.instant))}::timestamptz[])[2] as last_day`,
);

test('a parameter takes milliseconds or a Date, JSON, and lists of them', async () => {
  const given = { dueAt: new Date(FULL.dueAt), terms: FULL.terms, days: [0, new Date(1)] };
  const expected = { dueAt: FULL.dueAt, terms: FULL.terms, lastDay: 1 };
  assert.deepEqual(await readOne(database, given), expected);
  assert.equal((await readOne(database, { ...given, dueAt: null })).dueAt, null);
});

test('a missing parameter is refused, because the driver would send null', async () => {
  const given = { dueAt: undefined, terms: FULL.terms, days: [] } as never;
  await assert.rejects(readOne(database, given), /test_one_by_one: the parameter dueAt is missing/);
});

test('a statement that must return a row fails without one', async () => {
  const none = one('test_no_row', {}, sql`select from merchants where false`);
  await assert.rejects(none(database), /test_no_row returned no row/);
  const maybe = maybeOne('test_maybe_no_row', {}, sql`select from merchants where false`);
  assert.equal(await maybe(database), undefined);
});

test('a count above the safe integers is refused, because a number would round it', async () => {
  const large = one('test_large', { count: f.count }, sql`select 9007199254740993 as count`);
  await assert.rejects(large(database), RangeError);
});

test('null is refused in a column that a condition keeps from being null', async () => {
  const row = { at: f.neverNull(f.instant) };
  const read = one('test_never_null', row, sql`select ${dueAt}::timestamptz as at`);
  assert.deepEqual(await read(database, { dueAt: 5 }), { at: 5 });
  await assert.rejects(read(database, { dueAt: null }), /a column is null/);
});

test('a shaped row is the result of its function', async () => {
  const shape = shaped({ count: f.count }, ({ count }) => ({ nested: { count } }));
  const read = one('test_shaped', shape, sql`select 1::bigint as count`);
  assert.deepEqual(await read(database), { nested: { count: 1 } });
});

test('the rows of a statement that is sent come after the commit', async () => {
  const row = { amount: f.inColumn('centavos', f.centavos) };
  const send = sendForRows(
    'test_sent',
    row,
    sql`select ${param('amount', f.centavos)}::bigint as centavos`,
  );
  const taken: f.RecordOf<typeof row>[] = [];
  await database.transaction(async (tx) => {
    send(tx, { amount: centavos(7n) }, (rows) => taken.push(...rows));
    await one('test_sent_first', { one: f.int }, sql`select 1 as one`)(tx);
    assert.deepEqual(taken, []);
  });
  assert.deepEqual(taken, [{ amount: 7n }]);
});

test('a merge of buckets by a column that is not read, or that may be null, is refused', () => {
  const rows = { id: f.uuid, paidAt: f.orNull(f.instant) };
  for (const column of ['created_at', 'paid_at']) {
    assert.throws(
      () => many('test_merge', rows, sql`select id, paid_at`, mergedBy(column, 'ascending')),
      new RegExp(`test_merge: rows can't be merged by ${column}`),
    );
  }
});

test('a second statement of a name, and a parameter of two types or a number, are refused', () => {
  assert.throws(() => one('test_large', {}, sql`select 1`), /two statements are named test_large/);
  const [id, other] = [param('id', f.uuid), param('id', f.text)];
  const text = sql`select ${id}::uuid, ${other}::text`;
  assert.throws(() => one('test_two_types', {}, text), /the parameter id has two types/);
  assert.throws(() => one('test_number', {}, sql`select ${'$1'}`), /a parameter has a number/);
});
