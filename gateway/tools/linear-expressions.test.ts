import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { filesBelow } from './source-files.ts';

const SOURCE = resolve(import.meta.dirname, '../src');

/** The regular expressions of a file, as they are written. */
function expressionsOf(path: string): { readonly pattern: string; readonly flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  const collect = (_key: string, value: unknown): unknown => {
    const { regex } = Object(value);
    if (typeof regex?.pattern === 'string') found.push(regex);
    return typeof value === 'bigint' ? undefined : value;
  };
  // Every node of the tree passes through the replacer.
  JSON.stringify(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }), collect);
  return found;
}

/** Whether a text of one repeated character can take time that grows faster than its length. */
function isSlow(pattern: string, flags: string): boolean {
  return analyse(new RegExp(pattern, flags)).reports.length > 0;
}

test('no regular expression of the gateway takes longer than in proportion to its input', () => {
  const files = filesBelow(SOURCE).filter((path) => !path.endsWith('.test.ts'));
  const slow = files.flatMap((path) =>
    expressionsOf(path)
      .filter(({ pattern, flags }) => isSlow(pattern, flags))
      .map(({ pattern, flags }) => `${relative(SOURCE, path)}: /${pattern}/${flags}`),
  );
  assert.deepEqual(slow, []);
});

test('the check finds expressions that read a row of equal characters again and again', () => {
  for (const [pattern, expected] of [
    ['\\/+$', true],
    ['(?<!\\/)\\/+$', false],
    ['^\\d+,?\\d*$', true],
    ['^(?:a+)+$', true],
    ['^\\d+(?:,\\d+)?$', false],
  ] as const) {
    assert.equal(isSlow(pattern, ''), expected, pattern);
  }
  const own = expressionsOf(join(SOURCE, 'ground/csv.ts'));
  assert.ok(own.length >= 4, 'the check reads the expressions of a file');
});
