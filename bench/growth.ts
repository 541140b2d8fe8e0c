import { cpus } from 'node:os';
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts';
import { GROWN, type Grown, type Requests } from './grown-databases.ts';
import { type LoadResult, runLoad } from './load.ts';
import { createKey, createMerchant } from './merchants.ts';
import { endProcess, freePort, runCli, startGateway } from './processes.ts';
import { sumOf } from './processor-time.ts';
import { type Costs, startMeter } from './report.ts';
import { queryOne } from './table-facts.ts';
import { type LogCosts, startLogMeter } from './wal.ts';
import { chargeRequest, DURATION_MS, measureLives, type Subject } from './workloads.ts';

const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 256);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** The numbers of the databases that are measured, such as "2,6"; without it all. */
const ONLY = process.env.BENCH_ONLY?.split(',').map(Number);
/** A cost is marked when it is more than so many times that of the empty database. */
const RATIO_MAX = 1.3;

/** A database with its gateways, and the requests that they get. */
interface Target {
  readonly owner: string;
  readonly gateways: readonly Subject[];
  readonly requestsOf: (run: string) => Requests;
  /** Whether the charges of a measurement are deleted after it. */
  readonly isEmptied: boolean;
}

/** What was measured in one round; the costs are those of one charge. */
interface Round extends LogCosts {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly gatewayUs: number;
  readonly databaseUs: number;
  readonly failures: number;
}

/**
 * Measures what a charge costs on databases that have grown, each in alternation with an empty one:
 * `npm run bench:growth`. BENCH_CHARGES, BENCH_MERCHANTS, BENCH_ROUNDS and BENCH_SECONDS make it
 * shorter.
 */
async function main(): Promise<void> {
  const rows: object[] = [];
  const ratios: object[] = [];
  await withBenchDatabase({}, (database) =>
    database.withGateway(async (gateway) => {
      const empty = emptyTarget(database, gateway);
      await runLoads(empty, 'warm-up');
      await printLog(empty);
      for (const [index, grown] of GROWN.entries()) {
        if (ONLY && !ONLY.includes(index + 1)) continue;
        const [emptyRound, grownRound] = await measureBeside(grown, empty);
        rows.push(
          { what: 'empty', ...shown(emptyRound) },
          { what: grown.what, ...shown(grownRound) },
        );
        ratios.push({ what: grown.what, ...ratiosOf(grownRound, emptyRound) });
      }
    }),
  );
  process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
  console.table(rows);
  process.stdout.write(`beside the empty database; "!" marks more than ${RATIO_MAX} times:\n`);
  console.table(ratios);
}

function emptyTarget({ owner, env }: BenchDatabase, gateway: Subject): Target {
  createMerchant(env, 'bench');
  const keys = createKey(env, 'bench');
  const requestsOf = (run: string): Requests => chargeRequest(keys, run);
  return { owner, gateways: [gateway], requestsOf, isEmptied: true };
}

/** Prints what a charge and a full life on the empty database write to the log. */
async function printLog(empty: Target): Promise<void> {
  const [gateway] = empty.gateways;
  if (!gateway) return;
  const charges = await startLogMeter(empty.owner);
  await charges.print('a charge', (await runLoads(empty, 'log')).requests);
  await charges.close();
  const lives = await startLogMeter(empty.owner);
  await lives.print('a full life', (await measureLives(gateway)).lives);
  await lives.close();
}

/** Measures a grown and the empty database in alternation; returns the medians of each. */
async function measureBeside(grown: Grown, empty: Target): Promise<readonly [Round, Round]> {
  const rounds: [Round, Round][] = [];
  await withBenchDatabase({}, async (database) => {
    runCli(database.env, ['migrate']);
    const { owner } = database;
    const requestsOf = await grown.prepare(database);
    await queryOne(owner, VERIFIED);
    await withGateways(database, grown.gateways, async (gateways) => {
      const target = { owner, gateways, requestsOf, isEmptied: !grown.isFull };
      await runLoads(target, 'warm-up');
      for (let round = 1; round <= ROUNDS; round += 1) {
        rounds.push([
          await measure(empty, `${grown.what} ${round}`),
          await measure(target, `${round}`),
        ]);
        process.stderr.write(`${grown.what}, round ${round}\n`);
      }
    });
  });
  return [medians(rounds.map(([one]) => one)), medians(rounds.map(([, other]) => other))];
}

/** Runs work on so many gateways of a database. */
function withGateways(
  database: BenchDatabase,
  count: number,
  work: (gateways: readonly Subject[]) => Promise<void>,
): Promise<void> {
  return database.withGateway(async (first) => {
    if (count === 1) return work([first]);
    const port = await freePort();
    const second = await startGateway({ ...database.env, PORT: String(port) });
    try {
      await work([first, { port, pids: { gateway: second.pid ?? 0 } }]);
    } finally {
      await endProcess(second);
    }
  });
}

// Otherwise the first gateway verifies all that was filled while the load is measured.
const VERIFIED = `insert into ledger_verifications (id, day, status, asked_at, finished_at, is_clean)
  select gen_random_uuid(), (now() + n * interval '1 day')::date, 'done', now(), now(), true
  from generate_series(-1, 1) as n`;

async function measure(target: Target, run: string): Promise<Round> {
  const log = await startLogMeter(target.owner);
  const meters = target.gateways.map(({ pids }) => startMeter(pids));
  const load = await runLoads(target, run);
  const costs = meters.map((end) => end(load.requests));
  const logCosts = await log.end(load.requests);
  await log.close();
  if (target.isEmptied) await deleteCharges(target.owner);
  if (load.failures > 0) process.stderr.write(`${load.firstFailure}\n`);
  const us = (part: 'gateway' | 'database'): number =>
    costs.reduce((sum, cost: Costs) => sum + sumOf(cost[part]), 0);
  const { perSecond, p99Ms, failures } = load;
  return {
    perSecond,
    p99Ms,
    failures,
    gatewayUs: us('gateway'),
    databaseUs: us('database'),
    ...logCosts,
  };
}

/** Runs the load, in equal parts on all gateways. */
async function runLoads({ gateways, requestsOf }: Target, run: string): Promise<LoadResult> {
  const loads = await Promise.all(
    gateways.map(({ port }, index) =>
      runLoad({
        port,
        connections: Math.ceil(CONNECTIONS / gateways.length),
        durationMs: DURATION_MS,
        next: requestsOf(`${run.replaceAll(/\W/g, '')}-${index}`),
        expectedStatus: 201,
      }),
    ),
  );
  const sum = (of: (load: LoadResult) => number): number =>
    loads.reduce((total, load) => total + of(load), 0);
  const most = (of: (load: LoadResult) => number): number => Math.max(...loads.map(of));
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    p50Ms: most(({ p50Ms }) => p50Ms),
    p99Ms: most(({ p99Ms }) => p99Ms),
    requests: sum(({ requests }) => requests),
    failures: sum(({ failures }) => failures),
    firstFailure: loads.find(({ firstFailure }) => firstFailure !== '')?.firstFailure ?? '',
  };
}

/** Deletes the charges and the idempotency keys of all buckets. */
async function deleteCharges(owner: string): Promise<void> {
  const { tables } = await queryOne(
    owner,
    `select string_agg(format('%1$I.charges, %1$I.idempotency_keys', bucket_id), ', ') as tables
      from buckets`,
  );
  await queryOne(owner, `truncate ${tables}`);
}

function medians(rounds: readonly Round[]): Round {
  const middle = (of: (round: Round) => number): number =>
    rounds.map(of).toSorted((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    gatewayUs: middle(({ gatewayUs }) => gatewayUs),
    databaseUs: middle(({ databaseUs }) => databaseUs),
    recordBytes: middle(({ recordBytes }) => recordBytes),
    pageBytes: middle(({ pageBytes }) => pageBytes),
    failures: Math.max(...rounds.map(({ failures }) => failures)),
  };
}

function shown(round: Round): Record<string, number> {
  const columns = {
    'per second': round.perSecond,
    'p99 ms': round.p99Ms,
    'gateway µs': round.gatewayUs,
    'PostgreSQL µs': round.databaseUs,
    'log bytes': round.recordBytes,
    'whole pages': round.pageBytes,
    failures: round.failures,
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, Math.round(value)]),
  );
}

function ratiosOf(grown: Round, empty: Round): Record<string, string> {
  const us = ({ gatewayUs, databaseUs }: Round): number => gatewayUs + databaseUs;
  const columns = {
    'seconds a charge': empty.perSecond / grown.perSecond,
    p99: grown.p99Ms / empty.p99Ms,
    'gateway + PostgreSQL µs': us(grown) / us(empty),
    'log bytes': grown.recordBytes / empty.recordBytes,
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, ratio]) => [
      name,
      `${ratio.toFixed(2)}${ratio > RATIO_MAX ? ' !' : ''}`,
    ]),
  );
}

await main();
