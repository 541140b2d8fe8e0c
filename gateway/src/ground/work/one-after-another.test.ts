import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLine } from './one-after-another.ts';

const LONG_MS = 60_000;

test('works in a line run one after another and return their results', async () => {
  const line = createLine(LONG_MS);
  let running = 0;
  const work = async (result: number): Promise<number> => {
    running += 1;
    assert.equal(running, 1);
    await new Promise(setImmediate);
    running -= 1;
    return result;
  };
  const results = await Promise.all([1, 2, 3].map((result) => line(() => work(result))));
  assert.deepEqual(results, [1, 2, 3]);
});

test('a work that fails fails alone', async () => {
  const line = createLine(LONG_MS);
  const failing = line(() => Promise.reject(new Error('fails')));
  const next = line(async () => 'done');
  await assert.rejects(failing, /fails/);
  assert.equal(await next, 'done');
});

test('a slow work delays the next one only for a while', async (context) => {
  // The line's own timer doesn't keep a process alive.
  const alive = setInterval(() => {}, LONG_MS);
  context.after(() => clearInterval(alive));
  const line = createLine(10);
  const slow = Promise.withResolvers<void>();
  const first = line(() => slow.promise);
  await line(async () => {});
  slow.resolve();
  await first;
});
