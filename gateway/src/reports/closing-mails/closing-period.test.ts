import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  currentFirstDay,
  dueAfter,
  firstDayOf,
  lastDayOf,
  nextFirstDay,
} from './closing-period.ts';

test('a month ends on its last day, also in December and in a leap year', () => {
  assert.equal(firstDayOf('month', '2026-11-24'), '2026-11-01');
  assert.equal(nextFirstDay('month', '2026-12-01'), '2027-01-01');
  assert.equal(lastDayOf('month', '2028-02-01'), '2028-02-29');
  assert.equal(lastDayOf('month', '2026-02-01'), '2026-02-28');
});

test('a week begins on Monday and ends on Sunday', () => {
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-29']) {
    assert.equal(firstDayOf('week', day), '2026-11-23', day);
  }
  assert.equal(firstDayOf('week', '2026-11-30'), '2026-11-30');
  assert.equal(lastDayOf('week', '2026-12-28'), '2027-01-03');
});

test('a closing is due at 6 a.m. of Brasília after its period', () => {
  assert.equal(new Date(dueAfter('month', '2026-11-01')).toISOString(), '2026-12-01T09:00:00.000Z');
  assert.equal(new Date(dueAfter('day', '2026-12-31')).toISOString(), '2027-01-01T09:00:00.000Z');
});

test('the calendar is that of Brasília, not that of UTC', () => {
  assert.equal(currentFirstDay('month', Date.parse('2026-12-01T02:59:59Z')), '2026-11-01');
  assert.equal(currentFirstDay('month', Date.parse('2026-12-01T03:00:00Z')), '2026-12-01');
});
