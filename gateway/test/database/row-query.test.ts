import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RawRow } from '#src/ground/database/raw-row.ts';
import { startGateway } from '../support/gateway.ts';

const { appContext } = await startGateway({ after });
const { database } = appContext;

/** Reads the rows of a statement in the binary format. */
function read<Row extends object>(
  text: string,
  readRow: (row: RawRow) => Row,
  values: unknown[] = [],
): Promise<Row[]> {
  const name = `test_row_query_${names.size}`;
  names.add(name);
  return database.query<Row & Record<string, unknown>>({ name, text, readRow }, values);
}
const names = new Set<string>();

test('columns of each type are read as the text format gives them', async () => {
  const texts = ['', 'Maria', 'João d’Ávila', '💸'.repeat(30), 'x'.repeat(10_000), null];
  const rows = await read(
    `select text, json_build_object('a', text) as json from unnest($1::text[]) as text`,
    (row) => ({ text: row.textOrNull(), json: JSON.parse(row.text()) }),
    [texts],
  );
  assert.deepEqual(
    rows,
    texts.map((text) => ({ text, json: { a: text } })),
  );
});

test('the JSON of a text is that of JSON.stringify', async () => {
  const all = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code + 1));
  const texts = [...all, 'a\u2028b', '"', '\\', 'abc"', 'abcd\n', '', '💸', null];
  for (const pad of ['', 'x', 'xx', 'xxx', 'x'.repeat(5_000)]) {
    const given = texts.map((text) => text && pad + text);
    const rows = await read(
      'select text from unnest($1::text[]) as text',
      (row) => ({ json: row.jsonOfText() }),
      [given],
    );
    assert.deepEqual(
      rows.map(({ json }) => json),
      given.map((text) => JSON.stringify(text)),
    );
  }
});

test('numbers are exact, and a bigint beyond the safe integers is an error', async () => {
  const numbers = [0, 1, -1, 999_999_999_999, -4_294_967_297, Number.MAX_SAFE_INTEGER];
  const select = 'select number, 7::int as small from unnest($1::bigint[]) as number';
  const readNumber = (row: RawRow) => ({ number: row.bigint(), small: row.int() });
  const rows = await read(select, readNumber, [numbers]);
  assert.deepEqual(
    rows,
    numbers.map((number) => ({ number, small: 7 })),
  );
  for (const unsafe of [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n]) {
    await assert.rejects(read(select, readNumber, [[unsafe]]), RangeError);
  }
});

test('times are the same milliseconds as in the text format', async () => {
  const times = [
    '2026-02-28T23:59:59.999999Z',
    '2026-11-24T06:04:41.33Z',
    '2000-01-01T00:00:00Z',
    '1999-12-31T23:59:59.999999Z',
    '1969-12-31T23:59:59.9995Z',
    '1900-01-01T00:00:00.001Z',
  ];
  const text = 'select at, null::timestamptz as missing from unnest($1::timestamptz[]) as at';
  const usual = await database.query<{ at: number }>({ name: 'test_times', text }, [times]);
  const rows = await read(text, (row) => ({ at: row.time(), missing: row.timeOrNull() }), [times]);
  assert.deepEqual(
    rows,
    usual.map(({ at }) => ({ at, missing: null })),
  );
});

test('a row with null, another type or another number of columns than expected is an error', async () => {
  const wrong: [string, (row: RawRow) => object][] = [
    ['select null::text', (row) => ({ text: row.text() })],
    ['select null::bigint', (row) => ({ number: row.bigint() })],
    ['select 1::int', (row) => ({ number: row.bigint() })],
    ['select 1::bigint', (row) => ({ number: row.int() })],
    ['select 1::int, 2::int', (row) => ({ number: row.int() })],
    [`select 'a'`, (row) => ({ first: row.text(), second: row.text() })],
    ['select 1::int', (row) => ({ first: row.int(), second: row.int() })],
  ];
  for (const [text, readRow] of wrong) await assert.rejects(read(text, readRow), TypeError, text);
  // The connections are used further.
  const rows = await read('select 1::int', (row) => ({ number: row.int() }));
  assert.deepEqual(rows, [{ number: 1 }]);
});

test('an error of the server and a transaction behave as with other statements', async () => {
  const failing = read('select 1/0', (row) => ({ number: row.int() }));
  await assert.rejects(failing, { code: '22012' });
  const found = await database.transaction(async (tx) => {
    const readRow = (row: RawRow) => ({ number: row.int() });
    return tx.query({ name: 'test_in_transaction', text: 'select 5::int', readRow }, []);
  });
  assert.deepEqual(found, [{ number: 5 }]);
});
