import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedDatabase } from '../gateway/src/platform/embedded-database/embedded-database.ts';
import { fillCharges } from './fill-charges.ts';
import { httpRequest, type LoadResult, runLoad } from './load.ts';
import { endProcess, freePort, memoryOf, runCli, startGateway, startScript } from './processes.ts';

const DURATION_MS = Number(process.env.BENCH_SECONDS ?? 10) * 1_000;
const LIVES = Number(process.env.BENCH_LIVES ?? 40_000);
const MILLION = Number(process.env.BENCH_ROWS ?? 1_000_000);
const LIVES_PATIENCE_MS = 120_000;
const PGBENCH_CLIENTS = 16;
const PGBENCH_SCALE = 10;
const WEBHOOK_SECRET = 'whsec_bench';
const SANDBOX = { id: 'svc_pk_test_sandbox_publico', secret: 'svc_sk_test_sandbox_publico' };

interface KeyPair {
  readonly id: string;
  readonly secret: string;
}

const rows: Record<string, string | number>[] = [];

function report(what: string, result: LoadResult): void {
  rows.push({
    what,
    'per second': Math.round(result.perSecond),
    'p50 ms': result.p50Ms.toFixed(1),
    'p99 ms': result.p99Ms.toFixed(1),
    failures: result.failures,
  });
  process.stderr.write(`${what}: ${Math.round(result.perSecond)}/s\n`);
  if (result.failures > 0) process.stderr.write(`${result.firstFailure}\n`);
}

function chargeRequest(keys: KeyPair, run: string, extra: object = {}) {
  return (sequence: number): string =>
    httpRequest(
      'POST /v1/pix/qrcode',
      {
        'client-id': keys.id,
        'client-secret': keys.secret,
        'content-type': 'application/json',
        'idempotency-key': `bench-${run}-${sequence}`,
      },
      JSON.stringify({
        amount: 9990,
        payer: { name: 'Maria Silva', document: '12345678909', email: 'maria@example.com' },
        external_id: `pedido-${sequence}`,
        ...extra,
      }),
    );
}

/** Measures Fastify alone: the same request without a database. */
async function measureBareFastify(): Promise<void> {
  const port = await freePort();
  const child = await startScript('bare-fastify.ts', { PORT: String(port) });
  for (const connections of [64, 256]) {
    const next = chargeRequest(SANDBOX, 'bare');
    await runLoad({ port, connections, durationMs: 2_000, next, expectedStatus: 201 });
    const load = { port, connections, durationMs: DURATION_MS, next, expectedStatus: 201 };
    report(`bare Fastify, ${connections} connections`, await runLoad(load));
  }
  await endProcess(child);
}

async function measureCharges(port: number, keys: KeyPair, label: string): Promise<void> {
  for (const connections of [64, 256]) {
    const next = chargeRequest(keys, `${label.replaceAll(/\W/g, '')}-${connections}`);
    const load = { port, connections, durationMs: DURATION_MS, next, expectedStatus: 201 };
    report(`charges${label}, ${connections} connections`, await runLoad(load));
  }
}

async function measureSplits(port: number, keys: KeyPair): Promise<void> {
  const split = Array.from({ length: 20 }, (_, index) => ({
    username: `recipient-${index}`,
    percentage: 4.5,
  }));
  const next = chargeRequest(keys, 'split', { split });
  const load = { port, connections: 64, durationMs: DURATION_MS, next, expectedStatus: 201 };
  report('charges with 20 recipients, 64 connections', await runLoad(load));
}

async function measureReads(port: number, keys: KeyPair): Promise<void> {
  const headers = { 'client-id': keys.id, 'client-secret': keys.secret };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/transactions?limit=100`, { headers });
  const page = (await answer.json()) as { data: { internal_id: string }[] };
  const ids = page.data.map((one) => one.internal_id);
  const next = (sequence: number): string =>
    httpRequest(`GET /v1/transactions/${ids[sequence % ids.length]}`, headers);
  const load = { port, connections: 64, durationMs: DURATION_MS, next, expectedStatus: 200 };
  report('reads by id, 64 connections', await runLoad(load));
  const list = (): string => httpRequest('GET /v1/transactions?limit=20', headers);
  const listLoad = { ...load, durationMs: DURATION_MS / 2, next: list };
  report('pages of 20, 64 connections', await runLoad(listLoad));
}

/**
 * Measures whole lives of charges: created, paid by the simulator, booked, and notified. The
 * receiver counts the webhooks and checks their signatures.
 */
async function measureLives(port: number): Promise<void> {
  const receiverPort = await freePort();
  const env = { PORT: String(receiverPort), WEBHOOK_SECRET };
  const receiver = await startScript('webhook-receiver.ts', env);
  const webhook = { webhook_url: `http://127.0.0.1:${receiverPort}/webhook` };
  const next = chargeRequest(SANDBOX, 'life', webhook);
  const startedAt = performance.now();
  const durationMs = LIVES_PATIENCE_MS;
  const load = { port, connections: 64, durationMs, requestsMax: LIVES, next };
  const created = await runLoad({ ...load, expectedStatus: 201 });
  let counted = { seen: 0, wrong: 0 };
  while (counted.seen < created.requests && performance.now() - startedAt < LIVES_PATIENCE_MS) {
    const { promise, resolve } = Promise.withResolvers<typeof counted>();
    receiver.once('message', (message) => resolve(message as typeof counted));
    receiver.send('count');
    counted = await promise;
    await pause(20);
  }
  const perSecond = (counted.seen / (performance.now() - startedAt)) * 1_000;
  rows.push({
    what: `full lives (${counted.seen} of ${created.requests})`,
    'per second': Math.round(perSecond),
    failures: counted.wrong + created.failures + created.requests - counted.seen,
  });
  process.stderr.write(`full lives: ${Math.round(perSecond)}/s\n`);
  receiver.disconnect();
}

function measurePgbench(connectionString: string): void {
  const isThere = spawnSync('pgbench', ['--version']).status === 0;
  if (!isThere) {
    process.stderr.write('pgbench is not on this machine: left out\n');
    return;
  }
  const run = (...words: string[]): string =>
    spawnSync('pgbench', [...words, connectionString], { encoding: 'utf8' }).stdout;
  run('-i', '-q', '-s', String(PGBENCH_SCALE));
  const clients = String(PGBENCH_CLIENTS);
  const output = run('-c', clients, '-j', '2', '-T', String(DURATION_MS / 1_000), '-M', 'prepared');
  const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0);
  rows.push({ what: `pgbench TPC-B, ${clients} clients`, 'per second': Math.round(tps) });
  process.stderr.write(`pgbench TPC-B: ${Math.round(tps)}/s\n`);
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-gateway-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const port = await freePort();
  const env = {
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    MIGRATION_DATABASE_URL: database.ownerConnectionString,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000000',
    SANDBOX_PAYMENT_DELAY_SECONDS: '0',
    SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  try {
    measurePgbench(database.ownerConnectionString);
    await measureBareFastify();
    const gateway = await startGateway(env);
    const keys = createMerchants(env);
    await runLoad({
      port,
      connections: 64,
      durationMs: 3_000,
      next: chargeRequest(keys, 'warm-up'),
      expectedStatus: 201,
    });
    await measureCharges(port, keys, '');
    await measureReads(port, keys);
    await measureSplits(port, keys);
    await measureLives(port);
    await fillCharges(database.ownerConnectionString, { username: 'bench', count: MILLION });
    await measureCharges(port, keys, `, ${MILLION} charges already there`);
    const memory = memoryOf(gateway.pid ?? 0);
    await endProcess(gateway);
    process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
    console.table(rows);
    if (memory) {
      const { nowMiB, peakMiB } = memory;
      process.stdout.write(
        `memory of the gateway: ${nowMiB.toFixed(0)} MiB at the end, ${peakMiB.toFixed(0)} MiB at most\n`,
      );
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function createMerchants(env: Readonly<Record<string, string>>): KeyPair {
  const create = (username: string): unknown =>
    runCli(env, [
      ...['merchant', 'create', '--username', username, '--name', 'Loja do Teste'],
      ...['--document', '11222333000181', '--approve'],
    ]);
  create('bench');
  for (let index = 0; index < 20; index += 1) create(`recipient-${index}`);
  const pair = runCli(env, [
    ...['credential', 'create', '--merchant', 'bench'],
    ...['--environment', 'test', '--name', 'bench'],
  ]) as { client_id: string; client_secret: string };
  return { id: pair.client_id, secret: pair.client_secret };
}

await main();
