import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from './file-name.ts';

const shop = { name: 'Padaria São João & Filhos', username: 'padaria' };
const live = { environment: 'live', ending: 'pdf' } as const;
const november = { from: '2026-11-01', to: '2026-11-30' };

test('a file is named by its shop and by its month, day or days', () => {
  const nameOf = (days: { from: string; to: string }) =>
    fileNameOf(shop, 'fechamento', { ...live, days });
  assert.equal(nameOf(november), 'padaria-sao-joao-filhos-fechamento-2026-11.pdf');
  const day = { from: '2026-11-30', to: '2026-11-30' };
  assert.equal(nameOf(day), 'padaria-sao-joao-filhos-fechamento-2026-11-30.pdf');
  const week = { from: '2026-11-30', to: '2026-12-06' };
  assert.equal(nameOf(week), 'padaria-sao-joao-filhos-fechamento-2026-11-30-a-2026-12-06.pdf');
  const part = { from: '2026-11-01', to: '2026-11-29' };
  assert.equal(nameOf(part), 'padaria-sao-joao-filhos-fechamento-2026-11-01-a-2026-11-29.pdf');
});

test('a file of the test environment says so', () => {
  const file = { ...live, environment: 'test', days: november } as const;
  assert.match(fileNameOf(shop, 'movimentos', file), /-movimentos-teste-2026-11\.pdf$/);
});

test('a name that could leave the header or the folder is made of plain letters', () => {
  const odd = { name: '"; filename=../../a\r\nb', username: 'loja' };
  assert.match(fileNameOf(odd, 'x', { ...live, days: november }), /^[a-z0-9-]+\.pdf$/);
  const empty = { name: '店', username: 'loja' };
  assert.equal(fileNameOf(empty, 'x', { ...live, days: november }), 'loja-x-2026-11.pdf');
});
