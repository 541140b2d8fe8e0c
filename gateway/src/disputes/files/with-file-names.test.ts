import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFileNames } from './with-file-names.ts';

const LENGTH_MAX = 1_000;

test('a defence without files keeps its text', () => {
  assert.equal(withFileNames('Entregue.', []), 'Entregue.');
});

test('the names of files follow the text, as many as fit', () => {
  assert.equal(
    withFileNames('Entregue.', ['nota.pdf', 'foto.jpg']),
    'Entregue.\n\nArquivos de prova que podemos enviar: nota.pdf, foto.jpg.',
  );
  const names = Array.from({ length: 10 }, (_, index) => `${'n'.repeat(95)}${index}.pdf`);
  const listed = withFileNames('a'.repeat(700), names);
  assert.ok(listed.length <= LENGTH_MAX);
  assert.match(listed, /n0\.pdf, n+1\.pdf e mais 8\.$/);
});

test('a text without room for names counts the files, and a full one stays unchanged', () => {
  const long = 'a'.repeat(LENGTH_MAX - 40);
  assert.equal(
    withFileNames(long, ['nota-fiscal-1001.pdf']),
    `${long}\n\nTemos 1 arquivo de prova.`,
  );
  const full = 'a'.repeat(LENGTH_MAX);
  assert.equal(withFileNames(full, ['nota.pdf']), full);
});
