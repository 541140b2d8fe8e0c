import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

// JavaScript, so that the thread doesn't load Node's TypeScript compiler.
const ERROR_LEVEL = 50;
const { turns, checkMs, checksMax, seconds, isLogged } = workerData;
let lastTurn = 0;
let unanswered = 0;

// Checks are counted, not time: on a machine that slept, or stopped the process, none ran.
const timer = setInterval(() => {
  const turn = Atomics.load(turns, 0);
  unanswered = turn === lastTurn ? unanswered + 1 : 0;
  lastTurn = turn;
  if (unanswered >= checksMax) end();
}, checkMs);

function end() {
  clearInterval(timer);
  const { pid } = process;
  const isFirst = pid === 1;
  const msg = `the process hangs and ${isFirst ? "can't be killed as process 1" : 'is killed'}`;
  const line = JSON.stringify({ level: ERROR_LEVEL, time: Date.now(), pid, seconds, msg });
  try {
    if (isLogged) writeSync(1, `${line}\n`);
  } finally {
    process.kill(pid, 'SIGKILL');
  }
}
