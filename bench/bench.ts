import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts';
import { measureBatches } from './charge-batches.ts';
import { fillCharges } from './fill-charges.ts';
import { measureFloor, printFloors, type RowCounts, startRowCount } from './floor.ts';
import { runLoad } from './load.ts';
import { createKey, createMerchant } from './merchants.ts';
import { endProcess, freePort, startScript } from './processes.ts';
import { addRow, type Costs, printModel, printProcesses, printRows, treeMemory } from './report.ts';
import {
  chargeRequest,
  DURATION_MS,
  type KeyPair,
  measure,
  measureLives,
  measureReads,
  SANDBOX,
  type Subject,
  WARM_UP_MS,
  withReceiver,
} from './workloads.ts';

const MILLION = Number(process.env.BENCH_ROWS ?? 1_000_000);
const PGBENCH_CLIENTS = 16;
const PGBENCH_SCALE = 10;

/** Measures Fastify alone: the same request without a database. */
async function measureBareFastify(): Promise<Costs> {
  const port = await freePort();
  const child = await startScript('bare-fastify.ts', { PORT: String(port) });
  const load = { port, next: chargeRequest(SANDBOX, 'bare'), expectedStatus: 201 };
  await runLoad({ ...load, connections: 64, durationMs: WARM_UP_MS });
  const measureAt = (connections: number): Promise<Costs> =>
    measure(
      `bare Fastify, ${connections} connections`,
      { gateway: child.pid ?? 0 },
      { ...load, connections, durationMs: DURATION_MS },
    );
  await measureAt(64);
  const costs = await measureAt(256);
  await endProcess(child);
  return costs;
}

/** Measures charges; returns what one costs at 256 connections. */
async function measureCharges(
  { port, pids }: Subject,
  keys: KeyPair,
  label: string,
): Promise<Costs> {
  const measureAt = (connections: number): Promise<Costs> => {
    const next = chargeRequest(keys, `${label.replaceAll(/\W/g, '')}-${connections}`);
    const load = { port, connections, durationMs: DURATION_MS, next, expectedStatus: 201 };
    return measure(`charges${label}, ${connections} connections`, pids, load);
  };
  await measureAt(64);
  return measureAt(256);
}

async function measureSplits({ port, pids }: Subject, keys: KeyPair): Promise<void> {
  const split = Array.from({ length: 20 }, (_, index) => ({
    username: `recipient-${index}`,
    percentage: 4.5,
  }));
  const next = chargeRequest(keys, 'split', { split });
  const load = { port, connections: 64, durationMs: DURATION_MS, next, expectedStatus: 201 };
  await measure('charges with 20 recipients, 64 connections', pids, load);
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
  addRow({ what: `pgbench TPC-B, ${clients} clients`, 'per second': Math.round(tps) });
}

async function main(): Promise<void> {
  await withBenchDatabase({}, async (database) => {
    measurePgbench(database.owner);
    const bare = await measureBareFastify();
    const { charge, life, memory, rows } = await database.withGateway((subject) =>
      measureGateway(subject, database),
    );
    const chargeFloor = await measureFloor(database, rows.ofCharge);
    const lifeFloor = await withReceiver((target) => measureFloor(database, rows.ofLife, target));
    process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
    printRows();
    printProcesses('a charge, 256 connections', charge);
    printProcesses('bare Fastify, 256 connections', bare);
    printProcesses('a full life', life);
    printModel({ charges: charge, 'full lives': life }, charge);
    printFloors({
      'a charge, 256 connections': { floor: chargeFloor, costs: charge },
      'a full life': { floor: lifeFloor, costs: life },
    });
    const { nowMiB, peakMiB, shareMiB, processes } = memory;
    process.stdout.write(
      `memory of the gateway's ${processes} processes: ${nowMiB.toFixed(0)} MiB at the end ` +
        `(${shareMiB.toFixed(0)} with shared pages once), ${peakMiB.toFixed(0)} MiB at most\n`,
    );
  });
}

/** Measures one gateway, empty and with many charges. */
async function measureGateway(subject: Subject, { owner, env }: BenchDatabase) {
  createMerchant(env, 'bench');
  const keys = createKey(env, 'bench');
  for (let index = 0; index < 20; index += 1) createMerchant(env, `recipient-${index}`);
  const warmUp = { connections: 64, durationMs: WARM_UP_MS, expectedStatus: 201 };
  await runLoad({ ...warmUp, port: subject.port, next: chargeRequest(keys, 'warm-up') });
  const ofCharge = await countRows(subject, keys, owner);
  const charge = await measureCharges(subject, keys, '');
  await measureReads(subject, keys);
  await measureSplits(subject, keys);
  await measureBatches(subject, keys);
  const endCount = await startRowCount(owner);
  const life = await measureLives(subject);
  const rows = { ofCharge, ofLife: await endCount(life.lives) };
  await fillCharges(owner, { username: 'bench', count: MILLION });
  await measureCharges(subject, keys, `, ${MILLION} charges already there`);
  return { charge, life, rows, memory: treeMemory(subject.pids.gateway) };
}

/** How many rows a charge inserts into each table. */
async function countRows({ port }: Subject, keys: KeyPair, owner: string): Promise<RowCounts> {
  const end = await startRowCount(owner);
  const next = chargeRequest(keys, 'rows');
  const durationMs = DURATION_MS;
  const { requests } = await runLoad({
    port,
    connections: 64,
    durationMs,
    next,
    expectedStatus: 201,
  });
  return end(requests);
}

await main();
