import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHolidays } from '@brazilian-utils/brazilian-utils';
import { addDays } from './brazilian-days.ts';
import {
  addBusinessDays,
  businessDayFrom,
  businessDaysBetween,
  isBusinessDay,
} from './business-days.ts';

// From the list of bank holidays that Anbima and Febraban publish.
const HOLIDAYS_2026 = [
  '2026-01-01',
  '2026-02-16',
  '2026-02-17',
  '2026-04-03',
  '2026-04-21',
  '2026-05-01',
  '2026-06-04',
  '2026-09-07',
  '2026-10-12',
  '2026-11-02',
  '2026-11-20',
  '2026-12-25',
];
const MOVABLE = [
  '2024-02-12',
  '2024-02-13',
  '2024-03-29',
  '2024-05-30',
  '2025-03-03',
  '2025-03-04',
  '2025-04-18',
  '2025-06-19',
  '2027-02-08',
  '2027-02-09',
  '2027-03-26',
  '2027-05-27',
  '2030-03-04',
  '2030-03-05',
  '2030-04-19',
  '2030-06-20',
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

test('the holidays from 2021 to 2060 are those of another calendar', () => {
  for (let year = 2021; year <= 2060; year += 1) {
    // Its dates begin at midnight in the time zone of the machine.
    const holidays = getHolidays(year).map(({ name, date }) => ({
      name,
      day: date.toLocaleDateString('en-CA'),
    }));
    // It has Carnival Tuesday only; banks don't work on the Monday either.
    const tuesday = holidays.find(({ name }) => name.startsWith('Carnaval'))?.day;
    assert.ok(tuesday);
    const listed = [...holidays.map((holiday) => holiday.day), addDays(tuesday, -1)];
    for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
      const isWeekend = new Date(day).getUTCDay() % 6 === 0;
      assert.equal(isBusinessDay(day), !isWeekend && !listed.includes(day), day);
    }
  }
});

test('a day that is no business day moves to the next one, over local holidays too', () => {
  assert.equal(businessDayFrom('2026-11-19'), '2026-11-19');
  assert.equal(businessDayFrom('2026-11-20'), '2026-11-23');
  assert.equal(businessDayFrom('2026-11-20', new Set(['2026-11-23', '2026-11-24'])), '2026-11-25');
});

test('the business days between two days are those of a walk from day to day', () => {
  const local = new Set(['2026-11-18', '2026-11-21', '2027-01-25']);
  const from = '2026-11-12';
  for (let start = 0; start < 10; start += 1) {
    const after = addDays(from, start);
    let count = 0;
    let countLocal = 0;
    for (let day = after, left = 800; left > 0; left -= 1) {
      assert.equal(businessDaysBetween(after, day), count, `${after} to ${day}`);
      assert.equal(businessDaysBetween(after, day, local), countLocal, `${after} to ${day}`);
      day = addDays(day, 1);
      if (isBusinessDay(day)) count += 1;
      if (isBusinessDay(day, local)) countLocal += 1;
    }
  }
  assert.equal(businessDaysBetween('2026-11-30', '2026-11-16'), 0);
  // From a Saturday in 1969 to the Monday.
  assert.equal(businessDaysBetween('1969-12-27', '1969-12-29'), 1);
});
