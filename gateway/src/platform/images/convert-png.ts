import { Worker } from 'node:worker_threads';
import { createTurns } from '../work/turns.ts';
import type { PngResult, PngTask } from './png-thread.ts';

const THREAD = new URL('./png-thread.ts', import.meta.url);
/** A PNG of 2048 × 2048 pixels takes a third of a second and about 90 MB. */
const MS_MAX = 10_000;
const HEAP_MB_MAX = 256;
const WAITING_MAX = 50;
const inTurn = createTurns(WAITING_MAX);

/**
 * Makes a PNG ready for paper in a thread of its own, so that other work goes on; one at a time.
 * Undefined for a damaged file, and for one that needs too much time or memory. Refuses
 * `rate_limited` when 50 wait already.
 */
export function convertPng(task: PngTask): Promise<PngResult | undefined> {
  return inTurn('png', () => runThread(task));
}

function runThread(task: PngTask): Promise<PngResult | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(THREAD, {
      workerData: task,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    const timer = setTimeout(() => thread.terminate(), MS_MAX);
    thread.once('message', resolve);
    // A damaged file throws in the thread.
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
