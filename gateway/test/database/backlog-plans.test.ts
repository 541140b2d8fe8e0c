import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { ownerAddressOf } from '../support/database-server.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { collectStatements } from '../support/store-statements.ts';

const ROWS = 3_000;
const KEYS = 200;

const gateway = await startGateway({ after }, { hasWorker: false });
const { merchant } = await createMerchantWithKeys(gateway);
const client = new pg.Client({ connectionString: ownerAddressOf(gateway.connectionString) });
await client.connect();
// No `after` closes this client: that of the gateway runs first and drops the database.
client.on('error', () => {});
// As `planOnce` and the leases of deliveries plan.
await client.query(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off`);
const statements = await collectStatements();

/** Makes rows that are pending, although the statistics say that none is. */
async function makeBacklog(table: string, insert: string, end: string): Promise<void> {
  await client.query(insert, [merchant.merchantId]);
  await client.query(end);
  await client.query(`vacuum analyze ${table}`);
  await client.query(insert, [merchant.merchantId]);
}

/** The indexes that a statement reads, by its plan with these values. */
async function indexesOf(name: string, values: readonly string[]): Promise<Set<string>> {
  const statement = statements.find((each) => each.name === name);
  assert.ok(statement, name);
  await client.query('deallocate all');
  await client.query(`prepare explained as ${statement.text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain execute explained(${values.join(', ')})`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return new Set(
    [...plan.matchAll(/Index (?:Only )?Scan (?:using|on) (\S+)/g)].map(([, index = '']) => index),
  );
}

/** Indexes of tables that hold few rows. */
const SMALL = ['merchants_pkey', 'charge_changes_pkey', 'charge_cancellations_pkey'];
const listOf = (rows: readonly object[]) => `'${JSON.stringify(rows)}'`;

test('payment, expiry and cancellation of charges look them up by their keys, however many more are pending than the statistics say', async () => {
  await makeBacklog(
    'charges',
    `insert into charges (merchant_id, environment, id, status, amount_centavos, fee_centavos,
       payer_name, payer_document, qrcode, created_at, expires_at, due_at, is_simulated)
     select $1, 'test', gen_random_uuid(), 'pending', 1000, 10, 'Maria', '12345678909', 'code',
       now(), now() + interval '1 day', now(), false from generate_series(1, ${ROWS})`,
    `update charges set status = 'paid', due_at = null, paid_at = now(), end_to_end_id = id::text`,
  );
  const rows = await gateway.sql(
    `select merchant_id, environment, id, true as is_removed from charges
     where status = 'pending' limit ${KEYS}`,
  );
  const payments = rows.map(
    (row) => `('${row.merchant_id}', 'test', '${row.id}', 'E', true, null)::charge_payment`,
  );
  const at = 'now()';
  for (const [name, list] of [
    ['charges_mark_paid', `array[${payments.join(', ')}]`],
    ['charges_mark_expired', listOf(rows)],
    ['charges_mark_canceled', listOf(rows)],
  ] as const) {
    const indexes = await indexesOf(name, [list, at]);
    for (const index of SMALL) indexes.delete(index);
    assert.deepEqual([...indexes], ['charges_pkey'], name);
  }
});

test('the results of deliveries look them up by their keys, however many more are pending than the statistics say', async () => {
  await makeBacklog(
    'webhook_deliveries',
    `insert into webhook_deliveries (merchant_id, environment, event_id, id, url, status,
       next_attempt_at, created_at, leased_until)
     select $1, 'test', id, id, 'https://example.com', 'pending', now(), now(),
       now() + interval '1 minute'
     from (
       select (rpad(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0'), 20, '7') ||
         right(gen_random_uuid()::text, 12))::uuid as id from generate_series(1, ${ROWS})
     ) made`,
    `update webhook_deliveries
      set status = 'delivered', leased_until = null, next_attempt_at = null`,
  );
  const rows = await gateway.sql(
    `select merchant_id, environment, event_id, id as delivery_id, now() as leased_until,
       0 as pause_ms, null as waits_for from webhook_deliveries
     where status = 'pending' order by event_id limit ${KEYS}`,
  );
  const attempts = rows.map(
    (row) => `('${row.merchant_id}', 'test', '${row.event_id}', '${row.delivery_id}', 1, now(), 5,
      204, '', null, 't=1', 'delivered', null, now(), 0, now(), false)::webhook_attempt`,
  );
  const range = [rows.at(0), rows.at(-1)].map((row) => `'${row?.event_id}'`);
  for (const [name, list] of [
    ['webhook_record_attempts', `array[${attempts.join(', ')}]`],
    ['webhook_give_back', listOf(rows)],
  ] as const) {
    const indexes = await indexesOf(name, [list, ...range]);
    for (const index of indexes) assert.match(index, /^webhook_deliveries_\d+_pkey$/, name);
    assert.equal(indexes.size, 1, name);
  }
});
