import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openLog } from '../log.ts';
import { type CallAnswers, forkHttpProcess } from './http-process.ts';

const PROGRAM = join(import.meta.dirname, '../../../test/support/slow-http-process.ts');
const ORDER = { connectionString: '', sandboxMerchantId: '', processCount: 2 };
const LIMIT_MS = 400;
const FOREVER = { silenceMsMax: 30_000, isOnlyServing: () => true };

/** Starts the slow process; `lines` are those of its log. */
function fork(
  context: TestContext,
  environment: Readonly<Record<string, string>>,
  limits: { readonly startMsMax?: number; readonly startNoticeMs?: number },
) {
  cluster.setupPrimary({ exec: PROGRAM, execArgv: [], silent: true });
  const lines: string[] = [];
  const { logger } = openLog('info', { write: (line: string) => void lines.push(line) });
  const answers = {} as CallAnswers;
  const forked = forkHttpProcess({ environment, answers, logger, ...FOREVER, ...limits });
  context.after(() => forked.end(false));
  return { forked, lines };
}

test('a process that waits for its order is not ended, however long the primary migrates', async (context) => {
  const { forked } = fork(context, { SERVES_AFTER_MS: '0' }, { startMsMax: LIMIT_MS });
  await pause(3 * LIMIT_MS);
  assert.equal(forked.state(), 'starting');
});

test('a process that starts slowly serves, and the log says that it is still starting', async (context) => {
  const { forked, lines } = fork(context, { SERVES_AFTER_MS: '300' }, { startNoticeMs: 50 });
  forked.start(ORDER);
  await forked.serving;
  assert.equal(forked.state(), 'serving');
  assert.match(lines.join(''), /"seconds":0\.05,"msg":"an HTTP process is still starting/);
});

test('a process that never serves is ended, and the reason says so', async (context) => {
  const { forked } = fork(context, {}, { startMsMax: LIMIT_MS });
  forked.start(ORDER);
  await assert.rejects(forked.serving, {
    name: 'ProcessFailure',
    message: /^um processo HTTP não começou a atender em 0\.4 s/,
  });
  assert.equal(await forked.ended, 'SIGKILL');
});
