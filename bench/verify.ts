import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../gateway/src/ground/embedded-database/embedded-database.ts';
import { fillLedger } from './fill-ledger.ts';
import { runCli } from './processes.ts';

const CHARGES_A_SCOPE = Number(process.env.BENCH_CHARGES ?? 100_000);
const SCOPES = 5;
const SNAPSHOT_POLL_MS = 50;

const rows: Record<string, string | number>[] = [];

/**
 * Measures `ledger verify` over 1.5 million entries, full and from checkpoints: `bench:verify`.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-gateway-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const env = {
    DATABASE_URL: database.connectionString,
    MIGRATION_DATABASE_URL: database.ownerConnectionString,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  try {
    runCli(env, ['migrate']);
    const owner = new pg.Client({ connectionString: database.ownerConnectionString });
    await owner.connect();
    await fillLedger(owner, { scopes: SCOPES, charges: CHARGES_A_SCOPE });
    for (const words of [['--full'], [], []]) await measure(owner, env, words);
    await owner.end();
    console.table(rows);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs the command while it measures the age of the oldest snapshot and temporary files. */
async function measure(
  owner: pg.Client,
  env: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<void> {
  const before = await temporaryBytes(owner);
  const begunAt = performance.now();
  const watch = watchSnapshots(owner);
  const { spawn } = await import('node:child_process');
  const cli = join(import.meta.dirname, '../gateway/src/cli.ts');
  const child = spawn(process.execPath, [cli, 'ledger', 'verify', ...words, '--json'], {
    env: { ...process.env, ...env },
  });
  let peakKb = 0;
  const { readFileSync } = await import('node:fs');
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // The process has ended.
    }
  }, SNAPSHOT_POLL_MS);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  const oldestMs = await watch.stop();
  const { clean } = JSON.parse(output) as { clean: boolean };
  rows.push({
    command: `ledger verify ${words.join(' ')}`,
    entries: SCOPES * CHARGES_A_SCOPE * 3,
    clean: String(clean),
    seconds: ((performance.now() - begunAt) / 1_000).toFixed(1),
    'longest transaction ms': Math.round(oldestMs),
    'temporary MiB': ((await temporaryBytes(owner)) - before) / 1_048_576,
    'process MiB': Math.round(peakKb / 1_024),
  });
}

async function temporaryBytes(owner: pg.Client): Promise<number> {
  const { rows: found } = await owner.query(
    'select temp_bytes::float8 as bytes from pg_stat_database where datname = current_database()',
  );
  return Number(found[0]?.bytes ?? 0);
}

function watchSnapshots(owner: pg.Client) {
  let oldestMs = 0;
  let isStopped = false;
  const looking = (async () => {
    while (!isStopped) {
      const { rows: found } = await owner.query(
        `select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::float8
          as age from pg_stat_activity
          where application_name like '%verify%' and backend_xmin is not null`,
      );
      oldestMs = Math.max(oldestMs, Number(found[0]?.age ?? 0));
      await new Promise((resolve) => setTimeout(resolve, SNAPSHOT_POLL_MS));
    }
  })();
  return {
    async stop(): Promise<number> {
      isStopped = true;
      await looking;
      return oldestMs;
    },
  };
}

await main();
