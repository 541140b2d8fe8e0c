import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const DOCS = join(import.meta.dirname, '../../docs');

test('the first page of the guide and of the operating notes links every other page', () => {
  const missing = ['guia', 'operating'].flatMap((folder) => {
    const index = readFileSync(join(DOCS, folder, 'README.md'), 'utf8');
    const pages = readdirSync(join(DOCS, folder)).filter((name) => name !== 'README.md');
    return pages.filter((name) => !index.includes(`(${name}`)).map((name) => `${folder}/${name}`);
  });
  assert.deepEqual(missing, []);
});
