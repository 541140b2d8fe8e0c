import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const FILE_LINES_MAX = 250;
const LINE_LENGTH_MAX = 100;

const files = ['src', 'test', 'page'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|css|html)$/.test(name))
    .map((name) => join(ROOT, folder, name)),
);

test('files and lines are short', () => {
  const faults = files.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    // The formatter can't break the title of a test.
    const wide = lines.filter((line) => line.length > LINE_LENGTH_MAX && !/^test\(['`]/.test(line));
    return lines.length - 1 > FILE_LINES_MAX || wide.length > 0 ? [relative(ROOT, path)] : [];
  });
  assert.deepEqual(faults, []);
});

test('the simulator imports nothing of the gateway, and time only from its clock', () => {
  const faults = files
    .filter((path) => path.includes('/src/'))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      const readsTime = !path.endsWith('/clock.ts') && /Date\.now\(|new Date\(\)/.test(text);
      return readsTime || /from '[^']*(gateway|panel)\//.test(text);
    });
  assert.deepEqual(faults, []);
});
