import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { auditActions } from './audit-actions.ts';

const SOURCE = resolve(import.meta.dirname, '../..');
/** A literal after the word `action`, also as a branch of a condition or on the next line. */
const ACTION = /\baction\b[^;{}]{0,80}?'([a-z_]+\.[a-z_]+)'(?:\s*:\s*'([a-z_]+\.[a-z_]+)')?/g;

test('each action that the code records is in the list of actions', () => {
  const recorded = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(SOURCE, path), 'utf8').matchAll(ACTION)])
    .flatMap(([, first, second]) => [first, second].filter((action) => action !== undefined));
  assert.ok(recorded.length > 40);
  const listed = new Set<string>(auditActions);
  assert.deepEqual(
    recorded.filter((action) => !listed.has(action)),
    [],
  );
});
