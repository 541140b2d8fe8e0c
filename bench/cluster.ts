import type { ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  asCitusOwner,
  asCitusRuntime,
  CITUS_URL,
  createRoles,
  dropDatabase,
  isOnCluster,
  runOn,
  serversOf,
} from '../gateway/test/support/citus-servers.ts';
import { addBuckets, makeMigrated, withDatabase } from '../gateway/test/support/make-database.ts';
import { httpRequest, type LoadResult, runLoad } from './load.ts';
import { endProcess, freePort, runCli, startGateway, startScript } from './processes.ts';
import { type ProcessorTimes, processorTimes, sumOf, timesBetween } from './processor-time.ts';
import { awaitWebhooks, chargeRequest, type KeyPair } from './workloads.ts';

const DURATION_MS = Number(process.env.BENCH_SECONDS ?? 8) * 1_000;
const LIVES = Number(process.env.BENCH_LIVES ?? 6_000);
const CONNECTIONS = (process.env.BENCH_CONNECTIONS ?? '64 256').split(' ').map(Number);
const LIFE_CONNECTIONS = 64;
const LOAD_PATIENCE_MS = 60_000;
const REST_MS = 4_000;
const WARM_UP_MS = 4_000;
const WARM_UP_LIVES = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const MERCHANTS = 2;
const COORDINATOR = 'coordinator';

/** A way to spread the merchants over servers. */
interface Setup {
  readonly name: string;
  /** A superuser's address of the server; on a cluster of the coordinator. */
  readonly url: string;
  readonly database: string;
  readonly buckets: number;
  /** How many servers share the load: each gets as much as one server alone. */
  readonly servers: number;
}

/** The processor time of each server, in µs, by process. */
type ServerTimes = ReadonlyMap<string, ProcessorTimes>;

/** A gateway that is measured, and its servers. */
interface Subject {
  readonly setup: Setup;
  readonly port: number;
  readonly keys: readonly KeyPair[];
  /** Counts the webhooks of all merchants. */
  readonly receiver: ChildProcess;
  /** The process ids of the gateway and of the servers. */
  readonly pids: ReadonlyMap<string, number>;
  /** What each process uses in a second without requests. */
  readonly atRest: ServerTimes;
}

/** A subject before its measurements, and the end of its gateway and database. */
interface OpenSubject extends Omit<Subject, 'atRest'> {
  readonly servers: readonly string[];
  close(): Promise<void>;
}

/** The results of one measurement, by what was measured. */
const results = new Map<string, Measurement[]>();

/**
 * Measures what a charge and a life cost on a cluster (CITUS_URL), and on one server of the same
 * version and settings without Citus (PLAIN_URL). Both name a superuser and run on this machine. All
 * setups run at the same time and are measured in turn.
 */
async function main(): Promise<void> {
  const opened: OpenSubject[] = [];
  try {
    for (const setup of setups()) opened.push(await openSubject(setup));
    await pause(REST_MS);
    const ends = opened.map(({ pids }) => startMeter(pids));
    await pause(REST_MS);
    const subjects = opened.map((subject, index) => {
      const times = ends[index]?.(REST_MS / 1_000) ?? new Map();
      record(subject.setup, 'a second at rest', { ...NO_REQUESTS, times });
      return { ...subject, atRest: times };
    });
    for (const subject of subjects) await warmUp(subject);
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const subject of subjects) await measureRound(subject, round);
    }
    process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
    console.table([...results].map(([what, measured]) => rowOf(what, measured)));
  } finally {
    for (const { close } of opened) await close();
  }
}

function setups(): readonly Setup[] {
  const plain = process.env.PLAIN_URL;
  const all = [
    { name: 'plain', url: plain, buckets: 1, servers: 1 },
    { name: 'plain, two buckets', url: plain, buckets: 2, servers: 1 },
    { name: 'one node', url: CITUS_URL, buckets: 1, servers: 1 },
    { name: 'two nodes', url: CITUS_URL, buckets: 2, servers: 2 },
  ];
  const wanted = process.env.BENCH_SETUPS?.split(';') ?? all.map(({ name }) => name);
  return all.flatMap(({ url, ...setup }, index) =>
    url !== undefined && wanted.includes(setup.name)
      ? [{ ...setup, url, database: `pix_gateway_bench_${index}` }]
      : [],
  );
}

async function openSubject(setup: Setup): Promise<OpenSubject> {
  const env = await makeDatabase(setup);
  const port = Number(env.PORT);
  const receiverPort = await freePort();
  const receiver = await startScript('webhook-receiver.ts', { PORT: String(receiverPort) });
  const gateway = await startGateway(env);
  const close = async (): Promise<void> => {
    await endProcess(gateway);
    receiver.disconnect();
    await dropDatabase(setup.url, setup.database);
  };
  try {
    const servers = await serversOf(withDatabase(setup.url, setup.database));
    const pids = new Map([['gateway', gateway.pid ?? 0], ...(await serverPids(servers))]);
    const keys = createMerchants(env);
    for (const pair of keys) await createEndpoint(port, pair, receiverPort);
    return { setup, port, keys, pids, receiver, servers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills the tables a little. A server that has run for a while has statistics. */
async function warmUp(subject: Subject & Pick<OpenSubject, 'servers'>): Promise<void> {
  await createCharges(subject, 'warm-up', 64, WARM_UP_MS);
  await runLives(subject, 'warm-up', { connections: 64, lives: WARM_UP_LIVES });
  for (const server of subject.servers) await runOn(server, 'analyze');
}

async function measureRound(subject: Subject, round: number): Promise<void> {
  for (let load = 1; load <= subject.setup.servers; load += 1) {
    for (const count of CONNECTIONS) await measureCharges(subject, round, load * count);
    if (LIVES > 0) await measureLives(subject, round, load * LIFE_CONNECTIONS);
  }
}

/** Makes the database of a setup; returns the environment of a gateway on it. */
async function makeDatabase({
  url,
  buckets,
  database,
}: Setup): Promise<Readonly<Record<string, string>>> {
  await dropDatabase(url, database);
  await createRoles(url);
  const [connectionString, owner] = [asCitusRuntime(url), asCitusOwner(url)];
  if (!isOnCluster(url)) await runOn(url, `alter role ${new URL(owner).username} createdb`);
  const server = { connectionString, ownerConnectionString: owner };
  await makeMigrated(server, database);
  await addBuckets(server, database, buckets);
  return {
    PORT: String(await freePort()),
    DATABASE_URL: withDatabase(connectionString, database),
    MIGRATION_DATABASE_URL: withDatabase(owner, database),
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000000',
  };
}

/** The process ids of servers, by their names. */
async function serverPids(servers: readonly string[]): Promise<[string, number][]> {
  const text = "select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid";
  const pids = await Promise.all(servers.map((server) => runOn(server, text)));
  const nameOf = (index: number): string => (index === 0 ? COORDINATOR : `node ${index}`);
  return pids.map(([row], index) => [
    servers.length === 1 ? 'server' : nameOf(index),
    Number(row?.pid),
  ]);
}

/** Creates merchants, which the gateway spreads over the buckets, each with a key. */
function createMerchants(env: Readonly<Record<string, string>>): KeyPair[] {
  return Array.from({ length: MERCHANTS }, (_, index) => {
    const username = `bench-${index}`;
    runCli(env, [
      'merchant',
      'create',
      '--username',
      username,
      '--name',
      'Loja do Teste',
      '--document',
      '11222333000181',
      '--approve',
    ]);
    const pair = runCli(env, [
      'credential',
      'create',
      '--merchant',
      username,
      '--environment',
      'test',
      '--name',
      'bench',
    ]) as { client_id: string; client_secret: string };
    return { id: pair.client_id, secret: pair.client_secret };
  });
}

/**
 * Begins to measure. The returned function ends it, and leaves out what is used at rest, but not of
 * processes that have ended: autovacuum follows the load.
 */
function startMeter(
  pids: ReadonlyMap<string, number>,
  atRest: ServerTimes = new Map(),
): (count: number) => ServerTimes {
  const read = (): ServerTimes =>
    new Map([...pids].map(([name, pid]) => [name, processorTimes(pid)]));
  const before = read();
  const startedAt = performance.now();
  return (count) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    const used = [...read()].map(([name, after]): [string, ProcessorTimes] => {
      const idle = atRest.get(name) ?? new Map<string, number>();
      const all = timesBetween(before.get(name) ?? new Map(), after, count);
      const ofRest = (process: string): number =>
        process === 'ended' ? 0 : ((idle.get(process) ?? 0) * seconds) / count;
      return [name, new Map([...all].map(([process, us]) => [process, us - ofRest(process)]))];
    });
    return new Map(used);
  };
}

/** Creates charges of all merchants in turn. */
function createCharges(
  { port, keys }: Subject,
  run: string,
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  const requests = keys.map((pair) => chargeRequest(pair, run));
  const next = (sequence: number): string => requests[sequence % MERCHANTS]?.(sequence) ?? '';
  return runLoad({ port, connections, durationMs, next, expectedStatus: 201 });
}

async function measureCharges(subject: Subject, round: number, connections: number): Promise<void> {
  const end = startMeter(subject.pids, subject.atRest);
  const run = `${round}-${connections}`;
  const result = await createCharges(subject, run, connections, DURATION_MS);
  const times = end(result.requests);
  record(subject.setup, `a charge, ${connections} connections`, { times, ...result });
}

async function measureLives(subject: Subject, round: number, connections: number): Promise<void> {
  const end = startMeter(subject.pids, subject.atRest);
  const startedAt = performance.now();
  const run = `life-${round}-${connections}`;
  const result = await runLives(subject, run, { connections, lives: LIVES });
  const times = end(LIVES);
  const perSecond = (LIVES / (performance.now() - startedAt)) * 1_000;
  record(subject.setup, `a life, ${connections} connections`, { times, perSecond, ...result });
}

/** Creates charges, pays them, and waits until they are notified. */
async function runLives(
  { port, keys, receiver }: Subject,
  run: string,
  { connections, lives }: { connections: number; lives: number },
): Promise<Pick<LoadResult, 'failures' | 'firstFailure'>> {
  const creations = keys.map((pair) => chargeRequest(pair, run));
  const payments: string[] = [];
  const load = { port, connections, durationMs: LOAD_PATIENCE_MS, requestsMax: lives };
  const { seen: seenBefore } = await awaitWebhooks(receiver, 0);
  const created = await runLoad({
    ...load,
    next: (sequence) => creations[sequence % MERCHANTS]?.(sequence) ?? '',
    expectedStatus: 201,
    onAnswer(answer, sequence) {
      payments.push(payRequest(answer, keys[sequence % MERCHANTS]));
    },
  });
  const paid = await runLoad({
    ...load,
    next: (sequence) => payments[sequence - 1] ?? '',
    expectedStatus: 200,
  });
  const { seen } = await awaitWebhooks(receiver, seenBefore + lives);
  return {
    failures: created.failures + paid.failures + lives - (seen - seenBefore),
    firstFailure: created.firstFailure || paid.firstFailure,
  };
}

async function createEndpoint(port: number, pair: KeyPair, receiverPort: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhook-endpoints`, {
    method: 'POST',
    headers: {
      'client-id': pair.id,
      'client-secret': pair.secret,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: `http://127.0.0.1:${receiverPort}/webhook` }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}

/** The request that pays the charge of an answer. */
function payRequest(answer: string, pair: KeyPair | undefined): string {
  const id = /"internal_id":"([^"]+)"/.exec(answer)?.[1] ?? '';
  return httpRequest(`POST /v1/test/charges/${id}/pay`, {
    'client-id': pair?.id ?? '',
    'client-secret': pair?.secret ?? '',
  });
}

interface Measurement extends Pick<LoadResult, 'perSecond' | 'failures' | 'firstFailure'> {
  readonly times: ServerTimes;
}

const NO_REQUESTS = { perSecond: 0, failures: 0, firstFailure: '' };

/** Keeps a measurement, and writes the times of its processes. */
function record({ name }: Setup, what: string, result: Measurement): void {
  const key = `${name}: ${what}`;
  results.set(key, [...(results.get(key) ?? []), result]);
  const list = (times: ProcessorTimes): string =>
    [...times]
      .filter(([, us]) => Math.abs(us) >= 0.5)
      .map(([process, us]) => `${process} ${us.toFixed(1)}`)
      .join(', ');
  const servers = [...result.times].map(([server, times]) => `${server}: ${list(times)}`);
  process.stderr.write(`${key}: ${servers.join('; ')}\n`);
  if (result.failures > 0) process.stderr.write(`${result.firstFailure}\n`);
}

/** The medians of measurements. */
function rowOf(what: string, measured: readonly Measurement[]): Record<string, string | number> {
  const median = (pick: (one: Measurement) => number): number => {
    const values = measured.map(pick).toSorted((one, other) => one - other);
    return Math.round(values[Math.floor(values.length / 2)] ?? 0);
  };
  const us = (isWanted: (server: string) => boolean): number =>
    median(({ times }) =>
      [...times].reduce((sum, [name, one]) => sum + (isWanted(name) ? sumOf(one) : 0), 0),
    );
  return {
    what,
    'per second': median(({ perSecond }) => perSecond),
    'PostgreSQL µs': us((server) => server !== 'gateway' && server !== COORDINATOR),
    'coordinator µs': us((server) => server === COORDINATOR),
    'gateway µs': us((server) => server === 'gateway'),
    failures: measured.reduce((sum, { failures }) => sum + failures, 0),
  };
}

await main();
