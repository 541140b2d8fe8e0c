import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPeriods, type PeriodName } from './overview-period.ts';

/** First and last day of a period, and of the period before it. */
const EXPECTED: Readonly<Record<string, readonly [PeriodName, string, ...string[]]>> = {
  'a day': ['today', '2026-03-01', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  'the day before': [
    ...(['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'] as const),
    ...['2026-02-27', '2026-02-27'],
  ],
  'some days up to today': [
    ...(['7_days', '2026-11-22', '2026-11-16', '2026-11-22'] as const),
    ...['2026-11-09', '2026-11-15'],
  ],
  'a month that goes on, with the first days of the month before': [
    ...(['this_month', '2026-11-22', '2026-11-01', '2026-11-22'] as const),
    ...['2026-10-01', '2026-10-22'],
  ],
  'a month that goes on, after a shorter month': [
    ...(['this_month', '2026-03-31', '2026-03-01', '2026-03-31'] as const),
    ...['2026-02-01', '2026-02-28'],
  ],
  'the last month': [
    ...(['last_month', '2027-01-15', '2026-12-01', '2026-12-31'] as const),
    ...['2026-11-01', '2026-11-30'],
  ],
};

for (const [what, [name, today, ...days]] of Object.entries(EXPECTED)) {
  test(`the period is ${what}`, () => {
    const { period, before } = namedPeriods(name, today);
    assert.deepEqual([...Object.values(period), ...Object.values(before)], days);
  });
}
