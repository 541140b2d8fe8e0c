import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COPIED } from '#src/ground/database/citus/place-tables.ts';
import { GLOBAL_TABLES } from '../../tools/global-tables.ts';
import { startGateway } from '../support/gateway.ts';
import { collectStatements } from '../support/store-statements.ts';

/**
 * What Citus refuses, as far as a text shows it. On a cluster `citus.test.ts` sends each statement
 * to the server that runs it.
 */
const gateway = await startGateway({ after }, { hasWorker: false });
const statements = await collectStatements();
const ofBuckets = namesTable(await tablesIn('b0'));
const onCoordinator = namesTable([
  ...Object.keys(GLOBAL_TABLES).filter((name) => !COPIED.includes(name)),
  ...(await tablesIn('auth')).map((name) => `"?${name}"?`),
]);

async function tablesIn(schema: string): Promise<string[]> {
  const rows = await gateway.sql(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = to_regnamespace($1)`,
    [schema],
  );
  return rows.map((row) => String(row.name));
}

function namesTable(names: readonly string[]): RegExp {
  const before = String.raw`\b(?:from|join|into|update|only)\s+(?:(?:public|auth)\.)?`;
  return new RegExp(String.raw`${before}(?:${names.join('|')})\b(?!\s*\()`);
}

function named(isRefused: (text: string) => boolean): string[] {
  return statements.filter(({ text }) => isRefused(text)).map(({ name }) => name);
}

/** Statements that Citus accepts all the same: it reads the rows of the coordinator first. */
const READS_ROWS_FIRST: readonly string[] = [
  'unrequested_refunds_of_day',
  'unrequested_refunds_list',
  'unrequested_refunds_count',
];

test('no statement joins tables of a bucket with tables that a cluster has on one server', () => {
  const joins = named((text) => ofBuckets.test(text) && onCoordinator.test(text));
  assert.deepEqual(joins, READS_ROWS_FIRST);
});

test('no update asks for the time in `case` or `coalesce`', () => {
  const CASE = /\bcase\b(?:(?!\bend\b)[\s\S])*\bnow\(\)/;
  const COALESCE = /\bcoalesce\((?:[^()]|\([^()]*\))*\bnow\(\)/;
  const refused = named(
    (text) => /\bupdate\b/.test(text) && (CASE.test(text) || COALESCE.test(text)),
  );
  assert.deepEqual(refused, []);
});

test('no insert has a query among its values or follows a recursive query', () => {
  const VALUES = /\bvalues\s*\((?:(?!\bon conflict\b|\breturning\b)[\s\S])*\(\s*select\b/;
  const RECURSIVE = /\bwith recursive\b[\s\S]*\binsert into\b/;
  const refused = named(
    (text) => /\binsert into\b/.test(text) && (VALUES.test(text) || RECURSIVE.test(text)),
  );
  assert.deepEqual(refused, []);
});
