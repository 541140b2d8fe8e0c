import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors/problems.ts';
import { type BatchResult, createBatcher } from './batcher.ts';

type Run = (items: readonly number[], isRetry?: boolean) => Promise<readonly BatchResult<string>[]>;

function batcherOf(run: Run, waitingMax = 1_000) {
  const batches: (readonly number[])[] = [];
  const batcher = createBatcher<number, string>({
    name: 'test',
    itemsMax: 10,
    batchesInFlightMax: 1,
    waitingMax,
    isOutage: (error) => error instanceof Error && error.message === 'outage',
    isContention: (error) => error instanceof Error && error.message === 'locked',
    queueOf: (item) => (item < 0 ? 'below zero' : `${item}`),
    run: (items, isRetry) => {
      batches.push(items);
      return run(items, isRetry);
    },
  });
  return { batcher, batches };
}

const echo: Run = async (items) => items.map((item) => ({ value: `${item}` }));

test('items that arrive together run in one batch, in their order, and each caller gets its result', async () => {
  const { batcher, batches } = batcherOf(echo);
  const items = Array.from({ length: 25 }, (_, index) => index);
  const values = await Promise.all(items.map((item) => batcher.add(item)));
  assert.deepEqual(values, items.map(String));
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [10, 10, 5],
  );
  assert.deepEqual(batches.flat(), items);
});

test('items that arrive during a batch wait for the next one', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { batcher, batches } = batcherOf(async (items) => {
    await gate;
    return echo(items);
  });
  const first = batcher.add(1);
  await new Promise(setImmediate);
  const later = [2, 3, 4].map((item) => batcher.add(item));
  await new Promise(setImmediate);
  assert.deepEqual(batches, [[1]]);
  open();
  await Promise.all([first, ...later]);
  assert.deepEqual(batches, [[1], [2, 3, 4]]);
});

test('an item that fails does not fail the others of its batch', async () => {
  const { batcher } = batcherOf(async (items) => {
    if (items.includes(3)) throw new Error('poison');
    return echo(items);
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.add(item)));
  const statuses = results.map((result) => result.status);
  assert.deepEqual(statuses, ['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('an item that is refused does not affect the others of its batch', async () => {
  const { batcher } = batcherOf(async (items) =>
    items.map((item) => (item === 2 ? { error: new Refusal('self_split') } : { value: 'ok' })),
  );
  const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('when the database is down the items of a batch are not tried one by one', async () => {
  const { batcher, batches } = batcherOf(async () => {
    throw new Error('outage');
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
  assert.ok(results.every((result) => result.status === 'rejected'));
  assert.equal(batches.length, 1);
});

test('an item is refused when as many items wait as are allowed', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { batcher } = batcherOf(async (items) => {
    await gate;
    return echo(items);
  }, 3);
  const accepted = [1, 2, 3].map((item) => batcher.add(item));
  await assert.rejects(batcher.add(4), (refusal: Refusal) => refusal.code === 'overloaded');
  open();
  assert.deepEqual(await Promise.all(accepted), ['1', '2', '3']);
});

test('an item that must wait for another runs in the next batch, and no other item runs twice', async () => {
  const { batcher, batches } = batcherOf(async (items) =>
    items.map((item, index) => (item < 0 && index > 0 ? { later: true } : { value: `${item}` })),
  );
  const values = await Promise.all([1, -2, -3].map((item) => batcher.add(item)));
  assert.deepEqual(values, ['1', '-2', '-3']);
  assert.deepEqual(batches, [[1, -2, -3], [-2, -3], [-3]]);
});

test('an item without a result fails, and no item of its batch is run again', async () => {
  const { batcher, batches } = batcherOf(async (items) => (await echo(items)).slice(1));
  const results = await Promise.allSettled([1, 2].map((item) => batcher.add(item)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal(batches.length, 1);
});

test('while one retry queue waits for a lock, others go on and its own items wait with it', async () => {
  let isLocked = true;
  const { batcher } = batcherOf(async (items, isRetry) => {
    if (isRetry) await new Promise(setImmediate);
    if (isLocked && items.some((item) => item < 0)) throw new Error('locked');
    return echo(items);
  });
  const first = batcher.add(-1);
  assert.deepEqual(await Promise.all([1, 2].map((item) => batcher.add(item))), ['1', '2']);
  const second = batcher.add(-2);
  assert.equal(await batcher.add(3), '3');
  isLocked = false;
  assert.deepEqual(await Promise.all([first, second]), ['-1', '-2']);
});
