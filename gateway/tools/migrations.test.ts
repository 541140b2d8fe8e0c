import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { splitScript } from '#src/ground/database/split-script.ts';

const GATEWAY = resolve(import.meta.dirname, '..');
/** The tables, and the changes that a cluster applies to tables that are on its nodes. */
const FOLDERS = ['schema', 'migrations'];
const files = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/*.sql`, { cwd: GATEWAY }).map((name) => ({
    name,
    statements: splitScript(readFileSync(join(GATEWAY, name), 'utf8')),
  })),
);

function statementsWith(isRefused: (statement: string) => boolean): string[] {
  return files.flatMap(({ name, statements }) =>
    statements.filter(isRefused).map((statement) => `${name}: ${statement}`),
  );
}

test('a migration changes a constraint in a statement of its own, as Citus wants it', () => {
  const isRefused = (command: string): boolean => {
    const changes = command.match(/\b(?:add|drop|alter) (?:column|constraint)\b/g) ?? [];
    return changes.length > 1 && changes.some((change) => change.endsWith('constraint'));
  };
  // A block has commands of its own.
  assert.deepEqual(
    statementsWith((statement) => statement.split(';').some(isRefused)),
    [],
  );
});

test('no trigger covers `truncate` beside other events, which Citus leaves out on the nodes', () => {
  const trigger = /\bcreate trigger\b(?:(?!\bon\b)[\s\S])*(?:\bor truncate\b|\btruncate or\b)/;
  assert.deepEqual(
    statementsWith((statement) => trigger.test(statement)),
    [],
  );
});

test('a foreign key of a table that a cluster copies has no action of its own', () => {
  const action = /\balter table (?:public\.)?(?:credentials|merchants)\b[\s\S]*\bon delete\b/;
  assert.deepEqual(
    statementsWith((statement) => action.test(statement)),
    [],
  );
});

test('a migration of buckets inserts from a table by a materialized query, as Citus wants it', () => {
  const insert =
    /^(?:--[^\n]*\n|\s)*insert into [^;]*\bselect\b[^;]*\bfrom\b(?![\s\S]*\bgroup by\b)/;
  const ofBuckets = files.filter(({ statements: [first = ''] }) =>
    /^-- In each bucket\b/.test(first),
  );
  assert.ok(ofBuckets.length > 0);
  assert.deepEqual(
    ofBuckets.filter(({ statements }) => statements.some((one) => insert.test(one))),
    [],
  );
});
