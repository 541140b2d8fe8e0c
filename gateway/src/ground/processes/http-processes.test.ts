import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freePort } from '../../../test/support/gateway-process.ts';
import { openLog } from '../log.ts';
import { openHttpProcesses } from './http-processes.ts';

const PROGRAM = join(import.meta.dirname, '../../../test/support/slow-http-process.ts');
const ORDER = { connectionString: '', sandboxMerchantId: '', processCount: 2 };
const CLIENTS = 50;
/** On a busy machine a process that doesn’t hang is silent for less. */
const SILENCE_MS = 5_000;

/** Starts HTTP processes, by default one; `lines` are those of the log. */
async function startProcesses(context: TestContext, silenceMsMax: number, count = 1) {
  cluster.setupPrimary({ exec: PROGRAM, execArgv: [], silent: true });
  const lines: string[] = [];
  const { logger } = openLog('info', { write: (line: string) => void lines.push(line) });
  const port = await freePort();
  const environment = { PORT: String(port), SERVES_AFTER_MS: '0' };
  const options = { count, environment, logger, now: Date.now, silenceMsMax };
  const processes = openHttpProcesses(options);
  context.after(() => processes.stop());
  await processes.start(ORDER, async () => []);
  return { port, lines, processes };
}

/** The process that answers a new connection, or the code of the error. */
function ask(port: number, path = '/'): Promise<string> {
  return new Promise((resolve) => {
    const asked = request({ port, path, host: '127.0.0.1', agent: false }, (answer) => {
      answer.on('data', (data) => resolve(String(data)));
      answer.on('error', () => resolve('broken'));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    asked.end();
  });
}

test('after kill -9 of the only HTTP process new connections wait for the next, none is refused', async (context) => {
  const { port } = await startProcesses(context, 30_000);
  const victim = await ask(port);
  const answers: string[] = [];
  let isReplaced = false;
  const visit = async (): Promise<void> => {
    while (!isReplaced) {
      const answer = await ask(port);
      answers.push(answer);
      isReplaced ||= /^\d+$/.test(answer) && answer !== victim;
      await nextTurn();
    }
  };
  const clients = Array.from({ length: CLIENTS }, visit);
  process.kill(Number(victim), 'SIGKILL');
  await Promise.all(clients);
  assert.ok(isReplaced);
  assert.equal(answers.filter((answer) => answer === 'ECONNREFUSED').length, 0);
  const broken = answers.filter((answer) => !/^\d+$/.test(answer)).length;
  assert.ok(broken <= CLIENTS, `${broken} connections broke off`);
});

test('a port is closed when the processes are stopped after a crash', async (context) => {
  const { port, processes } = await startProcesses(context, 30_000);
  process.kill(Number(await ask(port)), 'SIGKILL');
  await ask(port);
  await processes.stop();
  assert.equal(await ask(port), 'ECONNREFUSED');
});

test('a process whose event loop hangs is killed and replaced, and the log says why', async (context) => {
  const { port, lines, processes } = await startProcesses(context, SILENCE_MS);
  const hanging = await ask(port, '/hang');
  const next = await ask(port);
  assert.match(next, /^\d+$/);
  assert.notEqual(next, hanging);
  assert.deepEqual([...processes.crashes()], [['SIGKILL', 1]]);
  assert.match(lines.join(''), /"seconds":5,"msg":"an HTTP process hangs and is killed"/);
});

test('after a crash new connections go to the process that still serves, not to its successor', async (context) => {
  const { port } = await startProcesses(context, 30_000, 2);
  const victim = await ask(port);
  let survivor = victim;
  while (survivor === victim) survivor = await ask(port);
  process.kill(Number(victim), 'SIGKILL');
  // One after another: no later connection helps an earlier one.
  const answers: string[] = [];
  for (let count = 0; count < 4; count += 1) answers.push(await ask(port));
  const answered = answers.filter((answer) => /^\d+$/.test(answer));
  assert.ok(answered.length >= 3, answers.join());
  assert.equal(answered[0], survivor);
});
