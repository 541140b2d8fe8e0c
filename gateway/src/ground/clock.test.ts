import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from './clock.ts';
import { DAY_MS } from './durations.ts';

test('isoTime gives the text of toISOString for instants of different days in any order', () => {
  const instants = [0, -1, 1.9, DAY_MS - 1, DAY_MS, 253_402_300_800_000, -62_198_755_200_000];
  const days = Array.from({ length: 100 }, (_, n) => 1_764_000_000_000 + (n % 7) * 0.9 * DAY_MS);
  for (const atMs of [...instants, ...days]) {
    assert.equal(isoTime(atMs), new Date(atMs).toISOString());
  }
  assert.throws(() => isoTime(Number.NaN), RangeError);
});
