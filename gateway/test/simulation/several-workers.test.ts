import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createMetrics } from '#src/ground/metrics.ts';
import { composeWorker } from '#src/host/compose-worker.ts';
import { countSessions, isBlocked } from '../support/blocked-statements.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { CHARGE, SANDBOX_KEYS, startGateway, until } from '../support/gateway.ts';

const DELAY_MS = 30_000;
// Far enough apart that the second charges are not due while the first are being paid.
const EARLIER_MS = 25_000;
const gateway = await startGateway({ after });
const { appContext, connectionString } = gateway;
// Two more workers besides that of the gateway, each with its own pollers and queue.
for (const _ of [1, 2]) {
  const worker = await composeWorker({ ...appContext, metrics: createMetrics() });
  after(() => worker.stop());
}

async function charges(count: number): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, () =>
      gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body: CHARGE }),
    ),
  );
  for (const { status, text } of created) assert.equal(status, 201, text);
  return created.map(({ body }) => String(body.internal_id));
}

async function paidCount(ids: readonly string[]): Promise<number> {
  const text = `select from charges where id = any($1) and status = 'paid'`;
  return (await gateway.sql(text, [ids])).length;
}

/**
 * Locks the account of the charges' merchant until a worker that has claimed them waits for it.
 * Meanwhile the other workers skip the charges.
 */
async function lockUntilOneWaits(ids: readonly string[], begin: () => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerAddressOf(connectionString) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `select from ledger_accounts where (merchant_id, environment) in
        (select merchant_id, environment from charges where id = any($1)) for update`,
      [ids],
    );
    begin();
    await until('a worker waits', () => isBlocked(gateway));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Waits until every transaction that began while the account was locked has ended. */
async function waitForWorkers(): Promise<void> {
  const lockedUntil = new Date();
  await until('every such transaction has ended', async () => {
    return (await countSessions(gateway, 'xact_start < $1', [lockedUntil])) === 0;
  });
}

test('three workers pay each sandbox charge once, 30 s after its creation', async () => {
  const first = await charges(40);
  gateway.clock.advance(EARLIER_MS);
  const second = await charges(40);
  gateway.clock.advance(DELAY_MS - EARLIER_MS);
  await until('the first are paid', async () => (await paidCount(first)) === first.length);
  await lockUntilOneWaits(second, () => gateway.clock.advance(EARLIER_MS));
  await until('the others are paid', async () => (await paidCount(second)) === second.length);
  await waitForWorkers();
  const ids = [...first, ...second];
  const early = await gateway.sql(
    `select id from charges where id = any($1) and paid_at < created_at + interval '30 seconds'`,
    [ids],
  );
  assert.deepEqual(early, []);
  for (const [what, table, column, kind] of [
    ['event', 'webhook_events', 'resource_id', 'deposit.paid'],
    ['posting', 'ledger_postings', 'reference_id', 'charge_paid'],
  ]) {
    const rows = await gateway.sql(
      `select ${column} from ${table} where ${column} = any($1) and kind = $2`,
      [ids, kind],
    );
    assert.equal(rows.length, ids.length, `each has one ${what}`);
  }
  // The second worker found nothing to do; no constraint had to stop it.
  assert.deepEqual(await gateway.sql('select from set_aside_work'), []);
  // A busy machine may connect to the database too slowly; the poller repeats that round.
  const failed = gateway.logLines.filter(
    (line) =>
      JSON.parse(line).level >= 50 && !line.includes('timeout exceeded when trying to connect'),
  );
  assert.deepEqual(failed, []);
});
