import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { dueDaysOf, lastOverdueDay } from './search-by-due-day.ts';

const on = (day: string) => startOfKnownDay(day);

test('a due date that is no business day is overdue after the next business day', () => {
  const cases = {
    // A Tuesday, and a Monday: the Saturday and the Sunday before it are due on the Monday.
    '2026-11-24': '2026-11-23',
    '2026-11-23': '2026-11-19',
    // The Friday 20 November is a holiday, so the Thursday before it is the last one.
    '2026-11-22': '2026-11-19',
    '2026-11-20': '2026-11-19',
    '2027-01-04': '2026-12-31',
  };
  for (const [today, last] of Object.entries(cases)) assert.equal(lastOverdueDay(on(today)), last);
});

test('the filter of overdue charges and the last day of a query leave the earlier of both', () => {
  const now = on('2026-11-24');
  assert.deepEqual(dueDaysOf({ due_from: '2026-11-01', overdue: true }, now), {
    dueFrom: '2026-11-01',
    dueTo: '2026-11-23',
  });
  assert.equal(dueDaysOf({ due_to: '2026-11-10', overdue: true }, now).dueTo, '2026-11-10');
  assert.equal(dueDaysOf({ due_to: '2026-12-10', overdue: true }, now).dueTo, '2026-11-23');
  assert.equal(dueDaysOf({ due_to: '2026-12-10' }, now).dueTo, '2026-12-10');
});
