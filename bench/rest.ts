import type { ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningEmbeddedDatabase } from '../gateway/src/ground/embedded-database/embedded-database.ts';
import { endProcess, freePort, memoryOf, runCli, startGateway } from './processes.ts';
import { activityOf, ENDED } from './processor-time.ts';
import { treeMemory } from './report.ts';
import { queryOne } from './table-facts.ts';

const BUCKETS = Number(process.env.BENCH_BUCKETS ?? 1);
const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 3);
/** When the memory after a first start is read, and how long a restarted gateway settles. */
const FIRST_MS = 25_000;
const SETTLE_MS = Number(process.env.BENCH_SETTLE_SECONDS ?? 60) * 1_000;
const REST_MS = Number(process.env.BENCH_REST_SECONDS ?? 45) * 1_000;

type Env = Readonly<Record<string, string>>;
type Activities = ReturnType<typeof activityOf>;

/**
 * Measures a gateway on its embedded database that serves no requests: how long its starts take,
 * and then the processor time, wake-ups and memory of each process: `npm run bench:rest`.
 * BENCH_BUCKETS, BENCH_RESTARTS, BENCH_SETTLE_SECONDS and BENCH_REST_SECONDS change the sizes.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-gateway-bench-'));
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()) };
  // Memory that several processes share is divided among them, so this process may share none.
  const program = `${dataDir}.node`;
  try {
    copyFileSync(process.execPath, program);
    await startFirst(env, program);
    await restart(env, program);
  } finally {
    rmSync(program, { force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Makes the database and its buckets. */
async function startFirst(env: Env, program: string): Promise<void> {
  const gateway = await timedStart('first start', env, program);
  try {
    await pause(FIRST_MS);
    const { shareMiB } = treeMemory(gateway.pid ?? 0);
    print(`${FIRST_MS / 1_000} s later: ${shareMiB.toFixed(0)} MiB (PSS)`);
    for (let count = 1; count < BUCKETS; count += 1) runCli(env, ['bucket', 'create']);
  } finally {
    await endProcess(gateway);
  }
}

/** Restarts the gateway some times, and watches the last one. */
async function restart(env: Env, program: string): Promise<void> {
  for (let count = 1; count <= RESTARTS; count += 1) {
    const gateway = await timedStart('restart', env, program);
    try {
      if (count === RESTARTS) await watchRest(env, gateway);
    } finally {
      await endProcess(gateway);
    }
  }
}

async function timedStart(what: string, env: Env, program: string): Promise<ChildProcess> {
  const startedAt = performance.now();
  const gateway = await startGateway(env, program);
  print(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(2)} s`);
  return gateway;
}

async function watchRest(env: Env, { pid = 0 }: ChildProcess): Promise<void> {
  await pause(SETTLE_MS);
  const transactionsBefore = await readTransactions(env);
  const before = activityOf(pid);
  const startedAt = performance.now();
  await pause(REST_MS);
  const after = activityOf(pid);
  const restMs = performance.now() - startedAt;
  const transactions = (await readTransactions(env)) - transactionsBefore;
  printActivity(before, after, restMs);
  const perSecond = (transactions / (restMs / 1_000)).toFixed(1);
  print(`${BUCKETS} buckets, ${perSecond} transactions a second`);
}

/** Prints what processes of one kind did between two readings, added up. */
function printActivity(before: Activities, after: Activities, restMs: number): void {
  const nothing = { count: 0, share: 0, wakeUps: 0, mib: 0 };
  // The time of a process that has ended meanwhile is in that of the ended ones, as a whole.
  const gone = [...before].filter(([pid]) => !after.has(pid));
  const goneUs = gone.reduce((sum, [, { runUs }]) => sum + runUs, 0);
  const rows = new Map<string, typeof nothing>();
  const total = { ...nothing };
  for (const [pid, { name, runUs, wakeUps }] of after) {
    const row = rows.get(name) ?? { ...nothing };
    rows.set(name, row);
    const usedUs = runUs - (before.get(pid)?.runUs ?? 0) - (pid === ENDED ? goneUs : 0);
    for (const sum of [row, total]) {
      sum.count += 1;
      sum.share += usedUs / restMs / 10;
      sum.wakeUps += (wakeUps - (before.get(pid)?.wakeUps ?? 0)) / (restMs / 1_000);
      sum.mib += memoryOf(pid)?.shareMiB ?? 0;
    }
  }
  const table = [...rows, ['all', total] as const].map(([process, row]) => ({
    process,
    processes: row.count,
    '% of a core': Number(row.share.toFixed(3)),
    'wake-ups a second': Number(row.wakeUps.toFixed(1)),
    'PSS MiB': Number(row.mib.toFixed(1)),
  }));
  console.table(table);
}

/** The transactions of all databases so far. This query itself counts in the next answer. */
async function readTransactions({ DATA_DIR = '' }: Env): Promise<number> {
  const addresses = await findRunningEmbeddedDatabase(DATA_DIR);
  if (!addresses) throw new Error('the embedded database does not run');
  const { count } = await queryOne(
    addresses.ownerConnectionString,
    'select sum(xact_commit + xact_rollback)::int as count from pg_stat_database',
  );
  return Number(count);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
