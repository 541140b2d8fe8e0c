import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../gateway/src/ground/embedded-database/embedded-database.ts';
import { openBrowser } from '../gateway/test/support/browser.ts';
import { fillCharges } from './fill-charges.ts';
import { fillPanel } from './fill-panel.ts';
import {
  BLOCKING_LIMIT_MS,
  type FirstLoad,
  LCP_LIMIT_MS,
  measureFirstLoad,
  rowOf,
} from './first-load.ts';
import { logIn, post, readJson } from './panel-session.ts';
import { endProcess, freePort, runCli, startGateway } from './processes.ts';

const COUNT = Number(process.env.BENCH_ROWS ?? 1_000_000);
const TRIES = 20;
const LIMIT_MS = 100;
const PASSWORD = 'uma-senha-bem-longa';
const OPERATOR = { email: 'otto@operador.example', password: PASSWORD };
const OWNER = { email: 'ana@loja.example', password: PASSWORD };
const DAY_IN_THE_MIDDLE = '2024-11-02';

const rows: Record<string, string | number>[] = [];

/**
 * Measures every list of the panel with a million charges and two million entries, and the first
 * load of four pages: `npm run bench:panel`.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-gateway-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: database.connectionString,
    MIGRATION_DATABASE_URL: database.ownerConnectionString,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    OPERATOR_EMAIL: OPERATOR.email,
    OPERATOR_PASSWORD: OPERATOR.password,
  };
  try {
    const gateway = await startGateway(env);
    const url = `http://127.0.0.1:${env.PORT}`;
    await signUp(url, env, database.ownerConnectionString);
    await fillCharges(database.ownerConnectionString, { username: 'loja', count: COUNT });
    await fillCharges(database.ownerConnectionString, { username: 'origem', count: COUNT });
    const fill = { username: 'loja', origin: 'origem', count: COUNT };
    await fillPanel(database.ownerConnectionString, fill);
    await measureMerchant(url);
    await measureOperator(url);
    const loads = await measureFirstLoads(url);
    await endProcess(gateway);
    console.table(rows);
    printFirstLoads(loads);
    const slow = rows.filter((row) => Number(row['median ms']) > LIMIT_MS);
    process.stdout.write(`${slow.length} of ${rows.length} lists took more than ${LIMIT_MS} ms\n`);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function signUp(
  url: string,
  env: Readonly<Record<string, string>>,
  connectionString: string,
): Promise<void> {
  const account = { name: 'Loja', username: 'loja', ...OWNER };
  await post(`${url}/api/account/sign-up`, account);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('update auth."user" set "emailVerified" = true');
  await client.end();
  runCli(env, ['merchant', 'approve', 'loja']);
  runCli(env, [
    'merchant',
    'create',
    '--username',
    'origem',
    '--name',
    'Origem',
    '--approve',
    '--document',
    '11222333000181',
  ]);
}

async function measureMerchant(url: string): Promise<void> {
  const cookie = await logIn(url, OWNER);
  const scope = `${url}/api/panel/test`;
  const read = (path: string): Promise<Record<string, never>> =>
    readJson(`${scope}${path}`, cookie);
  const page = (await read('/transactions')) as unknown as {
    data: { internal_id: string; end_to_end_id: string; external_id: string }[];
  };
  const [one] = page.data;
  const webhooks = (await read('/webhooks')) as unknown as { data: { id: string }[] };
  const middle = `to=${DAY_IN_THE_MIDDLE}`;
  const lists = {
    'home, 30 days': '/overview?days=30',
    'home, 90 days': '/overview?days=90',
    transactions: '/transactions?limit=20',
    'transactions, a page in the middle': `/transactions?${middle}`,
    'transactions, paid': '/transactions?status=paid',
    'transactions, pending (none)': '/transactions?status=pending',
    'transactions, payouts (none)': '/transactions?type=payout',
    'transactions, by amount (none)': '/transactions?amount_min=999999',
    'transactions, by external id': `/transactions?search=${one?.external_id}`,
    'transactions, by end-to-end id': `/transactions?search=${one?.end_to_end_id}`,
    'transactions, by internal id': `/transactions?search=${one?.internal_id}`,
    'transactions, search of what is not there': '/transactions?search=nada',
    transaction: `/transactions/${one?.internal_id}`,
    statement: '/statement',
    'statement, reserved (none)': '/statement?account=reserved',
    'statement, a page in the middle': `/statement?${middle}`,
    'splits received': '/splits-received',
    'splits received, a page in the middle': `/splits-received?${middle}`,
    'splits received, pending (none)': '/splits-received?status=pending',
    'splits received, sums of a month': '/splits-received/summary?from=2024-10-27&to=2024-11-26',
    deliveries: `/webhooks/${webhooks.data[0]?.id}/deliveries`,
    'deliveries, failed (none)': `/webhooks/${webhooks.data[0]?.id}/deliveries?status=failed`,
    transfers: '/transfers',
    webhooks: '/webhooks',
    keys: '/credentials',
    'own changes': '/../audit',
  };
  for (const [what, path] of Object.entries(lists)) await measure(what, `${scope}${path}`, cookie);
}

/** The first load of four pages, as a phone on slow 4G sees them. */
async function measureFirstLoads(url: string): Promise<(FirstLoad & { what: string })[]> {
  const cookie = await logIn(url, OWNER);
  const cleanups: (() => unknown)[] = [];
  const browser = await openBrowser({ after: (cleanup) => void cleanups.push(cleanup) });
  try {
    return [
      { what: '/painel', ...(await measureFirstLoad(browser, `${url}/painel`, cookie)) },
      {
        what: '/painel/transacoes',
        ...(await measureFirstLoad(browser, `${url}/painel/transacoes`, cookie)),
      },
      { what: '/entrar', ...(await measureFirstLoad(browser, `${url}/entrar`)) },
      { what: '/guia/saques', ...(await measureFirstLoad(browser, `${url}/guia/saques`)) },
    ];
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

function printFirstLoads(loads: readonly (FirstLoad & { what: string })[]): void {
  console.table(loads.map((load) => rowOf(load.what, load)));
  const slow = loads.filter(
    ({ lcp, blocking }) => lcp > LCP_LIMIT_MS || blocking > BLOCKING_LIMIT_MS,
  );
  process.stdout.write(
    `${slow.length} of ${loads.length} first loads took longer than ${LCP_LIMIT_MS} ms to their ` +
      `largest content, or blocked for more than ${BLOCKING_LIMIT_MS} ms\n`,
  );
}

async function measureOperator(url: string): Promise<void> {
  const cookie = await logIn(url, OPERATOR);
  const lists = {
    'operator: merchants': '/merchants',
    'operator: merchants by word': '/merchants?search=loja',
    'operator: merchants by status': '/merchants?status=suspended',
    'operator: one merchant': '/merchants/loja',
    'operator: applications': '/kyc?status=submitted',
    'operator: ledger': '/ledger/test',
    'operator: verifications': '/ledger-verifications',
    'operator: health': '/health',
    'operator: mails': '/mails',
    'operator: mails, failed (none)': '/mails?status=failed',
    'operator: changes': '/audit',
    'operator: changes of a merchant': '/audit?merchant=loja',
    'operator: changes by somebody': '/audit?actor=ana7@loja.example',
    'operator: changes by nobody': '/audit?actor=ninguem@loja.example',
    'operator: changes of a kind': '/audit?action=webhook',
    'operator: changes of a kind (none)': '/audit?action=transfer',
  };
  for (const [what, path] of Object.entries(lists)) {
    await measure(what, `${url}/api/operator${path}`, cookie);
  }
}

async function measure(what: string, address: string, cookie: string): Promise<void> {
  const times: number[] = [];
  let first = 0;
  for (let index = 0; index <= TRIES; index += 1) {
    const startedAt = performance.now();
    await readJson(address, cookie);
    const took = performance.now() - startedAt;
    if (index === 0) first = took;
    else times.push(took);
  }
  const sorted = times.toSorted((one, other) => one - other);
  rows.push({
    what,
    'first ms': first.toFixed(1),
    'median ms': (sorted[TRIES / 2] ?? 0).toFixed(1),
    'slowest ms': (sorted.at(-1) ?? 0).toFixed(1),
  });
}

await main();
