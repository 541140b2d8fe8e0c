import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withBenchDatabase } from './bench-database.ts';
import { countCycles, fillSubscriptions } from './fill-subscriptions.ts';
import { runLoad } from './load.ts';
import { createKey, createMerchant } from './merchants.ts';
import { addRow, printProcesses, printRows, startMeter } from './report.ts';
import {
  chargeRequest,
  DURATION_MS,
  type KeyPair,
  measure,
  type Subject,
  WARM_UP_MS,
} from './workloads.ts';

const COUNT = Number(process.env.BENCH_SUBSCRIPTIONS ?? 100_000);
/** The time over which the gateway spreads the cycles of a day. */
const SPREAD_SECONDS = Number(process.env.BENCH_SPREAD_SECONDS ?? 480);
/** Few enough that the charges alone leave processors free: then the p99 is that of requests. */
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 4);
const LOOK_MS = 200;
const PATIENCE_MS = 30 * 60_000;
const USERNAME = 'bench';

/** Waits until so many cycles exist. */
async function awaitCycles(client: pg.Client, wanted: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await countCycles(client, USERNAME)) < wanted) {
    if (performance.now() > deadline) throw new Error('the worker does not create the cycles');
    await pause(LOOK_MS);
  }
}

interface Work {
  readonly subject: Subject;
  readonly owner: string;
  readonly client: pg.Client;
}

/** Measures the creation of all cycles, due within a time, and nothing beside it. */
async function measureCreation(
  { subject, owner, client }: Work,
  { run, spreadSeconds, what }: { run: number; spreadSeconds: number; what: string },
): Promise<void> {
  await fillSubscriptions(owner, { username: USERNAME, count: COUNT, run, spreadSeconds });
  const end = startMeter(subject.pids);
  const startedAt = performance.now();
  const before = await countCycles(client, USERNAME);
  await awaitCycles(client, run * COUNT);
  const seconds = (performance.now() - startedAt) / 1_000;
  const costs = end(COUNT - before + (run - 1) * COUNT);
  addRow({ what, 'per second': Math.round(COUNT / seconds) }, costs);
  process.stdout.write(`\n${what}: ${COUNT} in ${(seconds / 60).toFixed(2)} minutes\n`);
  printProcesses('a cycle', costs);
}

/** Measures charges while the worker creates the cycles of the day. */
async function measureBeside({ subject, owner, client }: Work, keys: KeyPair): Promise<void> {
  const { port, pids } = subject;
  const load = { port, connections: CONNECTIONS, expectedStatus: 201 };
  await runLoad({ ...load, durationMs: WARM_UP_MS, next: chargeRequest(keys, 'warm-up') });
  const alone = { ...load, durationMs: DURATION_MS, next: chargeRequest(keys, 'alone') };
  await measure('charges alone', pids, alone);
  const filled = { username: USERNAME, count: COUNT, run: 3, spreadSeconds: SPREAD_SECONDS };
  await fillSubscriptions(owner, filled);
  const beside = { ...load, durationMs: SPREAD_SECONDS * 1_000, next: chargeRequest(keys, 'work') };
  await measure('charges beside the cycles of a day', pids, beside);
  await awaitCycles(client, 3 * COUNT);
}

/**
 * Measures subscriptions that are due on one day: `npm run bench:subscriptions`. Prints the minutes
 * and the processor time of each cycle, at once and spread as the gateway spreads them, and the p99
 * of charges with and without that work. BENCH_SUBSCRIPTIONS, BENCH_SPREAD_SECONDS and
 * BENCH_SECONDS make it shorter.
 */
await withBenchDatabase({}, (database) =>
  database.withGateway(async (subject) => {
    const { env, owner } = database;
    createMerchant(env, USERNAME);
    const keys = createKey(env, USERNAME);
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    try {
      const work = { subject, owner, client };
      const atOnce = { run: 1, spreadSeconds: 0, what: 'cycles, all due at once' };
      await measureCreation(work, atOnce);
      const spread = { run: 2, spreadSeconds: SPREAD_SECONDS, what: 'cycles, spread' };
      await measureCreation(work, spread);
      await measureBeside(work, keys);
    } finally {
      await client.end();
    }
    process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
    printRows();
  }),
);
