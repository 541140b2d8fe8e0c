import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../gateway/src/ground/embedded-database/embedded-database.ts';
import { httpRequest, runLoad } from './load.ts';
import { createKey, createMerchant } from './merchants.ts';
import { endProcess, freePort, memoryOf, startGateway, startScript } from './processes.ts';
import { databasePid, processorTimes, sumOf, timesBetween } from './processor-time.ts';
import { addRow, printProcesses, printRows, startMeter } from './report.ts';

const DURATION_MS = Number(process.env.BENCH_SECONDS ?? 10) * 1_000;
const LATENCY_MS = Number(process.env.BENCH_BANK_MS ?? 300);
const CONNECTIONS = 256;

/** Live charges at a bank that takes 300 ms for each: `npm run bench:live`. */
async function main(): Promise<void> {
  const [folder = '', dataDir = ''] = ['bank', 'data'].map((name) =>
    mkdtempSync(join(tmpdir(), `pix-gateway-bench-${name}-`)),
  );
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const bankFile = join(folder, 'bank.json');
  const bankEnv = { BANK_FILE: bankFile, BANK_LATENCY_MS: String(LATENCY_MS) };
  const bank = await startScript('slow-bank.ts', bankEnv);
  const port = await freePort();
  const env = {
    ...(JSON.parse(readFileSync(bankFile, 'utf8')) as Record<string, string>),
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    MIGRATION_DATABASE_URL: database.ownerConnectionString,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000000',
  };
  try {
    const gateway = await startGateway(env);
    createMerchant(env, 'bench');
    const keys = createKey(env, 'bench', 'live');
    const next = (sequence: number): string => chargeRequest(keys, sequence);
    const load = { port, connections: CONNECTIONS, next, expectedStatus: 201 };
    await runLoad({ ...load, durationMs: 3_000 });
    const second = (sequence: number): string => chargeRequest(keys, sequence + 10_000_000);
    const meter = startMeter({ gateway: gateway.pid ?? 0, database: databasePid(dataDir) });
    const bankBefore = processorTimes(bank.pid ?? 0);
    const result = await runLoad({ ...load, next: second, durationMs: DURATION_MS });
    const costs = meter(result.requests);
    const ofBank = timesBetween(bankBefore, processorTimes(bank.pid ?? 0), result.requests);
    const row = {
      what: `live charges, bank of ${LATENCY_MS} ms, ${CONNECTIONS} connections`,
      'per second': Math.round(result.perSecond),
      'p50 ms': result.p50Ms.toFixed(0),
      'p99 ms': result.p99Ms.toFixed(0),
      failures: result.failures,
      'most MiB': memoryOf(gateway.pid ?? 0)?.peakMiB.toFixed(0) ?? '',
      'bank µs': Math.round(sumOf(ofBank)),
    };
    addRow(row, costs);
    printRows();
    printProcesses('a live charge', costs);
    if (result.failures > 0) process.stdout.write(`${result.firstFailure}\n`);
    await endProcess(gateway);
  } finally {
    await endProcess(bank);
    await database.stop();
    for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
  }
}

function chargeRequest(keys: { id: string; secret: string }, sequence: number): string {
  return httpRequest(
    'POST /v1/pix/qrcode',
    {
      'client-id': keys.id,
      'client-secret': keys.secret,
      'content-type': 'application/json',
      'idempotency-key': `bench-live-${sequence}`,
    },
    JSON.stringify({
      amount: 9990,
      payer: { name: 'Maria Silva', document: '12345678909', email: 'maria@example.com' },
    }),
  );
}

await main();
