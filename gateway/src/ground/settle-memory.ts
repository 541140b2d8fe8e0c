import { createHook } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND_MS } from './durations.ts';

// The heap may double between two full collections: short-lived objects of a busy gateway would
// otherwise pile up to half a gigabyte before the collector looks at them. There is a process for
// each core, so four threads that share a collection of 2 MB cost more than one.
const HEAP_FLAGS = '--heap-growing-percent=100 --no-parallel-scavenge';

const LOOK_MS = 10 * SECOND_MS;
/** The shares of a core from which a process counts as busy, and up to which it rests. */
const BUSY_SHARE = 0.2;
const REST_SHARE = 0.05;

/**
 * Called once, when a process has started. A start leaves 40 MB of garbage, which V8 would keep
 * until the process is busy, and a busy time leaves more: this frees it, in about 0.1 s, now and
 * when the process rests after a busy time. It also writes compiled code to the compile cache, so
 * that a process that is killed later has saved it.
 */
export function settleMemory(): void {
  keepTickObject();
  setFlagsFromString(HEAP_FLAGS);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  const free = (): void => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  free();
  flushCompileCache();
  freeAtRest(free);
}

/** Calls `free` when the process rests after a busy time; a start is one. */
function freeAtRest(free: () => void): void {
  let wasBusy = true;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const share = (user + system) / 1_000 / LOOK_MS;
    if (share >= BUSY_SHARE) wasBusy = true;
    else if (wasBusy && share <= REST_SHARE) {
      free();
      wasBusy = false;
    }
  }, LOOK_MS);
  timer.unref();
}

let _tickObject: object | undefined;

/**
 * Keeps one object of `process.nextTick` alive. When a full collection finds none, V8 frees their
 * hidden class, and Node's code for each later one is never again optimised: 5 % of a request.
 */
function keepTickObject(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') _tickObject ??= resource;
    },
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
