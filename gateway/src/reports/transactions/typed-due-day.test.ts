import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedDueDay } from './typed-due-day.ts';

const TODAY = '2026-11-24';

test('a due date is read with its year alone, and without one after a word', () => {
  const read: [string, string | undefined][] = [
    ['10/12/2026', '2026-12-10'],
    ['1/2/2027', '2027-02-01'],
    ['2026-12-10', '2026-12-10'],
    ['vence 10/12/2026', '2026-12-10'],
    ['Vence em 10/12', '2026-12-10'],
    ['VENCEU 20/11', '2026-11-20'],
    ['vencimento 2026-12-10', '2026-12-10'],
    ['vence no dia 5/1', '2027-01-05'],
    ['due on 10/12', '2026-12-10'],
    ['10/12', undefined],
    ['10/12/26', undefined],
    ['31/02/2027', undefined],
    ['vence 32/1', undefined],
    ['vence 29/02', undefined],
    ['vence amanhã', undefined],
    ['10122026', undefined],
    ['11.222.333/0001-81', undefined],
    ['aluguel 10/12/2026', undefined],
    ['', undefined],
  ];
  for (const [text, day] of read) assert.equal(typedDueDay(text, TODAY), day, text);
});

test('a due date without a year is the one nearest to today', () => {
  assert.equal(typedDueDay('vence 31/12', '2027-01-02'), '2026-12-31');
  assert.equal(typedDueDay('vence 02/01', '2026-12-30'), '2027-01-02');
  assert.equal(typedDueDay('vence 29/02', '2027-12-01'), '2028-02-29');
});
