import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { isBusinessDay } from '#src/ground/business-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import { cycleDay, cycleIndexOf, dueDayOf, intervals } from './cycle-days.ts';
import {
  cancelableBefore,
  createdBefore,
  createdFrom,
  lastAttemptDay,
  retryDays,
  settledAt,
} from './cycle-windows.ts';

const days = fc.integer({ min: 0, max: 20_000 }).map((number) => addDays('2025-01-01', number));
const rhythms = fc.record({ firstDueOn: days, interval: fc.constantFrom(...intervals) });
const indexes = fc.integer({ min: 0, max: 600 });

test('months end on their last day, and the next month has the day of the first cycle again', () => {
  const monthly = { firstDueOn: '2027-01-31', interval: 'monthly' } as const;
  const all = Array.from({ length: 5 }, (_, index) => cycleDay(monthly, index));
  assert.deepEqual(all, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  const annual = { firstDueOn: '2028-02-29', interval: 'annual' } as const;
  assert.deepEqual(
    [1, 2, 3, 4].map((index) => cycleDay(annual, index)),
    ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  );
  assert.equal(cycleDay({ firstDueOn: '2027-11-30', interval: 'quarterly' }, 1), '2028-02-29');
  assert.equal(cycleDay({ firstDueOn: '2027-08-31', interval: 'semiannual' }, 1), '2028-02-29');
});

test('cycles follow one another, and each day from the first on is in exactly one of them', () => {
  fc.assert(
    fc.property(rhythms, indexes, fc.nat({ max: 400 }), (rhythm, index, after) => {
      const day = cycleDay(rhythm, index);
      assert.ok(day < cycleDay(rhythm, index + 1));
      assert.equal(cycleIndexOf(rhythm, day), index);
      const later = addDays(day, after);
      const found = cycleIndexOf(rhythm, later);
      assert.ok(cycleDay(rhythm, found) <= later && later < cycleDay(rhythm, found + 1));
      assert.equal(cycleIndexOf(rhythm, addDays(rhythm.firstDueOn, -1)), -1);
    }),
  );
});

test('a due date is a business day, at most the next one, and differs from that of the next cycle', () => {
  fc.assert(
    fc.property(rhythms, indexes, (rhythm, index) => {
      const day = cycleDay(rhythm, index);
      const due = dueDayOf(day);
      assert.ok(isBusinessDay(due));
      for (let between = day; between < due; between = addDays(between, 1)) {
        assert.ok(!isBusinessDay(between));
      }
      assert.ok(due < dueDayOf(cycleDay(rhythm, index + 1)));
    }),
  );
});

test('a cycle is created within ten to two days before its due date, and paid from 0 to 8 h', () => {
  fc.assert(
    fc.property(days, fc.nat(), (due, at) => {
      const id = createId(at);
      const start = startOfKnownDay(due);
      const from = createdFrom(due, id);
      assert.ok(from >= startOfKnownDay(addDays(due, -10)));
      assert.ok(from >= startOfKnownDay(addDays(due, -4)));
      assert.ok(from < startOfKnownDay(addDays(due, -3)));
      assert.equal(createdBefore(due), startOfKnownDay(addDays(due, -1)));
      const morning = settledAt(due, id, 'morning');
      assert.ok(morning >= start && morning <= start + 8 * HOUR_MS);
      const evening = settledAt(due, id, 'evening');
      assert.ok(evening >= start + 18 * HOUR_MS && evening <= start + 21 * HOUR_MS);
    }),
  );
});

test('the work of a day is spread over its minutes', () => {
  const minutes = new Map<number, number>();
  for (let count = 0; count < 8_000; count += 1) {
    const at = createdFrom('2027-03-15', createId(count));
    const minute = Math.floor(at / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  assert.equal(minutes.size, 8);
  for (const count of minutes.values()) assert.ok(count > 800 && count < 1_200, String(count));
});

test('the merchant cancels until 22:00 of the eve, and the payer until the end of the eve', () => {
  const start = startOfKnownDay('2027-03-15');
  assert.equal(cancelableBefore('2027-03-15', 'payer'), start);
  assert.equal(cancelableBefore('2027-03-15', 'merchant'), start - 2 * HOUR_MS);
  assert.equal(new Date(start).toISOString(), '2027-03-15T03:00:00.000Z');
});

test('a retry is after today, within seven days of the due date and before the next cycle', () => {
  fc.assert(
    fc.property(rhythms, indexes, fc.integer({ min: -5, max: 12 }), (rhythm, index, offset) => {
      const dueOn = dueDayOf(cycleDay(rhythm, index));
      const nextDueOn = dueDayOf(cycleDay(rhythm, index + 1));
      const today = addDays(dueOn, offset);
      const now = startOfKnownDay(today) + DAY_MS / 2;
      const found = retryDays({ dueOn, nextDueOn }, now);
      const allowed = Array.from({ length: 20 }, (_, plus) => addDays(dueOn, plus - 5)).filter(
        (day) => day > today && day > dueOn && day <= addDays(dueOn, 7) && day < nextDueOn,
      );
      assert.deepEqual(
        found,
        allowed.length === 0 ? undefined : { from: allowed[0], until: allowed.at(-1) },
      );
      const last = lastAttemptDay({ dueOn, nextDueOn }, true);
      assert.ok(last >= dueOn && (found === undefined || last >= found.until));
      assert.equal(lastAttemptDay({ dueOn, nextDueOn }, false), dueOn);
    }),
  );
});
