import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as f from '#src/ground/database/fields.ts';
import { type RowList, rowType, rowTypes } from '#src/ground/database/row-type.ts';
import { readSources } from '../../tools/source-files.ts';
import { run } from '../support/database-server.ts';
import { startGateway } from '../support/gateway.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const { appContext } = await startGateway({ after });
const { database } = appContext;

const COLUMNS_OF = {
  name: 'test_row_type',
  text: `select attname, atttypid::regtype::text as type from pg_attribute
    where attrelid = $1::regclass order by attnum`,
};

test('each row type has the columns of its type in the database', async () => {
  for (const { path, text } of readSources(SOURCES)) {
    if (/= rowType\(/.test(text)) await import(join(SOURCES, path));
  }
  assert.ok(rowTypes.size > 8, `only ${rowTypes.size} row types`);
  for (const { name, fields } of rowTypes.values()) {
    if (name === VALUES.name) continue;
    const found = await database.query<{ attname: string; type: string }>(COLUMNS_OF, [
      `public.${name}`,
    ]);
    const described = Object.entries(fields).map(([column, field]) => [
      f.columnOf(column, field),
      field.stored.replace('timestamptz', 'timestamp with time zone'),
    ]);
    const stored = found.map(({ attname, type }) => [attname, type]);
    assert.deepEqual(stored, described, name);
  }
});

const VALUES = rowType('test_values', {
  id: f.uuid,
  text: f.orNull(f.text),
  data: f.orNull(f.json<object>()),
  is_true: f.orNull(f.bool),
  bytes: f.orNull(f.bytes),
  amount: f.orNull(f.bigint),
  at: f.orNull(f.instantOrInfinity),
});
const READ = {
  name: 'test_values_read',
  text: `select id, text, data, is_true, bytes, amount, at::text as at_text, at
    from ${VALUES.from(1)}`,
};
const ID = '0190d0c4-ABcd-7000-8fff-000000000001';

async function readBack(rows: RowList): Promise<Record<string, unknown>[]> {
  return database.query(READ, [rows]);
}

/** So long that the buffer becomes exactly as large as the text may need. */
async function readLongTexts(): Promise<void> {
  const rest = { is_true: true, amount: 7n, at: Date.UTC(2026, 0, 1) };
  for (const letter of ['€', '💸', '\u{10ffff}']) {
    const text = letter.repeat(1_000_000);
    const [row] = await readBack(VALUES.rows([{ id: ID, text, ...rest }]));
    assert.ok(row?.text === text, letter);
    assert.deepEqual([row.is_true, row.amount, row.at], Object.values(rest));
  }
}

test('values of each type come back as they were sent', async (context) => {
  const owner = appContext.ownerConnectionString;
  assert.ok(owner);
  await run(
    owner,
    `create type public.test_values as (id uuid, text text, data json, is_true boolean,
      bytes bytea, amount bigint, at timestamptz)`,
  );
  context.after(() => run(owner, 'drop type public.test_values'));

  await context.test('texts: empty, accents, emoji, longer than the first buffer', async () => {
    const texts = ['', 'João d’Ávila', '💸'.repeat(30), 'x'.repeat(64), 'ç'.repeat(200_000)];
    const rows = await readBack(VALUES.rows(texts.map((text) => ({ id: ID, text }))));
    assert.deepEqual(
      rows.map(({ text }) => text),
      texts,
    );
  });
  await context.test('rows with long texts of three- and four-byte characters', readLongTexts);
  await context.test('numbers: bigint and safe integers, also negative ones', async () => {
    const amounts = [0, -1, 4_294_967_296, -4_294_967_297, Number.MAX_SAFE_INTEGER, 2n ** 62n, -5n];
    const rows = await readBack(VALUES.rows(amounts.map((amount) => ({ id: ID, amount }))));
    assert.deepEqual(
      rows.map(({ amount }) => amount),
      amounts.map(BigInt),
    );
  });
  await context.test('times: milliseconds, dates, texts, before 1970, infinity', async () => {
    const at = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
    const times = [at, new Date(at), new Date(at).toISOString() as never, -86_400_001];
    const rows = await readBack(VALUES.rows(times.map((time) => ({ id: ID, at: time }))));
    assert.deepEqual(
      rows.map((row) => row.at),
      [at, at, at, -86_400_001],
    );
    const [forever] = await readBack(VALUES.rows([{ id: ID, at: 'infinity' }]));
    assert.equal(forever?.at_text, 'infinity');
  });
  await context.test('a UUID of any case, JSON, bytes, booleans and nulls', async () => {
    const full = { id: ID, data: { a: ['ç', 1] }, is_true: false, bytes: Buffer.from([0, 255]) };
    const [row, empty] = await readBack(VALUES.rows([full, { id: ID }]));
    assert.equal(row?.id, ID.toLowerCase());
    assert.deepEqual(row?.data, full.data);
    assert.equal(row?.is_true, false);
    assert.deepEqual(row?.bytes, full.bytes);
    const { id, ...others } = empty ?? {};
    assert.deepEqual(new Set(Object.values(others)), new Set([null]));
  });
  await context.test('no rows', async () => {
    assert.deepEqual(await readBack(VALUES.rows([])), []);
  });
  await context.test('a text that is not a UUID or a time is refused', () => {
    for (const id of ['', `${ID}0`, ID.replace('A', 'g'), ID.replace('-', 'é').replace('0', '')]) {
      assert.throws(() => VALUES.rows([{ id }]).toPostgres(), TypeError, id);
    }
    assert.throws(() => VALUES.rows([{ id: ID, at: 'ontem' as never }]).toPostgres(), TypeError);
  });
});
