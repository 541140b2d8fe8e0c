import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { FOREIGN_USES, READ_BY_ALL, TABLE_OWNERS } from './table-owners.ts';

const GATEWAY = resolve(import.meta.dirname, '..');
const SOURCE = join(GATEWAY, 'src');
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm;
/** A table after a keyword of SQL, or as a text of its own that is put into a statement. */
const NAMED_TABLES =
  /(?:\b(delete\s+from|insert\s+into|update|from|join|into|only|using)\s+|['"])((?:auth\.)?"?\w+"?)/gi;
const WRITES = /^(delete|insert|update)/i;

const owners = new Map(
  Object.entries(TABLE_OWNERS).flatMap(([feature, tables]) =>
    tables.map((table) => [table, feature] as const),
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
      ...{ store, table: name.replaceAll('"', ''), isWritten: WRITES.test(keyword) },
    }),
  );
  return found.filter(({ table }) => owners.has(table));
}

const stores = globSync(['**/*-store.ts', 'platform/**/*.ts'], { cwd: SOURCE }).filter(
  (path) => !path.endsWith('.test.ts'),
);
const named = stores.flatMap((store) => tablesIn(store, readFileSync(join(SOURCE, store), 'utf8')));

/** What a store names of other features without being allowed to. */
function faultsOf(tables: readonly NamedTable[]): string[] {
  const faults = tables.flatMap(({ store, table, isWritten }) => {
    if (owners.get(table) === store.split('/')[0]) return [];
    const use = FOREIGN_USES.find((one) => one.store === store && one.tables.includes(table));
    if (isWritten) return use?.isWriter ? [] : [`${store} writes ${table}`];
    return use || READ_BY_ALL.includes(table) ? [] : [`${store} reads ${table}`];
  });
  return [...new Set(faults)];
}

test('a store reads the tables of its own feature and the stated exceptions, and writes no other', () => {
  assert.ok(named.length > 200);
  assert.deepEqual(faultsOf(named), []);
});

test('a store that names the table of another feature without an exception is found', () => {
  const text = 'select 1 from charges c join auth."user" u on true; update payouts set a = 1';
  assert.deepEqual(faultsOf(tablesIn('refunds/some-store.ts', text)), [
    'refunds/some-store.ts reads charges',
    'refunds/some-store.ts reads auth.user',
    'refunds/some-store.ts writes payouts',
  ]);
});

test('every exception is needed', () => {
  const unneeded = FOREIGN_USES.flatMap(({ store, tables }) =>
    tables
      .filter((table) => !named.some((one) => one.store === store && one.table === table))
      .map((table) => `${store} does not use ${table}`),
  );
  assert.deepEqual(unneeded, []);
});

test('every table of the migrations has one owner, and every owned table exists', () => {
  const migrations = globSync('migrations/*.sql', { cwd: GATEWAY })
    .map((path) => readFileSync(join(GATEWAY, path), 'utf8').replace(COMMENTS, ''))
    .join('\n');
  const created = [
    ...migrations.matchAll(
      /create (?:unlogged )?table (?:if not exists )?(?:b0\.|public\.)?((?:auth\.)?"?\w+"?)/g,
    ),
  ].map(([, name = '']) => name.replaceAll('"', ''));
  const owned = Object.values(TABLE_OWNERS).flat();
  assert.deepEqual([...owned].sort(), created.sort());
});
