import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  PAYOUT,
  startGateway,
} from '../support/gateway.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { runs } from '../support/runs.ts';

/** How many snapshots are read. For a long run set SNAPSHOTS=100000. */
const SNAPSHOTS = Number(process.env.SNAPSHOTS ?? runs(300));
const PROCESSES = 2;
const SELLERS = 6;
const WORKERS = 8;

const gateway = await startGateway({ after });
const merchants = await Promise.all(
  Array.from({ length: SELLERS }, () => createMerchantWithKeys(gateway)),
);
const { config } = gateway.appContext;
const processes = await Promise.all(
  Array.from({ length: PROCESSES }, async () =>
    startGatewayProcess({
      PORT: String(await freePort()),
      DATABASE_URL: gateway.connectionString,
      ENCRYPTION_KEY: config.encryptionKey?.toString('base64') ?? '',
      DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
    }),
  ),
);
after(() => Promise.all(processes.map((one) => one.stop())));
const urls = [gateway.url, ...processes.map(({ url }) => url)];

/** Sells with a share, pays out and refunds, at the processes in turn, until `isDone`. */
async function trade(worker: number, isDone: () => boolean): Promise<number> {
  let count = 0;
  while (!isDone()) {
    const url = urls[(worker + count) % urls.length] ?? gateway.url;
    const seller = merchants[(worker + count) % SELLERS];
    const partner = merchants[(worker + 2 * count + 1) % SELLERS];
    if (!seller || !partner) throw new Error('there are no merchants');
    const { keys } = seller;
    const post = (path: string, body?: object) =>
      callGateway<Record<string, unknown>>(`${url}${path}`, 'POST', { keys, body });
    const isSplit = seller !== partner;
    const split = isSplit ? [{ username: partner.username, percentage: 12.5 }] : [];
    const charge = await post('/v1/pix/qrcode', { ...CHARGE, split });
    const id = String(charge.body.internal_id);
    const paid = await post(`/v1/test/charges/${id}/pay`);
    assert.equal(paid.status, 200, paid.text);
    const more = [
      await post('/v1/pix/payout', { ...PAYOUT, amount: 1 + (count % 900) }),
      await post(`/v1/transactions/${id}/refund`, { amount: 1 + (count % 100) }),
    ];
    for (const { status, text } of more) assert.ok(status === 201 || status === 422, text);
    count += 1;
  }
  return count;
}

// In one snapshot: the sum of all balances, of each scope, and each account's last entry.
const READ_SUMS = {
  name: 'read_sums',
  text: `select (select coalesce(sum(balance_centavos), 0)::text from ledger_accounts) as total,
    (select count(*)::int from (
      select from ledger_accounts group by merchant_id, environment
      having sum(balance_centavos) <> 0) scopes) as unequal_scopes,
    (select count(*)::int from ledger_accounts a left join ledger_entries e
      on (e.merchant_id, e.environment, e.account, e.sequence)
        = (a.merchant_id, a.environment, a.account, a.entry_count)
      where a.balance_centavos <> coalesce(e.balance_after_centavos, 0)) as unequal_accounts,
    (select sum(entry_count)::int from ledger_accounts) as entries`,
};

test('while several processes move money, all balances sum to zero in every snapshot', async () => {
  const reader = new pg.Client({ connectionString: gateway.connectionString });
  await reader.connect();
  let isDone = false;
  const trading = Promise.all(
    Array.from({ length: WORKERS }, (_, worker) => trade(worker, () => isDone)),
  );
  const failed = trading.then(
    () => undefined,
    (error: unknown) => error,
  );
  const seen = new Set<number>();
  try {
    for (let count = 0; count < SNAPSHOTS; count += 1) {
      await reader.query('begin isolation level repeatable read, read only');
      const [row] = (await reader.query(READ_SUMS)).rows;
      await reader.query('commit');
      assert.deepEqual(
        [row.total, row.unequal_scopes, row.unequal_accounts],
        ['0', 0, 0],
        `snapshot ${count}`,
      );
      seen.add(Number(row.entries));
    }
  } finally {
    isDone = true;
    await failed;
    await reader.end();
  }
  const counts = await trading;
  assert.ok(counts.every((count) => count > 0));
  assert.ok(seen.size > SNAPSHOTS / 50, `${seen.size} different states were seen`);
});
