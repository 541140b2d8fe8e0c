import { createHook } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The heap may double between two full collections: short-lived objects of a busy gateway would
// otherwise pile up to half a gigabyte before the collector looks at them. There is a process for
// each core, so four threads that share a collection of 2 MB cost more than one.
const HEAP_FLAGS = '--heap-growing-percent=100 --no-parallel-scavenge';

/**
 * Called once, when a process has started. A start leaves 40 MB of garbage, which V8 would keep
 * until the process is busy: this frees it, in about 0.1 s. It also writes compiled code to the
 * compile cache, so that a process that is killed later has saved it.
 */
export function settleMemory(): void {
  keepTickObject();
  setFlagsFromString(HEAP_FLAGS);
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })");
  flushCompileCache();
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
