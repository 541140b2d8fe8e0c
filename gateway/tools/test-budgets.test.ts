import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { processorMs } from './processor-time.ts';
import { budgetsOf, faultsOfBudget, isSteady, sumByClass } from './test-budgets.ts';
import { runWorkers, workerBounds } from './test-workers.ts';

const GIB = 2 ** 30;
const FILE = { className: 'crash', hasFewRuns: false };
const LISTED = [
  { ...FILE, path: 'a', list: 'test' },
  { ...FILE, path: 'b', list: 'rest' },
] as const;
const measures = [
  { path: 'a', wallMs: 0, processorMs: 10_000 },
  { path: 'b', wallMs: 0, processorMs: 30_000 },
];
const sums = sumByClass(LISTED, measures, 60_000);

test('what no file used is divided as the time of the files', () => {
  assert.deepEqual(Object.fromEntries(sums), {
    crash: { test: 10, rest: 30 },
    'servers, runner': { test: 5, rest: 15 },
  });
});

test('a class is over its budget above 15 %, on a slower machine above as much more', () => {
  const budgets = {
    crash: { test: 8, rest: 20 },
    'servers, runner': { test: 5, rest: 15 },
  };
  const faults = (calibration: number) =>
    faultsOfBudget(sums, budgets, ['test', 'rest'], [calibration, calibration]);
  assert.deepEqual(faults(100), ['crash used 40 s and may use 32 s']);
  assert.deepEqual(faults(130), []);
  assert.deepEqual(faultsOfBudget(sums, {}, ['rest'], [100, 100]), []);
  const recorded = budgetsOf(sums, [130, 130]);
  assert.deepEqual(faultsOfBudget(sums, recorded, ['test', 'rest'], [130, 130]), []);
});

test('a machine whose speed changes during a run is not compared', () => {
  assert.deepEqual(
    [isSteady([100, 110]), isSteady([100, 120]), isSteady([120, 100])],
    [true, false, false],
  );
});

test('the number of workers follows cores, memory and units, or TEST_WORKERS', () => {
  assert.deepEqual(workerBounds(500, undefined, 2, 16 * GIB), { min: 4, max: 7 });
  assert.deepEqual(workerBounds(500, undefined, 2, 3.5 * GIB), { min: 3, max: 3 });
  assert.deepEqual(workerBounds(2, undefined, 2, 16 * GIB), { min: 2, max: 2 });
  assert.deepEqual(workerBounds(500, '5', 2, GIB), { min: 5, max: 5 });
});

/** Runs a pool whose workers end one after another, each after `share` of the units. */
async function runPool(units: number, share: number): Promise<{ started: number; most: number }> {
  let [waiting, started] = [units, 0];
  const most = await runWorkers({
    bounds: { min: 2, max: 4 },
    start: async () => {
      started += 1;
      await new Promise(setImmediate);
      waiting = Math.max(0, waiting - share);
    },
    waiting: () => waiting,
    look: () => 1,
  });
  return { started, most };
}

test('a worker that ends is replaced while units wait, and on busy cores none is added', async () => {
  assert.deepEqual(await runPool(10, 2), { started: 6, most: 2 });
});

test('a worker that takes nothing is not replaced, so a run that cannot start ends', async () => {
  assert.deepEqual(await runPool(10, 0), { started: 2, most: 2 });
});

test('the time of a program that has ended is counted', {
  skip: process.platform !== 'linux',
}, async () => {
  const before = processorMs();
  const work = 'while (process.cpuUsage().user < 200_000) for (let n = 0; n < 1e6; n += 1);';
  await once(spawn(process.execPath, ['-e', work]), 'close');
  assert.ok(processorMs() - before >= 150);
});
