import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync, writeSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { loadConfig } from '#src/ground/config/config.ts';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { createTestDatabase, run } from '../support/database-server.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import {
  freePort,
  START_MS_MAX,
  spawnGateway,
  startGatewayProcess,
} from '../support/gateway-process.ts';
import { makeServerFolder } from '../support/server-folder.ts';

const folder = await makeServerFolder();
// Under root the database runs as another user, which needs access to the folder.
await chmod(folder, 0o711);
const database = await createTestDatabase();
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
const ENCRYPTION_KEY = randomBytes(32).toString('base64');
const { DATABASE_URL, MIGRATION_DATABASE_URL } = database.env;
const keys = SANDBOX_KEYS;
type Facts = Record<string, unknown>;

async function makeEnv(name: string): Promise<Record<string, string> & { PORT: string }> {
  const DATA_DIR = join(folder, name);
  await mkdir(DATA_DIR, { recursive: true });
  return { DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
}

function create(url: string) {
  return callGateway<Facts>(`${url}/v1/pix/qrcode`, 'POST', { keys, body: CHARGE });
}

function read(url: string, charge: Facts) {
  const path = `${url}/v1/transactions/${String(charge.internal_id)}`;
  return callGateway<Facts>(path, 'GET', { keys });
}

/** Starts a process that must exit with code 1 and print the reason in one line. */
async function refusedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawnGateway({ LOG_LEVEL: 'silent', ...env });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX);
  await once(child, 'close');
  clearTimeout(timer);
  assert.deepEqual([child.exitCode, said.trim().split('\n').length], [1, 1], said);
  assert.match(said, /^pix-gateway: /);
  return said;
}

test('a start tells where it is, with which keys to try it, and with which command', async () => {
  const env = await makeEnv('banner');
  const BASE_URL = 'https://pix.example.com';
  const gateway = await startGatewayProcess({
    ...env,
    BASE_URL,
    SANDBOX_CLIENT_SECRET: 'svc_sk_test_outra',
  });
  const banner = gateway.stderr();
  for (const words of [`${BASE_URL}/v1`, `${BASE_URL}/docs`, keys['client-id']]) {
    assert.ok(banner.includes(words), words);
  }
  // Runs the command of the banner, with the test's address.
  const [, path = ''] = /curl https:\/\/pix\.example\.com(\S+)/.exec(banner) ?? [];
  const headers = [...banner.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [
    String(name),
    String(value),
  ]);
  const [, body = ''] = /-d '([^']+)'/.exec(banner) ?? [];
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body,
  });
  assert.equal(answer.status, 201, await answer.text());
  assert.equal(await gateway.stop(), 0);
});

const WRONG_VALUES: Readonly<Record<string, string>> = {
  PORT: '70000',
  BASE_URL: 'pix.example.com',
  APP_URL: 'javascript:alert(1)',
  ROLES: 'api,cook',
  PROCESSES: '0',
  LOG_LEVEL: 'loud',
  REDIS_URL: 'localhost',
  TRUST_PROXY: 'sim',
  PROVIDER: 'banco',
  DEFAULT_FEE_BPS: '1.5',
  DEFAULT_FEE_FIXED: '-1',
  DEFAULT_PAYOUT_FEE: '1e3',
  DEFAULT_RATE_LIMIT_PER_MINUTE: '0',
  SANDBOX_PAYMENT_DELAY_SECONDS: 'logo',
  IDEMPOTENCY_REQUIRED: 'yes',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '1',
  ENCRYPTION_KEY: 'curta',
  DATABASE_URL: 'mysql://localhost/x',
  MIGRATION_DATABASE_URL: 'postgres://localhost/x',
};

test('the banner stands after all lines of the start', async () => {
  const env = { ...(await makeEnv('last')), ...database.env, ENCRYPTION_KEY, LOG_LEVEL: 'info' };
  const path = join(folder, 'last.log');
  const file = openSync(path, 'w');
  const child = spawnGateway(env, file);
  // Both outputs go to one file, as to a terminal.
  child.stderr?.on('data', (text: Buffer) => writeSync(file, text));
  after(() => child.kill('SIGTERM'));
  await until('the banner is there', async () => {
    assert.equal(child.exitCode, null);
    return readFileSync(path, 'utf8').includes('Crie uma cobrança');
  });
  const [before, afterwards] = readFileSync(path, 'utf8').split('pix-gateway está no ar');
  assert.match(before ?? '', /"msg":"started"/);
  assert.doesNotMatch(afterwards ?? '', /"msg":"started"/);
});

test('a wrong value is refused in one line that names its variable', () => {
  for (const [name, value] of Object.entries(WRONG_VALUES)) {
    const line = RegExp(`^${name} .+$`);
    assert.throws(() => loadConfig({ [name]: value }), { name: 'ConfigError', message: line });
  }
  for (const TRUST_PROXY of ['true', 'false', '2', 'loopback', '10.0.0.0/8, ::1', '192.0.2.1']) {
    loadConfig({ TRUST_PROXY });
  }
});

const WRONG_STARTS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/PORT/, { PORT: 'abc' }],
  [/HOST/, { HOST: '203.0.113.7' }],
  [/ENCRYPTION_KEY/, { ENCRYPTION_KEY: '' }],
  [/DATABASE_URL/, { DATABASE_URL: 'postgres://127.0.0.1:1/x' }],
  [/DATABASE_URL.*nenhum/, { DATABASE_URL: DATABASE_URL.replace(/[^/]+$/, 'nenhum') }],
  [
    /MIGRATION_DATABASE_URL.*nenhum/,
    { MIGRATION_DATABASE_URL: MIGRATION_DATABASE_URL.replace(/[^/]+$/, 'nenhum') },
  ],
];

test('a wrong value stops the start, and so does one that only the world shows wrong', async () => {
  for (const [pattern, wrong] of WRONG_STARTS) {
    const env = { PORT: String(await freePort()), ...database.env, ENCRYPTION_KEY, ...wrong };
    assert.match(await refusedStart(env), pattern, JSON.stringify(wrong));
  }
});

test('the database is read with the key that it was made with, or not at all', async () => {
  const env = { ...(await makeEnv('key')), ...database.env, ENCRYPTION_KEY };
  const gateway = await startGatewayProcess(env);
  assert.equal(await gateway.stop(), 0);
  const other = randomBytes(32).toString('base64');
  assert.match(await refusedStart({ ...env, ENCRYPTION_KEY: other }), /ENCRYPTION_KEY/);
});

test('a taken port and a taken folder are each told in one line; the taker is not harmed', async () => {
  const env = await makeEnv('taken');
  const gateway = await startGatewayProcess(env);
  const before = await create(gateway.url);
  const other = { PORT: env.PORT, PROCESSES: '2', ...database.env, ENCRYPTION_KEY };
  assert.match(await refusedStart(other), RegExp(`porta ${env.PORT} está em uso`));
  const second = await refusedStart({ ...env, PORT: String(await freePort()) });
  assert.match(second, /está em uso.*DATA_DIR/);
  assert.deepEqual([before.status, (await create(gateway.url)).status], [201, 201]);
  assert.equal(await gateway.stop(), 0);
});

test('a .env file is read; what the environment says stands above it', async () => {
  const env = await makeEnv('dotenv');
  const lines = ['SANDBOX_PAYMENT_DELAY_SECONDS=77', 'PORT=1', 'DEFAULT_FEE_FIXED=100'];
  await writeFile(join(String(env.DATA_DIR), '.env'), lines.join('\n'));
  const gateway = await startGatewayProcess({ ...env, ...database.env, ENCRYPTION_KEY });
  assert.match(gateway.stderr(), /paga sozinha em 77 s/);
  assert.equal(await gateway.stop(), 0);
  await writeFile(join(String(env.DATA_DIR), '.env'), 'NODE_ENV=test\nPORT=abc');
  const { PORT: _, ...others } = env;
  assert.match(await refusedStart(others), /PORT/);
});

test('SIGTERM finishes the request that is running, takes no other, and exits with 0', async () => {
  const env = await makeEnv('term');
  env.PROCESSES = '2';
  const gateway = await startGatewayProcess(env);
  const found = await findRunningEmbeddedDatabase(String(env.DATA_DIR));
  const connectionString = String(found?.ownerConnectionString);
  const blocker = new pg.Client({ connectionString });
  await blocker.connect();
  // Only writes wait for this lock: a question of the worker reads the table too.
  await blocker.query('begin; lock table charges in share mode');
  const running = create(gateway.url);
  await until('the request waits for the table', async () => {
    const waiting = `select from pg_locks where not granted and relation = 'charges'::regclass`;
    return (await run(connectionString, waiting)).length > 0;
  });
  gateway.child.kill('SIGTERM');
  await until('new connections are refused', async () => {
    // A request without a table read: it can't wait for the lock.
    return fetch(`${gateway.url}/healthz`).then(
      () => false,
      () => true,
    );
  });
  assert.equal(gateway.child.exitCode, null);
  await blocker.query('commit');
  await blocker.end();
  assert.equal((await running).status, 201);
  assert.equal(await gateway.stop(), 0);
  const again = await startGatewayProcess(env);
  assert.equal((await read(again.url, (await running).body)).status, 200);
  assert.equal(await again.stop(), 0);
});

test('an api and a worker start at once on one empty database and share the work', async () => {
  const empty = await createTestDatabase();
  const common = {
    ...empty.env,
    ENCRYPTION_KEY,
    SANDBOX_PAYMENT_DELAY_SECONDS: '1',
    LOG_LEVEL: 'silent',
  };
  const PORT = String(await freePort());
  const closedPort = String(await freePort());
  const worker = spawnGateway({ ...common, ROLES: 'worker', PORT: closedPort });
  const api = await startGatewayProcess({ ...common, ROLES: 'api', PORT });
  try {
    const { body } = await create(api.url);
    await until('the worker pays what the api created', async () => {
      return (await read(api.url, body)).body.status === 'paid';
    });
    await assert.rejects(fetch(`http://127.0.0.1:${closedPort}/healthz`));
  } finally {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    assert.deepEqual([worker.exitCode, await api.stop()], [0, 0]);
    await empty.drop();
  }
});
