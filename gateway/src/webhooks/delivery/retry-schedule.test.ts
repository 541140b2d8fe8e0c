import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseBeforeRetry, pauseWhenNotMade } from './retry-schedule.ts';

const failed = { isSandbox: false, responseStatus: 500, retryAfter: undefined };
const MIDDLE = 0.5;
const NOW = Date.UTC(2026, 10, 20, 12);

test('a delivery has fifteen attempts over about three days, with growing pauses', () => {
  const pauses: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const pauseMs = pauseBeforeRetry({ ...failed, attempt }, MIDDLE, NOW);
    if (pauseMs === undefined) break;
    pauses.push(pauseMs / 1_000);
  }
  const hour = 3_600;
  assert.deepEqual(pauses, [
    10,
    60,
    300,
    900,
    1_800,
    ...[1, 2, 4, 6, 8, 12, 12, 12, 12].map((hours) => hours * hour),
  ]);
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / (24 * hour);
  assert.ok(days > 2.8 && days < 3.2);
});

test('a pause varies by at most ten percent', () => {
  const pause = (random: number) => pauseBeforeRetry({ ...failed, attempt: 1 }, random, NOW);
  assert.deepEqual([pause(0), pause(1)], [9_000, 11_000]);
});

test('the sandbox stops after five attempts, and a 410 stops every delivery', () => {
  const sandbox = { ...failed, isSandbox: true };
  assert.ok(pauseBeforeRetry({ ...sandbox, attempt: 4 }, MIDDLE, NOW));
  assert.equal(pauseBeforeRetry({ ...sandbox, attempt: 5 }, MIDDLE, NOW), undefined);
  const gone = { ...failed, responseStatus: 410, attempt: 1 };
  assert.equal(pauseBeforeRetry(gone, MIDDLE, NOW), undefined);
});

test('Retry-After in seconds or as a date lengthens a pause, up to an hour', () => {
  const pause = (retryAfter: string) =>
    pauseBeforeRetry({ ...failed, attempt: 1, retryAfter }, MIDDLE, NOW);
  assert.equal(pause('120'), 120_000);
  assert.equal(pause('999999'), 3_600_000);
  assert.equal(pause('1'), 10_000);
  assert.equal(pause(new Date(NOW + 90_000).toUTCString()), 90_000);
  assert.equal(pause('soon'), 10_000);
});

test('a delivery that was not made waits longer the later it is, up to a minute', () => {
  const seconds = [0, 1, 8, 40, 3_600];
  const pauses = seconds.map((late) => pauseWhenNotMade(late * 1_000, 1) / 1_000);
  assert.deepEqual(pauses, [1, 1, 8, 40, 60]);
  assert.equal(pauseWhenNotMade(8_000, 0), 4_000);
});
