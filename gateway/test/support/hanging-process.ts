import { openLog } from '#src/ground/log.ts';
import { watchOwnLoop } from '#src/ground/processes/watch-own-loop.ts';

/** A process that watches itself, and whose event loop hangs from its second turn on. */
watchOwnLoop(openLog('info').logger, 500);
setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
