import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readMutations } from './mutations/tool/mutation.ts';
import { testsOfChange } from './test-changes.ts';
import { listTestFiles, TEST_CLASSES, unitsOf } from './test-files.ts';
import { instantOfDay } from './test-hours.ts';
import { selectTests } from './test-selection.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-06-10T12:00:00Z');
const listed = await listTestFiles(ROOT);
const paths = listed.map(({ path }) => path);
const selectedPaths = async (...words: string[]): Promise<string[]> => {
  const { files } = await selectTests(ROOT, listed, words, NOON);
  return files.map(({ path }) => path);
};

test('every test file is in one class, and so in one list', () => {
  const exclude = ['**/node_modules/**', '**/dist/**'];
  assert.deepEqual(paths.toSorted(), globSync('**/*.test.ts', { cwd: ROOT, exclude }).toSorted());
});

test('npm test runs every file that a mutation names, and a file of each class', async () => {
  const selected = await selectedPaths();
  const named = (await readMutations()).flatMap((mutation) => mutation.tests);
  assert.deepEqual(
    named.filter((path) => !selected.includes(path)),
    [],
  );
  for (const { name } of TEST_CLASSES) {
    const isThere = listed.some(
      ({ path, className }) => className === name && selected.includes(path),
    );
    assert.ok(isThere, `no file of ${name}`);
  }
});

test('npm test and test:rest together run each file, and test:all runs each once', async () => {
  const [first, rest, all] = [
    await selectedPaths(),
    await selectedPaths('--rest'),
    await selectedPaths('--all'),
  ];
  assert.deepEqual(all.toSorted(), paths.toSorted());
  assert.deepEqual([...new Set([...first, ...rest])].toSorted(), paths.toSorted());
  const twice = first.filter((path) => rest.includes(path));
  assert.deepEqual(
    twice,
    listed.filter(({ list, hasFewRuns }) => list === 'test' && hasFewRuns).map(({ path }) => path),
  );
});

test('the last line of npm test counts what it left out, and names the command', async () => {
  const { leftOut = '' } = await selectTests(ROOT, listed, []);
  const count = listed.filter(({ list }) => list === 'rest').length;
  assert.match(leftOut, new RegExp(`^Left out: ${count} test files \\(.*crash \\d+.*test:rest$`));
});

test('files of the cluster are one unit and begin first, then the longest', () => {
  const files = ['a', 'x/citus-b', 'c', 'x/citus'].map((name) => ({
    path: `${name}.test.ts`,
    isOnOldest: false,
  }));
  const seconds = (path: string) => (path === 'c.test.ts' ? 9 : 2);
  const units = unitsOf(files, seconds).map((unit) => unit.map(({ path }) => path));
  assert.deepEqual(units, [['x/citus-b.test.ts', 'x/citus.test.ts'], ['c.test.ts'], ['a.test.ts']]);
});

test('a changed source runs the tests that import it, or are named by its mutations or folder', async () => {
  const of = (...changed: string[]) => testsOfChange(ROOT, paths, changed);
  const split = await of('gateway/src/charges/preview-split.ts');
  assert.ok(split.includes('gateway/src/charges/preview-split.test.ts'));
  const payouts = await of('gateway/src/money-out/payouts/create-payouts.ts');
  assert.ok(payouts.includes('gateway/test/api/payouts.test.ts'));
  assert.ok(!payouts.includes('gateway/test/api/qr-code.test.ts'));
  const mutation = (await readMutations())[0] ?? assert.fail();
  const ofMutation = await of(mutation.file);
  assert.ok(mutation.tests.every((path) => ofMutation.includes(path)));
  const database = await of('gateway/schema/05-charges.sql');
  assert.ok(database.includes('gateway/test/database/catalog.test.ts'));
});

test('each instant of the hours comes once a week, and is in the future', () => {
  const days = Array.from({ length: 7 }, (_, day) => NOON + day * DAY_MS);
  const times = days.map((day) => instantOfDay(day).slice(4));
  assert.equal(new Set(times).size, 7);
  assert.ok(times.includes('-02-29T15:00:00Z'));
  for (const day of days) assert.ok(Date.parse(instantOfDay(day)) > day);
});
