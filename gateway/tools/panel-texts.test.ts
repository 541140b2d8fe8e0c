import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const PANEL = join(import.meta.dirname, '../../panel/src');
const COMMENT_LINES = /^\s*(\/\/|\/?\*).*$/gm;
const PORTUGUESE = /[áéíóúâêôãõàçÁÉÍÓÚÂÊÔÃÕÀÇ]/;
/** Names and words that stay Portuguese in English texts. */
const NAMES = /Brasília|Português/g;

const namesIn = (language: string): readonly string[] =>
  globSync(`texts/${language}/*.ts`, { cwd: PANEL })
    .map((path) => basename(path))
    .sort();

/** The titles in the lists of pages stand there in both languages. */
const TITLES = /title: \{ 'pt-BR': '[^']*'/g;

/** The lines of a file of the panel with a Portuguese letter, without comments. */
function portugueseLines(path: string): readonly string[] {
  const text = readFileSync(join(PANEL, path), 'utf8').replaceAll(COMMENT_LINES, '');
  return text
    .replaceAll(NAMES, '')
    .replaceAll(TITLES, '')
    .split('\n')
    .filter((line) => PORTUGUESE.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

test('both languages of the panel have the same catalogues', () => {
  assert.deepEqual(namesIn('en'), namesIn('pt-BR'));
});

test('the type check compares each English catalogue of the panel with the Portuguese one', () => {
  const unchecked = namesIn('en').filter((name) => {
    const text = readFileSync(join(PANEL, 'texts/en', name), 'utf8');
    const twin = `import type { texts as pt } from '#texts/${name}';`;
    return !text.includes(twin) || !text.includes('export const texts: typeof pt = {');
  });
  assert.deepEqual(unchecked, []);
});

test('the Portuguese texts of the panel stand only in the Portuguese catalogues and in titles of pages', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: PANEL }).filter(
    (path) => !path.startsWith(join('texts', 'pt-BR')) && !path.startsWith('api/'),
  );
  assert.deepEqual(files.flatMap(portugueseLines), []);
});
