import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ROOMS } from './rooms.ts';
import { FOREIGN_USES, READ_BY_ALL, TABLE_OWNERS } from './table-owners.ts';

const GATEWAY = resolve(import.meta.dirname, '..');
const SOURCE = join(GATEWAY, 'src');
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm;
/** A table after a keyword of SQL, or as a text of its own that is put into a statement. */
const NAMED_TABLES =
  /(?:\b(delete\s+from|insert\s+into|update|from|join|into|only|using)\s+|['"])((?:auth\.)?"?\w+"?)/gi;
const WRITES = /^(delete|insert|update)/i;

const owners = new Map(
  Object.entries(TABLE_OWNERS).flatMap(([room, tables]) =>
    tables.map((table) => [table, room] as const),
  ),
);

interface NamedTable {
  readonly store: string;
  readonly table: string;
  readonly isWritten: boolean;
}

/** The tables that a text names, each as `auth.user` or `charges`. */
function tablesIn(store: string, text: string): readonly NamedTable[] {
  const found = [...text.replace(COMMENTS, '').matchAll(NAMED_TABLES)].map(
    ([, keyword = '', name = '']) => ({
      store,
      table: name.replaceAll('"', ''),
      isWritten: WRITES.test(keyword),
    }),
  );
  return found.filter(({ table }) => owners.has(table));
}

const stores = globSync(
  ['**/*-store.ts', 'ground/{database,processes,work,embedded-database,backup}/**/*.ts'],
  { cwd: SOURCE },
).filter((path) => !path.endsWith('.test.ts'));
const named = stores.flatMap((store) => tablesIn(store, readFileSync(join(SOURCE, store), 'utf8')));

const ORDER: readonly string[] = ROOMS;

/** The uses of tables that the rooms don't allow, without the exceptions. */
function foreignUses(tables: readonly NamedTable[]): readonly NamedTable[] {
  return tables.filter(({ store, table, isWritten }) => {
    const room = store.split('/')[0] ?? '';
    const owner = owners.get(table) ?? '';
    if (owner === room || (!isWritten && READ_BY_ALL.includes(table))) return false;
    return isWritten || ORDER.indexOf(owner) < ORDER.indexOf(room);
  });
}

const faultOf = ({ store, table, isWritten }: NamedTable): string =>
  `${store} ${isWritten ? 'writes' : 'reads'} ${table}`;

test('a store writes tables of its own room and reads those of lower rooms', () => {
  assert.ok(named.length > 200);
  const faults = foreignUses(named).filter(({ store }) => !(store in FOREIGN_USES));
  assert.deepEqual([...new Set(faults.map(faultOf))], []);
});

test('a store that reads a higher room or writes another one is found', () => {
  const text = 'select 1 from refunds r join auth."user" u on true; update mails set a = 1';
  assert.deepEqual(foreignUses(tablesIn('charges/some-store.ts', text)).map(faultOf), [
    'charges/some-store.ts reads refunds',
    'charges/some-store.ts writes mails',
  ]);
});

test('every exception is needed', () => {
  const used = new Set(foreignUses(named).map(({ store }) => store));
  assert.deepEqual(
    Object.keys(FOREIGN_USES).filter((store) => !used.has(store)),
    [],
  );
});

const CREATED = /^create table (\S+) \(/gm;

test('every table is made by the schema file of the room that owns it', () => {
  const made = globSync('schema/*.sql', { cwd: GATEWAY }).flatMap((path) => {
    const room = path.replace(/^schema\/\d\d-|\.sql$/g, '');
    const text = readFileSync(join(GATEWAY, path), 'utf8');
    return [...text.matchAll(CREATED)].map(
      ([, name = '']) => `${room}: ${name.replaceAll('"', '')}`,
    );
  });
  const owned = Object.entries(TABLE_OWNERS).flatMap(([room, tables]) =>
    tables.map((table) => `${room}: ${table}`),
  );
  assert.deepEqual(made.sort(), owned.sort());
});

test('the schema files are in the order of the rooms', () => {
  const files = globSync('schema/*.sql', { cwd: GATEWAY }).sort();
  const order = files.map((path) => ORDER.indexOf(path.replace(/^schema\/\d\d-|\.sql$/g, '')));
  assert.ok(!order.includes(-1));
  assert.deepEqual(
    order,
    order.toSorted((first, second) => second - first),
  );
});
