import { Worker } from 'node:worker_threads';
import { createTurns } from '../work/turns.ts';
import type { PngResult, PngTask } from './png-thread.ts';

const THREAD = new URL('./png-thread.ts', import.meta.url);
/** A PNG of 2048 × 2048 pixels takes a third of a second and about 90 MB, longer under load. */
const MS_MAX = 30_000;
const HEAP_MB_MAX = 256;
/** Images of one owner that may wait; owners that may wait; and threads at once. */
const WAITING_OF_OWNER = 20;
const WAITING_OWNERS = 1_000;
const THREADS = 2;
const inTurnOfOwner = createTurns(WAITING_OF_OWNER);
const inTurn = createTurns(WAITING_OWNERS, THREADS);

/**
 * Converts a PNG for a PDF in its own thread, so that other work goes on. The images of an owner
 * are converted one after another, and the owners take turns: an image waits for at most one image
 * of each other owner. Undefined for a damaged file, and for one that needs too much time or
 * memory. Refuses `rate_limited` when 20 of the owner wait already.
 */
export function convertPng(owner: string, task: PngTask): Promise<PngResult | undefined> {
  return inTurnOfOwner(owner, () => inTurn('png', () => runThread(task)));
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
