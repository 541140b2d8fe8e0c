import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBusinessDays, isBusinessDay } from './business-days.ts';

// From the list of bank holidays that Anbima and Febraban publish.
const HOLIDAYS_2026 = [
  ...['2026-01-01', '2026-02-16', '2026-02-17', '2026-04-03', '2026-04-21', '2026-05-01'],
  ...['2026-06-04', '2026-09-07', '2026-10-12', '2026-11-02', '2026-11-20', '2026-12-25'],
];
const MOVABLE = [
  ...['2024-02-12', '2024-02-13', '2024-03-29', '2024-05-30'],
  ...['2025-03-03', '2025-03-04', '2025-04-18', '2025-06-19'],
  ...['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27'],
  ...['2030-03-04', '2030-03-05', '2030-04-19', '2030-06-20'],
];

test('the weekdays of 2026 that are not business days are the bank holidays', () => {
  const holidays: string[] = [];
  for (let day = 0; day < 365; day += 1) {
    const text = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    const weekday = new Date(`${text}T00:00:00Z`).getUTCDay();
    if (weekday % 6 !== 0 && !isBusinessDay(text)) holidays.push(text);
  }
  assert.deepEqual(holidays, HOLIDAYS_2026);
});

test('Carnival, Good Friday and Corpus Christi move with Easter', () => {
  for (const day of MOVABLE) assert.equal(isBusinessDay(day), false, day);
});

test('20 November is a holiday since 2024', () => {
  assert.equal(isBusinessDay('2023-11-20'), true);
  assert.equal(isBusinessDay('2024-11-20'), false);
});

test('business days are counted from the day after, over weekends and holidays', () => {
  assert.equal(addBusinessDays('2026-11-19', 0), '2026-11-19');
  // Thursday; Friday is a holiday.
  assert.equal(addBusinessDays('2026-11-19', 1), '2026-11-23');
  assert.equal(addBusinessDays('2026-11-21', 1), '2026-11-23');
  assert.equal(addBusinessDays('2026-11-21', 6), '2026-11-30');
  assert.equal(addBusinessDays('2026-12-31', 1), '2027-01-04');
});
