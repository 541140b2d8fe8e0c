import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { childrenOf, freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { makeServerFolder } from '../support/server-folder.ts';

const HTTP_PROCESSES = 2;
const LIMIT = 100;
const READERS = 8;
/** So that starts get the processor, and probes of one address stay within their budget. */
const READ_PAUSE_MS = 200;
/** Four processes start one after another, which takes long on a busy machine. */
const SLOW_MS = 200_000;
/** The first budget lasts a minute from its first request on, or longer. */
let budgetUntil = 0;

const folder = await makeServerFolder();
await chmod(folder, 0o711);
const database = await createMigratedDatabase();
const settings = join(folder, '.env');
await writeFile(settings, `DEFAULT_RATE_LIMIT_PER_MINUTE=${LIMIT}\n`);
const env = {
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: folder,
  PORT: String(await freePort()),
  PROCESSES: String(1 + HTTP_PROCESSES),
  LOG_LEVEL: 'error',
};
const logPath = join(folder, 'log');
const logFile = await open(logPath, 'a');
const gateway = await startGatewayProcess(env, logFile.fd);
const { url } = gateway;
after(async () => {
  await gateway.killHard();
  await logFile.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Charge {
  readonly internal_id: string;
}

/** Opens a connection of its own, so that the processes answer in turn. */
function get(path: string, headers: object = {}) {
  return callGateway(`${url}${path}`, 'GET', { headers: { ...headers, connection: 'close' } });
}

/** The value of a metric, or of the sum of its lines that have these labels. */
async function metric(name: string, labels = ''): Promise<number> {
  const { text } = await get('/metrics');
  const lines = text.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name);
  const values = lines
    .filter((line) => line.includes(labels))
    .map((line) => line.split(' ').at(-1));
  return values.reduce((sum, value) => sum + Number(value), 0);
}

async function untilAllServe(): Promise<void> {
  await until('all processes serve', async () => {
    const count = await metric('pix_gateway_http_processes').catch(() => 0);
    return count === HTTP_PROCESSES;
  });
}

/** Reads all the time over several connections; `stop` returns how many reads failed. */
function readAlways(context: TestContext) {
  let isRunning = true;
  let failed = 0;
  let answered = 0;
  async function read(): Promise<void> {
    while (isRunning) {
      const isOk = await fetch(`${url}/healthz`).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      );
      if (isOk) answered += 1;
      else failed += 1;
      await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS));
    }
  }
  const readers = Array.from({ length: READERS }, read);
  context.after(() => {
    isRunning = false;
  });
  return {
    answered: () => answered,
    stop: async () => {
      isRunning = false;
      await Promise.all(readers);
      return failed;
    },
  };
}

test('processes share one budget, and /metrics counts the requests of all of them', async () => {
  await untilAllServe();
  budgetUntil = performance.now() + MINUTE_MS;
  const answers = await Promise.all(
    Array.from({ length: 3 * LIMIT }, () => get('/v1/balance', SANDBOX_KEYS)),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  const left = accepted.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  assert.deepEqual(
    left.toSorted((one, other) => one - other),
    Array.from({ length: LIMIT }, (_, index) => index),
  );
  const count = 'pix_gateway_request_duration_seconds_count';
  assert.equal(await metric(count, 'route="/v1/balance",status="200"'), LIMIT);
  assert.equal(await metric(count, 'route="/v1/balance",status="429"'), 2 * LIMIT);
  const bucket = 'pix_gateway_request_duration_seconds_bucket';
  assert.equal(await metric(bucket, 'le="+Inf",method="GET",route="/v1/balance"'), 3 * LIMIT);
});

test('a killed process is started again while others serve, and no count is lost', async (context) => {
  const [victim = 0] = childrenOf(gateway);
  const load = readAlways(context);
  await until('requests are answered', async () => load.answered() > READERS);
  process.kill(victim, 'SIGKILL');
  await until('the death is noticed', async () => !childrenOf(gateway).includes(victim));
  const before = load.answered();
  await until('the others answer', async () => load.answered() > before + READERS);
  await until('another process serves', async () => childrenOf(gateway).length === HTTP_PROCESSES);
  await untilAllServe();
  // Only the requests of the killed process can fail.
  const failed = await load.stop();
  assert.ok(failed <= READERS, `${failed} requests failed`);
  assert.equal(await metric('pix_gateway_http_process_crashes_total', 'SIGKILL'), 1);
  const { status } = await get('/v1/balance', SANDBOX_KEYS);
  // On a busy machine the restart may take longer than the budget lasts.
  if (performance.now() < budgetUntil) assert.equal(status, 429);
  const accepted = status === 200 ? LIMIT + 1 : LIMIT;
  const count = 'pix_gateway_request_duration_seconds_count';
  assert.equal(await metric(count, 'route="/v1/balance",status="200"'), accepted);
});

test('SIGHUP with a wrong .env changes nothing; then it replaces all and loses no request', async (context) => {
  const before = childrenOf(gateway);
  await writeFile(settings, 'DEFAULT_RATE_LIMIT_PER_MINUTE=muitos\n');
  gateway.child.kill('SIGHUP');
  await until('the wrong file is refused', async () =>
    (await readFile(logPath, 'utf8')).includes('not reloaded'),
  );
  assert.deepEqual(childrenOf(gateway), before);
  const load = readAlways(context);
  await until('requests are answered', async () => load.answered() > READERS);
  await writeFile(settings, `DEFAULT_RATE_LIMIT_PER_MINUTE=${5 * LIMIT}\n`);
  gateway.child.kill('SIGHUP');
  await until(
    'all processes are new',
    async () => {
      const now = childrenOf(gateway);
      return now.length === HTTP_PROCESSES && !now.some((pid) => before.includes(pid));
    },
    SLOW_MS,
  );
  await untilAllServe();
  assert.equal(await load.stop(), 0);
  const { status, headers } = await get('/v1/balance', SANDBOX_KEYS);
  assert.deepEqual([status, headers.get('ratelimit-limit')], [200, String(5 * LIMIT)]);
});

async function logIn(): Promise<string> {
  const body = { email: 'sandbox@example.com', password: 'sandbox-publico' };
  const answer = await callGateway<object>(`${url}/api/account/log-in`, 'POST', { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

test('an open page receives the changes of all processes; streams are counted together', async () => {
  const cookie = await logIn();
  const listen = () => fetch(`${url}/api/panel/events`, { headers: { cookie } });
  const streams = await Promise.all(Array.from({ length: 6 }, listen));
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  const refused = await Promise.all(
    Array.from({ length: HTTP_PROCESSES }, () => get('/api/panel/events', { cookie })),
  );
  assert.deepEqual(
    refused.map(({ status }) => status),
    [429, 429],
  );
  const ids: string[] = [];
  for (let number = 0; number < 2 * HTTP_PROCESSES; number += 1) {
    const headers = { connection: 'close' };
    const options = { keys: SANDBOX_KEYS, body: CHARGE, headers };
    const created = await callGateway<Charge>(`${url}/v1/pix/qrcode`, 'POST', options);
    ids.push(created.body.internal_id);
  }
  for (const stream of streams) {
    let text = '';
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    while (!ids.every((id) => text.includes(id))) {
      const { value = '', done } = (await reader?.read()) ?? { done: true };
      assert.equal(done, false);
      text += value;
    }
    await reader?.cancel();
  }
});

test('processes end when the first one is killed', async () => {
  const orphans = childrenOf(gateway);
  gateway.child.kill('SIGKILL');
  await once(gateway.child, 'exit');
  const isGone = (pid: number): boolean => {
    try {
      return (
        process.kill(pid, 0) && /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
      );
    } catch {
      return true;
    }
  };
  await until('the processes have ended', async () => orphans.every(isGone));
});
