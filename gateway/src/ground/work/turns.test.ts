import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('work of one name runs in turn, with a limit of waiting work; other names run at once', async () => {
  const inTurn = createTurns(1);
  const first = Promise.withResolvers<string>();
  const order: string[] = [];
  const running = inTurn('a', async () => order.push(await first.promise));
  const waiting = inTurn('a', async () => order.push('second'));
  await assert.rejects(
    inTurn('a', async () => order.push('third')),
    { code: 'rate_limited' },
  );
  await inTurn('b', async () => order.push('other'));
  first.resolve('first');
  await Promise.all([running, waiting]);
  assert.deepEqual(order, ['other', 'first', 'second']);
  await assert.rejects(
    inTurn('a', () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(await inTurn('a', async () => 'free'), 'free');
});

test('with two at once, the third work of a name begins when one of the two ends', async () => {
  const inTurn = createTurns(5, 2);
  const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const all = ends.map(({ promise }, at) =>
    inTurn('a', () => {
      begun.push(at);
      return promise;
    }),
  );
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve();
  await all[1];
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
});
