import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findRunningEmbeddedDatabase } from '#src/platform/embedded-database.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { freePort, runCli, spawnGateway, startGatewayProcess } from '../support/gateway-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'pix-gateway-operator-'));
after(() => rm(dataDir, { recursive: true, force: true }));
const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' };

async function cli(...words: string[]): Promise<Record<string, string>> {
  const { exitCode, stdout, stderr } = await runCli(env, ...words, '--json');
  assert.equal(exitCode, 0, stderr + stdout);
  return JSON.parse(stdout);
}

/** Starts a process that can't start, and returns its exit code and what it said. */
async function failedStart(more: Record<string, string>): Promise<[number | null, string]> {
  const child = spawnGateway({ ...env, ...more });
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  await once(child, 'close');
  return [child.exitCode, said.trim()];
}

test('commands work while no gateway runs, and while one does, on the embedded database', async () => {
  const applied = await cli('migrate');
  assert.ok(applied.applied?.includes('0002-ledger.sql'));
  const gateway = await startGatewayProcess(env);
  assert.match(gateway.stderr(), /svc_pk_test_sandbox_publico[\s\S]+curl/);
  try {
    await useCommands(gateway.url);
    const second = await failedStart({ PORT: String(await freePort()) });
    assert.equal(second[0], 1);
    assert.match(second[1], /^pix-gateway: .+em uso.+$/);
  } finally {
    assert.equal(await gateway.stop(), 0);
  }
  const merchants = await cli('merchant', 'suspend', 'loja');
  assert.equal(merchants.status, 'suspended');
});

async function useCommands(url: string): Promise<void> {
  const document = '11222333000181';
  const created = await cli(
    ...['merchant', 'create', '--username', 'loja', '--name', 'Loja', '--document', document],
  );
  assert.equal(created.status, 'pending_kyc');
  assert.equal((await cli('merchant', 'approve', 'loja')).status, 'active');
  await cli('merchant', 'set-fee', 'loja', '--bps', '100', '--fixed', '5');
  const book = ['--merchant', 'loja', '--environment', 'test'];
  const pair = await cli('credential', 'create', ...book, '--name', 'site');
  const keys = {
    'client-id': String(pair.client_id),
    'client-secret': String(pair.client_secret),
  };
  const charge = await callGateway<{ fee_amount: number }>(`${url}/v1/pix/qrcode`, 'POST', {
    keys,
    body: CHARGE,
  });
  assert.equal(charge.body.fee_amount, 105);
  await cli('credential', 'set-limit', keys['client-id'], '5');
  const rotated = await cli('credential', 'rotate', keys['client-id']);
  assert.equal((await callGateway(`${url}/v1/balance`, 'GET', { keys })).status, 401);
  await cli('credential', 'revoke', String(rotated.client_id));
  const webhook = await cli('webhook', 'create', ...book, '--url', 'http://127.0.0.1:9/x');
  assert.match(String(webhook.secret), /^whsec_/);
  const listed = JSON.stringify(await cli('webhook', 'list', ...book));
  assert.ok(listed.includes(String(webhook.id)) && !listed.includes('whsec_'));
  for (const verb of ['pause', 'resume', 'test']) await cli('webhook', verb, String(webhook.id));
  assert.notEqual((await cli('webhook', 'rotate', String(webhook.id))).secret, webhook.secret);
  await cli('sandbox', 'reset');
  assert.equal(String((await cli('ledger', 'verify')).clean), 'true');
}

test('a wrong call prints the usage and exits with 2, a refusal says why and exits with 1', async () => {
  for (const words of [[], ['nothing'], ['merchant'], ['merchant', 'create'], ['ledger', 'x']]) {
    const { exitCode, stderr } = await runCli(env, ...words);
    assert.equal(exitCode, 2, words.join(' '));
    assert.match(stderr, /Usage:/);
  }
  const limit = await runCli(env, 'credential', 'set-limit', 'x', 'many');
  assert.equal(limit.exitCode, 2);
  const unknown = await runCli(env, 'merchant', 'approve', 'ninguem', '--json');
  assert.deepEqual([unknown.exitCode, JSON.parse(unknown.stdout).code], [1, 'merchant_not_found']);
  const words = ['--merchant', 'sandbox', '--environment', 'test'];
  const forbidden = await runCli(env, 'credential', 'create', ...words, '--name', 'x', '--json');
  assert.equal(JSON.parse(forbidden.stdout).code, 'sandbox_forbidden');
});

test('a start that cannot work says in one line what to do', async () => {
  const [code, said] = await failedStart({ PORT: 'abc' });
  assert.deepEqual([code, said.split('\n').length], [1, 1]);
  assert.match(said, /PORT/);
  const wrongKey = Buffer.alloc(32, 7).toString('base64');
  assert.match((await failedStart({ ENCRYPTION_KEY: wrongKey }))[1], /^.+ENCRYPTION_KEY.+$/);
  assert.match((await failedStart({ ENCRYPTION_KEY: 'c2hvcnQ=' }))[1], /ENCRYPTION_KEY/);
  assert.match((await failedStart({ DATABASE_URL: 'postgres://x' }))[1], /ENCRYPTION_KEY/);
  assert.match((await failedStart({ PROVIDER: 'banco' }))[1], /PROVIDER/);
  const taken = await startGatewayProcess(env);
  try {
    const other = await mkdtemp(join(tmpdir(), 'pix-gateway-taken-'));
    const [exitCode, words] = await failedStart({ DATA_DIR: other });
    assert.deepEqual([exitCode, words.split('\n').length], [1, 1]);
    assert.match(words, /porta.+em uso/);
    await rm(other, { recursive: true, force: true });
  } finally {
    await taken.stop();
  }
});

test('what was written survives a restart, and the figures are for this machine only', async () => {
  const first = await startGatewayProcess(env);
  const created = await callGateway<Record<string, unknown>>(`${first.url}/v1/pix/qrcode`, 'POST', {
    keys: SANDBOX_KEYS,
    body: CHARGE,
  });
  await first.stop();
  const again = await startGatewayProcess({ ...env, SANDBOX_PAYMENT_DELAY_SECONDS: '1' });
  try {
    const path = `${again.url}/v1/transactions/${String(created.body.internal_id)}`;
    const read = await callGateway<Record<string, unknown>>(path, 'GET', { keys: SANDBOX_KEYS });
    assert.equal(read.body.qrcode, created.body.qrcode);
    const metrics = await callGateway(`${again.url}/metrics`, 'GET');
    assert.match(metrics.text, /pix_gateway_request_duration_seconds_count/);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    assert.equal((await callGateway(`${again.url}/metrics`, 'GET', { headers })).status, 404);
    assert.equal((await callGateway(`${again.url}/healthz`, 'GET')).status, 200);
  } finally {
    assert.equal(await again.stop(), 0);
  }
});

test('one process may answer and another do the work, on one database', async () => {
  const delay = { SANDBOX_PAYMENT_DELAY_SECONDS: '0' };
  const api = await startGatewayProcess({ ...env, ...delay, ROLES: 'api' });
  const key = await readFile(join(dataDir, 'encryption-key'), 'utf8');
  const worker = spawnGateway({
    ...delay,
    ROLES: 'worker',
    LOG_LEVEL: 'silent',
    DATABASE_URL: String(await findRunningEmbeddedDatabase(dataDir)),
    ENCRYPTION_KEY: key.trim(),
  });
  try {
    const created = await callGateway<Record<string, unknown>>(`${api.url}/v1/pix/qrcode`, 'POST', {
      keys: SANDBOX_KEYS,
      body: CHARGE,
    });
    const path = `${api.url}/v1/transactions/${String(created.body.internal_id)}`;
    await until('the worker pays it', async () => {
      const read = await callGateway<Record<string, unknown>>(path, 'GET', { keys: SANDBOX_KEYS });
      return read.body.status === 'paid';
    });
  } finally {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    assert.equal(worker.exitCode, 0);
    assert.equal(await api.stop(), 0);
  }
});
