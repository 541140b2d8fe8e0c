import { cpus } from 'node:os';
import { openDatabase } from '../gateway/src/ground/database/database.ts';
import { withBenchDatabase } from './bench-database.ts';
import { fillSearch, packAll } from './fill-search.ts';
import { logIn, post, readJson } from './panel-session.ts';
import { runCli } from './processes.ts';
import { addRow, printRows, startMeter } from './report.ts';
import { queryOne } from './table-facts.ts';

const CHARGES = Number(process.env.BENCH_CHARGES ?? 1_000_000);
const TRIES = 10;
const OWNER = { email: 'ana@loja.example', password: 'uma-senha-bem-longa' };

/** The searches by a description, each with its text. */
const SEARCHES: Readonly<Record<string, string>> = {
  'a common name': 'maria silva',
  'a rare name': 'zuleica',
  'a name that no payer has': 'wanderleia',
  'the middle of a CPF': '***.456.789-**',
  'a whole CPF': '79070000000',
  'an amount': 'R$ 1.234,56',
  'an external id': 'pedido-1234',
  'an external id that no charge has': 'pedido-x',
  'the beginning of an external id': 'pedido-123',
  'a description': 'curso ceramica',
  'a description that no charge has': 'pousada',
  'an e-mail that no charge has': 'zuleica@example.com',
};
const PERIODS = ['period=30_days', 'period=90_days', 'period=this_month', 'period=today'];

/**
 * Measures the search of transactions and the home page of a merchant with a year of charges:
 * `npm run bench:search`. BENCH_CHARGES changes their number, BENCH_DATA names a folder to keep.
 */
async function main(): Promise<void> {
  try {
    await withBenchDatabase({}, run, process.env.BENCH_DATA);
  } finally {
    process.stdout.write(`\n${CHARGES} charges, ${cpus().length} cores, ${cpus()[0]?.model}\n`);
    printRows();
  }
}

const run: Parameters<typeof withBenchDatabase>[1] = ({ owner, env, withGateway }) =>
  withGateway(async ({ port, pids }) => {
    const meter = () => startMeter(pids);
    const url = `http://127.0.0.1:${port}`;
    const { filled } = await queryOne(owner, `select exists (select from charge_days) as filled`);
    if (filled !== true) {
      await post(`${url}/api/account/sign-up`, { name: 'Loja', username: 'loja', ...OWNER });
      await queryOne(owner, 'update auth."user" set "emailVerified" = true returning 1 as one');
      runCli(env, ['merchant', 'approve', 'loja']);
      await fillSearch(owner, { username: 'loja', charges: CHARGES });
    }
    await pack(owner);
    const cookie = await logIn(url, OWNER);
    for (const [what, text] of Object.entries(SEARCHES)) {
      await measureSearch(`${url}/api/panel/live/transactions`, { what, text, cookie, meter });
    }
    for (const period of PERIODS) {
      await measure(`home, ${period}`, meter, () =>
        readJson(`${url}/api/panel/live/overview?${period}`, cookie),
      );
    }
  });

async function pack(owner: string): Promise<void> {
  const begunAt = performance.now();
  const database = openDatabase({
    connectionString: owner,
    connectionsMax: 2,
    applicationName: 'bench',
    planMode: 'force_custom_plan',
  });
  await database.buckets.refresh();
  await packAll(database);
  await database.close();
  const { bytes } = await queryOne(
    owner,
    `select pg_total_relation_size('b0.search_chunks')::text as bytes`,
  );
  const seconds = ((performance.now() - begunAt) / 1_000).toFixed(1);
  addRow({ what: `pack: ${Math.round(Number(bytes) / 1e6)} MB`, 'per second': 0, seconds });
}

/** All pages that the panel reads by itself until something is found, or nothing is left. */
async function measureSearch(
  address: string,
  { what, text, cookie, meter }: { what: string; text: string; cookie: string; meter: Meter },
): Promise<void> {
  let found = 0;
  let pages = 0;
  await measure(what, meter, async () => {
    found = 0;
    pages = 0;
    let cursor: unknown = null;
    do {
      const query = `search=${encodeURIComponent(text)}${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = (await readJson(`${address}?${query}`, cookie)) as Record<string, unknown>;
      found += (page.data as unknown[]).length;
      pages += 1;
      cursor = page.next_cursor;
      if (page.searched_until === null) break;
    } while (cursor !== null);
  });
  process.stdout.write(`${what} ("${text}"): ${found} found on ${pages} pages\n`);
}

type Meter = () => ReturnType<typeof startMeter>;

async function measure(what: string, meter: Meter, read: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await read();
  const first = performance.now() - startedAt;
  const later: number[] = [];
  const stopMeter = meter();
  for (let index = 0; index < TRIES; index += 1) {
    const beganAt = performance.now();
    await read();
    later.push(performance.now() - beganAt);
  }
  const costs = stopMeter(TRIES);
  const sorted = later.toSorted((one, other) => one - other);
  const median = sorted[TRIES / 2] ?? 0;
  addRow(
    {
      what: `${what} (first ${first.toFixed(0)} ms)`,
      'per second': Math.round(1_000 / median),
      'p50 ms': median.toFixed(1),
    },
    costs,
  );
}

await main();
