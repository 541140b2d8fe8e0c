import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPeriods, type PeriodName } from './overview-period.ts';

/** First and last day of a period, and of the period before it. */
const EXPECTED: Readonly<Record<string, readonly [PeriodName, string, ...string[]]>> = {
  'today is compared with the day before': [
    'today',
    '2026-03-01',
    '2026-03-01',
    '2026-03-01',
    '2026-02-28',
    '2026-02-28',
  ],
  'yesterday is compared with the day before it': [
    'yesterday',
    '2026-03-01',
    '2026-02-28',
    '2026-02-28',
    '2026-02-27',
    '2026-02-27',
  ],
  'the last 7 days include today': [
    '7_days',
    '2026-11-22',
    '2026-11-16',
    '2026-11-22',
    '2026-11-09',
    '2026-11-15',
  ],
  'this month is compared with the first days of the month before': [
    'this_month',
    '2026-11-22',
    '2026-11-01',
    '2026-11-22',
    '2026-10-01',
    '2026-10-22',
  ],
  'this month is compared with the whole month before if that is shorter': [
    'this_month',
    '2026-03-31',
    '2026-03-01',
    '2026-03-31',
    '2026-02-01',
    '2026-02-28',
  ],
  'the last month is compared with the month before it': [
    'last_month',
    '2027-01-15',
    '2026-12-01',
    '2026-12-31',
    '2026-11-01',
    '2026-11-30',
  ],
};

for (const [title, [name, today, ...days]] of Object.entries(EXPECTED)) {
  test(title, () => {
    const { period, before } = namedPeriods(name, today);
    assert.deepEqual([...Object.values(period), ...Object.values(before)], days);
  });
}
