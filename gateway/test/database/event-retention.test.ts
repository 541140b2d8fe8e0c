import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createId } from '#src/ground/ids.ts';
import { keepPartitions } from '#src/host/expire-rows.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startGateway(
  { after },
  { hasWorker: false, env: { EVENT_RETENTION_DAYS: '7', BANK_CALLBACK_RETENTION_DAYS: '10' } },
);
const { keys } = await createMerchantWithKeys(gateway);
const EXPIRING = ['webhook_events', 'webhook_deliveries', 'webhook_attempts', 'bank_callbacks'];

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await gateway.sql(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [table],
  );
  return rows.map((row) => String(row.name)).sort();
}

function eventsOf(charge: Record<string, unknown>): Promise<Record<string, unknown>[]> {
  return gateway.sql('select id from webhook_events where resource_id = $1', [charge.internal_id]);
}

async function assertLedgerIsClean(): Promise<void> {
  const report = await verifyLedger(gateway.appContext.database, allLedgerChecks);
  const faults = JSON.stringify(report, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  assert.ok(report.isClean, faults);
}

test('partitions of events older than EVENT_RETENTION_DAYS are dropped, and later ones stay', async () => {
  const old = await receivePayment(gateway, keys);
  gateway.clock.advance(20 * DAY_MS);
  const young = await receivePayment(gateway, keys);
  assert.equal((await eventsOf(old)).length, 1);
  const before = await partitionsOf('webhook_events');

  await keepPartitions(gateway.appContext);

  assert.equal((await eventsOf(old)).length, 0);
  assert.equal((await eventsOf(young)).length, 1);
  const left = await partitionsOf('webhook_events');
  assert.ok(!left.includes(before[0] ?? ''), 'the oldest partition is gone');
  const path = `/v1/transactions/${String(old.internal_id)}`;
  const charge = await gateway.call('GET', path, { keys });
  assert.equal(charge.body.status, 'paid');
  await assertLedgerIsClean();
});

test('a charge that was canceled long before it would have expired is verified without its event', async () => {
  const body = { ...CHARGE, expires_in: 30 * 24 * 60 * 60 };
  const { internal_id: id } = (await gateway.call('POST', '/v1/pix/qrcode', { keys, body })).body;
  const canceled = await gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys });
  assert.equal(canceled.status, 200);
  gateway.clock.advance(20 * DAY_MS);

  await keepPartitions(gateway.appContext);

  assert.deepEqual(await eventsOf({ internal_id: id }), []);
  await assertLedgerIsClean();
});

test('verification finds an event that is missing within its retention', async () => {
  const { database } = gateway.appContext;
  await receivePayment(gateway, keys);
  await gateway.sql(`create table kept as table webhook_events`);
  await gateway.sql(`delete from webhook_events`);
  const report = await verifyLedger(database, allLedgerChecks);
  await gateway.sql(`insert into webhook_events table kept; drop table kept`);
  assert.equal(report.isClean, false);
  await assertLedgerIsClean();
});

test('a payment is stored although the partition of its event does not exist', async () => {
  gateway.clock.advance(400 * DAY_MS);
  const charge = await receivePayment(gateway, keys);
  assert.equal((await eventsOf(charge)).length, 1);
});

test('every start creates the partitions of the next two weeks', async () => {
  await keepPartitions(gateway.appContext);
  const inTwoWeeks = createId(gateway.clock.now() + 14 * DAY_MS);
  for (const table of EXPIRING) assert.ok((await partitionsOf(table)).length >= 3, table);
  await gateway.sql(
    `insert into bank_callbacks (id, bank, body, received_at) values ($1, 'efi', '', now())`,
    [inTwoWeeks],
  );
});

test('a partition with an unhandled call-back of the bank stays until the call-back is handled', async () => {
  const id = createId(gateway.clock.now());
  await gateway.sql(
    `insert into bank_callbacks (id, bank, body, received_at, due_at)
     values ($1, 'efi', '{}', now(), now())`,
    [id],
  );
  gateway.clock.advance(60 * DAY_MS);
  await keepPartitions(gateway.appContext);
  const select = 'select from bank_callbacks where id = $1';
  assert.equal((await gateway.sql(select, [id])).length, 1);

  await gateway.sql('update bank_callbacks set due_at = null');
  await keepPartitions(gateway.appContext);
  assert.equal((await gateway.sql(select, [id])).length, 0);
});

test('two events of a transaction can’t have the same sequence within a partition', async () => {
  await receivePayment(gateway, keys);
  const copy = `insert into webhook_events
    select merchant_id, environment, (left(id::text, 24) || 'aaaaaaaaaaaa')::uuid, kind,
      resource_id, sequence, body, created_at, null, form, amount_centavos from webhook_events`;
  await assert.rejects(gateway.sql(copy), /duplicate key/);
});

test('partitions of tables that do not expire can’t be dropped', async () => {
  for (const table of ['ledger_entries', 'charges', 'audit_log']) {
    await assert.rejects(gateway.sql(`select drop_expired_partition('b0', '${table}', now())`));
  }
});

test('partitions stay while a transaction reads their table, and are dropped afterwards', async () => {
  const charge = await receivePayment(gateway, keys);
  gateway.clock.advance(60 * DAY_MS);
  const reader = await gateway.appContext.database.pool.connect();
  await reader.query('begin; select from webhook_events limit 1');
  await keepPartitions(gateway.appContext);
  await reader.query('commit');
  reader.release();
  assert.equal((await eventsOf(charge)).length, 1);
  await keepPartitions(gateway.appContext);
  assert.equal((await eventsOf(charge)).length, 0);
});
