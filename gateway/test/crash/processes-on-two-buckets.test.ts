import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { ownerAddressOf } from '../support/database-server.ts';
import { callGateway, PAYOUT, receivePayment, until } from '../support/gateway.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { assertClean, available, openTwo, type Party } from '../support/two-buckets.ts';

/** Two processes on one database, with a merchant in each of two buckets. */
const ROUNDS = 4;
/** A charge of 10000 costs 149 + 49; 10 % of it goes to the other merchant. */
const NET = 9_802;
const SHARED = 10_000 - 198;
const encryptionKey = randomBytes(32).toString('base64');
const env = { ENCRYPTION_KEY: encryptionKey, DEFAULT_PAYOUT_FEE: '0' };
const { gateway, home, away } = await openTwo({ after }, { env, hasWorker: false });
const [first, second] = [await startProcess(), await startProcess()];
const ways = [await way(home, away), await way(away, home)] as const;
for (const { keys } of [home, away, home, away]) await receivePayment(gateway, keys);
/** What both merchants have, in centavos: each does what the other one does. */
let expected = 2 * NET;

/** One direction: the merchant that acts, and the one that takes part. */
interface Way {
  readonly from: Party;
  readonly to: Party;
  readonly session: PanelSession;
}

async function way(from: Party, to: Party): Promise<Way> {
  return { from, to, session: await signIn(gateway, from.merchant) };
}

async function startProcess() {
  const { connectionString } = gateway;
  const started = await startGatewayProcess({
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    ...env,
    DATABASE_URL: connectionString,
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
    MIGRATION_DATABASE_URL: ownerAddressOf(connectionString),
  });
  after(() => started.stop());
  return started;
}

/** Sends a request under one key, to one process after another, until it is answered. */
async function insist(
  urls: readonly string[],
  path: string,
  { headers, body }: { headers: object; body?: object },
): Promise<string> {
  const options = { headers: { ...headers, 'idempotency-key': randomUUID() }, body };
  let attempts = 0;
  const answer = await until(`${path} is answered`, async () => {
    const url = urls[Math.min(attempts, urls.length - 1)];
    attempts += 1;
    // A killed process doesn't answer; a busy one may refuse the request as overloaded.
    const one = await callGateway<Record<string, unknown>>(`${url}${path}`, 'POST', options).catch(
      () => undefined,
    );
    return one?.status === 503 ? undefined : one;
  });
  assert.ok([200, 201].includes(answer.status), `${path}: ${answer.text}`);
  return String(answer.body.internal_id);
}

function charge({ from, to }: Way): Promise<string> {
  const split = [{ username: to.username, percentage: 10 }];
  const body = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' }, split };
  return insist([gateway.url], '/v1/pix/qrcode', { headers: from.keys, body });
}

function pay(urls: readonly string[], { from }: Way, id: string): Promise<string> {
  return insist(urls, `/v1/test/charges/${id}/pay`, { headers: from.keys });
}

function refund(urls: readonly string[], { from }: Way, id: string): Promise<string> {
  const body = { amount: 1_000 };
  return insist(urls, `/v1/transactions/${id}/refund`, { headers: from.keys, body });
}

function withdraw(urls: readonly string[], { from }: Way): Promise<string> {
  return insist(urls, '/v1/pix/payout', { headers: from.keys, body: { ...PAYOUT, amount: 500 } });
}

function send(urls: readonly string[], { to, session }: Way): Promise<string> {
  const body = { username: to.username, amount: 10 };
  const headers = { cookie: session.cookie() };
  return insist(urls, '/api/panel/test/transfers', { headers, body });
}

/** Neither merchant has gained or lost by the other, no posting is one-sided, nothing differs. */
async function assertBooked(counts: Readonly<Record<string, number>>): Promise<void> {
  const balances = [home, away].map(({ keys }) => available(gateway, keys));
  assert.deepEqual(await Promise.all(balances), [expected, expected]);
  assert.deepEqual(await oneSided(), []);
  for (const [table, count] of Object.entries(counts)) {
    assert.equal((await gateway.sql(`select from ${table}`)).length, count, table);
  }
  await assertClean(gateway);
}

/** Transfers, and payments of charges with a share, of which one bucket has a posting only. */
function oneSided(): Promise<Record<string, unknown>[]> {
  return gateway.sql(
    `select p.reference_id, array_agg(p.kind) as kinds from ledger_postings p
      where p.kind in ('transfer_sent', 'transfer_received', 'split_received')
        or (p.kind = 'charge_paid' and exists
          (select from charge_splits s where s.charge_id = p.reference_id))
      group by p.reference_id having count(*) <> 2`,
  );
}

test('two processes split, transfer, refund and withdraw over two buckets in both directions', async () => {
  const orders = [[first.url], [second.url]].flatMap((urls) =>
    ways.flatMap((one) => Array.from({ length: ROUNDS / 2 }, () => ({ urls, one }))),
  );
  const paid = await Promise.all(
    orders.map(async ({ urls, one }) => {
      const id = await charge(one);
      await Promise.all([pay(urls, one, id), send(urls, one)]);
      return { urls, one, id };
    }),
  );
  await Promise.all(
    paid.flatMap(({ urls, one, id }) => [
      refund(urls, one, id),
      withdraw(urls, one),
      send(urls, one),
    ]),
  );
  expected += ROUNDS * (SHARED - 1_000 - 500);
  const [refunds, payouts, transfers] = [2 * ROUNDS, 2 * ROUNDS, 4 * ROUNDS];
  await assertBooked({ refunds, payouts, transfers });
});

async function lockTable(table: string) {
  const address = ownerAddressOf(gateway.connectionString);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  const waiting = `select from pg_locks where relation = $1::regclass and not granted`;
  return {
    isWaitedFor: async () => (await client.query(waiting, [table])).rowCount !== 0,
    release: () => client.end(),
  };
}

// The entries of b1 are written after those of b0; events are written after the entries.
for (const { table, victim } of [
  { table: 'b1.ledger_entries', victim: first },
  { table: 'b1.webhook_events', victim: second },
]) {
  test(`a process that is killed at a write of ${table} leaves no one-sided posting`, async () => {
    const before = {
      refunds: (await gateway.sql('select from refunds')).length,
      transfers: (await gateway.sql('select from transfers')).length,
    };
    const charges = await Promise.all(
      ways.flatMap((one) => [0, 1].map(async () => ({ one, id: await charge(one) }))),
    );
    const [paid, unpaid] = [charges.slice(1, 3), [charges[0], charges[3]]];
    for (const { one, id } of paid) await pay([gateway.url], one, id);
    const urls = [victim.url, gateway.url];
    const lock = await lockTable(table);
    let work: Promise<string>[] = [];
    try {
      work = [
        ...unpaid.flatMap((charged) => (charged ? [pay(urls, charged.one, charged.id)] : [])),
        ...ways.map((one) => send(urls, one)),
        ...paid.map(({ one, id }) => refund(urls, one, id)),
      ];
      await until(`a transaction waits to write ${table}`, lock.isWaitedFor);
      await victim.killHard();
    } finally {
      await lock.release();
    }
    assert.deepEqual(await oneSided(), []);
    await Promise.all(work);
    expected += 2 * SHARED - 1_000;
    await assertBooked({ refunds: before.refunds + 2, transfers: before.transfers + 2 });
  });
}

test('the database has met no deadlock', async () => {
  const [row] = await gateway.sql(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  assert.deepEqual(row, { deadlocks: 0 });
});
