import { cpus } from 'node:os';
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts';
import { addMerchants, fillLarge, keyOfMany, MANY_SECRET } from './fill-large.ts';
import { runLoad } from './load.ts';
import { createKey } from './merchants.ts';
import { logIn, post, readJson } from './panel-session.ts';
import { runCli } from './processes.ts';
import { addRow, printRows } from './report.ts';
import { printBloat, printSizes, queryOne } from './table-facts.ts';
import {
  chargeRequest,
  DURATION_MS,
  type KeyPair,
  measure,
  measureLives,
  measureReads,
  type Subject,
  WARM_UP_MS,
} from './workloads.ts';

const CHARGES = 2 * Math.floor(Number(process.env.BENCH_CHARGES ?? 10_000_000) / 2);
const MERCHANTS = Number(process.env.BENCH_MERCHANTS ?? 10_000);
const LOAD_MS = Number(process.env.BENCH_LOAD_SECONDS ?? 60) * 1_000;
const TRIES = 20;
const PASSWORD = 'uma-senha-bem-longa';
const OPERATOR = { email: 'otto@operador.example', password: PASSWORD };
const OWNER = { email: 'ana@loja.example', password: PASSWORD };

interface Bench extends Subject {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly owner: string;
}

/**
 * Measures the gateway on an empty database and with a year of 10^7 charges, one merchant with all
 * of the traffic and 10,000 merchants with equal shares: `npm run bench:large`. BENCH_CHARGES,
 * BENCH_MERCHANTS and BENCH_LOAD_SECONDS change the sizes. With BENCH_DATA the folder is kept, and
 * an interrupted fill goes on.
 */
async function main(): Promise<void> {
  const settings = { OPERATOR_EMAIL: OPERATOR.email, OPERATOR_PASSWORD: OPERATOR.password };
  const measureLarge = ({ owner, env, withGateway }: BenchDatabase): Promise<void> =>
    withGateway((subject) =>
      run({ ...subject, owner, env, url: `http://127.0.0.1:${subject.port}` }),
    );
  try {
    await withBenchDatabase(settings, measureLarge, process.env.BENCH_DATA);
  } finally {
    // A run takes hours: what was measured before an error is shown too.
    process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
    printRows();
  }
}

async function run(bench: Bench): Promise<void> {
  const { owner, env } = bench;
  const isFilled = (await queryOne(owner, `select to_regclass('bench_chunks') is not null as is`))
    .is;
  // A run that was interrupted before the fill has signed up already.
  const isSignedUp = (
    await queryOne(owner, `select exists (select from merchants where username = 'loja') as is`)
  ).is;
  if (!isSignedUp) await signUp(bench);
  if (!isFilled) await addMerchants(owner, MERCHANTS);
  const keys = createKey(env, 'loja');
  const cookies = {
    owner: await logIn(bench.url, OWNER),
    operator: await logIn(bench.url, OPERATOR),
  };
  if (!isFilled) await measureAll(bench, { keys, cookies, label: ', empty' });
  const { id } = await queryOne(
    owner,
    `select merchant_id as id from merchants where username = 'loja'`,
  );
  const begunAt = performance.now();
  await fillLarge(owner, { merchantId: String(id), merchants: MERCHANTS, charges: CHARGES });
  process.stderr.write(`filled in ${seconds(begunAt)} s\n`);
  await printSizes(owner, CHARGES);
  verify(env, ['--full']);
  verify(env, []);
  await measureAll(bench, { keys, cookies, label: `, ${CHARGES} charges` });
  const load = { port: bench.port, connections: 64, durationMs: LOAD_MS, expectedStatus: 201 };
  await runLoad({ ...load, next: chargeRequest(keys, 'long') });
  await measureLives(bench, ' for bloat');
  verify(env, []);
  await printBloat(owner);
}

interface Measurement {
  readonly keys: KeyPair;
  readonly cookies: Readonly<Record<'owner' | 'operator', string>>;
  readonly label: string;
}

async function measureAll(bench: Bench, { keys, cookies, label }: Measurement): Promise<void> {
  const { port, pids, url } = bench;
  const charges = { port, connections: 64, expectedStatus: 201 };
  const run = `${label.replaceAll(/\W/g, '')}${Date.now()}`;
  const warmUp = { ...charges, next: chargeRequest(keys, `warm${run}`) };
  await runLoad({ ...warmUp, durationMs: WARM_UP_MS });
  const timed = { ...charges, durationMs: DURATION_MS };
  await measure(`charges of one merchant${label}`, pids, {
    ...timed,
    next: chargeRequest(keys, `one${run}`),
  });
  const many = Array.from({ length: MERCHANTS }, (_, index) =>
    chargeRequest({ id: keyOfMany(index + 1), secret: MANY_SECRET }, `many${run}`),
  );
  await measure(`charges of ${MERCHANTS} merchants${label}`, pids, {
    ...timed,
    next: (sequence) => many[sequence % MERCHANTS]?.(sequence) ?? '',
  });
  await measureReads(bench, keys, label);
  await measureLives(bench, label);
  await measurePage(
    `home of the merchant${label}`,
    `${url}/api/panel/test/overview?days=30`,
    cookies.owner,
  );
  await measurePage(`statement${label}`, `${url}/api/panel/test/statement`, cookies.owner);
  await measurePage(
    `home of operators${label}`,
    `${url}/api/operator/ledger/test`,
    cookies.operator,
  );
  await measurePage(`health${label}`, `${url}/api/operator/health`, cookies.operator);
}

async function measurePage(what: string, address: string, cookie: string): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index <= TRIES; index += 1) {
    const startedAt = performance.now();
    await readJson(address, cookie);
    times.push(performance.now() - startedAt);
  }
  const [first = 0, ...later] = times;
  const sorted = later.toSorted((one, other) => one - other);
  const median = sorted[TRIES / 2] ?? 0;
  addRow({
    what: `${what} (first ${first.toFixed(0)} ms)`,
    'per second': Math.round(1_000 / median),
    'p50 ms': median.toFixed(1),
  });
}

function verify(env: Readonly<Record<string, string>>, words: readonly string[]): void {
  const begunAt = performance.now();
  const { clean } = runCli(env, ['ledger', 'verify', ...words]) as { clean: boolean };
  const what = `ledger verify ${words.join(' ')}${clean ? '' : ': NOT CLEAN'}`;
  addRow({ what, 'per second': 0, seconds: seconds(begunAt) });
}

function seconds(begunAt: number): string {
  return ((performance.now() - begunAt) / 1_000).toFixed(1);
}

async function signUp({ url, env, owner }: Bench): Promise<void> {
  await post(`${url}/api/account/sign-up`, { name: 'Loja', username: 'loja', ...OWNER });
  await queryOne(owner, 'update auth."user" set "emailVerified" = true returning 1 as one');
  runCli(env, ['merchant', 'approve', 'loja']);
}

await main();
