import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';

const THREAD = new URL('./own-loop-thread.js', import.meta.url);
/** The checks in the time for which the event loop may be silent. */
const SILENCE_CHECKS = 10;
const NOT_KILLED =
  "as process 1 a hanging gateway can't kill itself: start it by an init, such as tini";
/** The thread has a few numbers. */
const HEAP_MB_MAX = 8;

/**
 * Kills this process when its event loop hangs, by a thread that goes on then: no other process
 * watches the first one, or the only one. A supervisor starts the gateway again. As process 1 of a
 * container it can't be killed from inside, which is logged.
 * @param silenceMsMax how long the event loop may be silent
 */
export function watchOwnLoop(logger: Logger, silenceMsMax: number): void {
  if (process.pid === 1) logger.warn(NOT_KILLED);
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const checkMs = silenceMsMax / SILENCE_CHECKS;
  setInterval(() => Atomics.add(turns, 0, 1), checkMs).unref();
  const thread = new Worker(THREAD, {
    workerData: {
      turns,
      checkMs,
      checksMax: SILENCE_CHECKS,
      seconds: silenceMsMax / SECOND_MS,
      isLogged: logger.isLevelEnabled('error'),
    },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: 1 },
  });
  thread.unref();
  thread.once('error', (err) => logger.error({ err }, 'nothing watches the event loop any more'));
}
