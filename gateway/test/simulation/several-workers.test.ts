import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { composeWorker } from '#src/app/compose-worker.ts';
import { createMetrics } from '#src/platform/metrics.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { CHARGE, SANDBOX_KEYS, startGateway, until } from '../support/gateway.ts';

const DELAY_MS = 30_000;
// Far enough apart that the second charges are not due while the first are being paid.
const EARLIER_MS = 25_000;
const gateway = await startGateway({ after });
const { appContext, connectionString } = gateway;
// Two more workers beside the gateway's own, each with its pollers and its queue.
for (const _ of [1, 2]) {
  const worker = await composeWorker({ ...appContext, metrics: createMetrics() }, connectionString);
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

/** Holds charges until two workers are about to pay them, then lets both go on. */
async function letWorkersMeet(ids: readonly string[], begin: () => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerAddressOf(connectionString) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select from charges where id = any($1) for update', [ids]);
    begin();
    await until('two workers wait', async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length >= 2;
    });
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Waits until no worker is in a transaction that it began while the charges were held. */
async function letWorkersPass(): Promise<void> {
  const heldUntil = new Date();
  await until('every worker is through', async () => {
    const rows = await gateway.sql(
      `select from pg_stat_activity where datname = current_database() and xact_start < $1
        and pid <> pg_backend_pid()`,
      [heldUntil],
    );
    return rows.length === 0;
  });
}

test('the sandbox pays each charge once, 30 s after it was created, with three workers', async () => {
  const first = await charges(40);
  gateway.clock.advance(EARLIER_MS);
  const second = await charges(40);
  gateway.clock.advance(DELAY_MS - EARLIER_MS);
  await until('the first are paid', async () => (await paidCount(first)) === first.length);
  await letWorkersMeet(second, () => gateway.clock.advance(EARLIER_MS));
  await until('the others are paid', async () => (await paidCount(second)) === second.length);
  await letWorkersPass();
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
  // A worker that came second found nothing to do, rather than a law that held it back.
  assert.deepEqual(await gateway.sql('select from set_aside_work'), []);
  const failed = gateway.logLines.filter((line) => JSON.parse(line).level >= 50);
  assert.deepEqual(failed, []);
});
