import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ALERT_RULES } from '#src/messages/alerts/operator-alert.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { createDurableDatabase } from '../support/durable-database.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { bankVariables } from '../support/live.ts';
import { makeServerFolder } from '../support/server-folder.ts';

const DOCS = join(import.meta.dirname, '../../../docs/operating');
/** Blocks the event loop, without using the processor. */
const HANG = 'Atomics.wait(new(Int32Array)(new(SharedArrayBuffer)(4)),0,0)';
const SUFFIXES = /_(count|sum|bucket)$/;
const folder = await makeServerFolder();
const database = await createDurableDatabase();
const bank = await startBankSimulator({ dialect: 'efi' });
const env = {
  ...(await bankVariables({ after }, bank)),
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  PROCESS_SILENCE_SECONDS: '8',
  NODE_OPTIONS: `--import=data:text/javascript,process.on('SIGUSR2',()=>{${HANG}})`,
};
const port = String(await freePort());
const healthPort = String(await freePort());
// A worker serves nothing at PORT: its readiness is asked for at HEALTH_PORT.
const worker = await startGatewayProcess({
  ...env,
  ROLES: 'worker',
  PORT: healthPort,
  HEALTH_PORT: healthPort,
});
const api = await startGatewayProcess({ ...env, ROLES: 'api', PORT: port });
after(async () => {
  await Promise.all([worker.killHard(), api.killHard()]);
  await bank.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function metricsAt(url: string): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
}

test('a worker without an API says that it lives, is ready and what it measures, and no more', async () => {
  const answers = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/v1/balance', '/'].map(async (path) => {
      const { status } = await fetch(`${worker.url}${path}`);
      return [path, status];
    }),
  );
  assert.deepEqual(answers, [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/v1/balance', 404],
    ['/', 404],
  ]);
});

test('API and worker apart serve together every metric of the alert rules and the dashboard', async () => {
  const served = new Set([...(await metricsAt(worker.url)), ...(await metricsAt(api.url))]);
  const texts = ['prometheus-alerts.yml', 'grafana-dashboard.json'].map((name) =>
    readFileSync(join(DOCS, name), 'utf8'),
  );
  // The external label of Prometheus, and the backup of the embedded database.
  const others = new Set(['pix_gateway_panel', ALERT_RULES.backup_old.metric]);
  const named = new Set(texts.flatMap((text) => text.match(/\bpix_gateway_\w+/g) ?? []));
  const missing = [...named].filter(
    (name) => !others.has(name) && !served.has(name) && !served.has(name.replace(SUFFIXES, '')),
  );
  assert.deepEqual(missing, []);
});

test('a worker alone, and the only process of an API, end by themselves when they hang', async () => {
  const children = [worker.child, api.child];
  const ends = children.map((child) => once(child, 'exit'));
  for (const child of children) child.kill('SIGUSR2');
  await Promise.all(ends);
  assert.deepEqual(
    children.map(({ signalCode }) => signalCode),
    ['SIGKILL', 'SIGKILL'],
  );
});
