import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { ID_MAX, ID_MIN } from '#src/ground/ids.ts';
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

interface RunNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly RunNode[];
}

/** The most rows that a node of a plan read when it ran. */
function mostRowsOf(node: RunNode): number {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  return Math.max(rows * node['Actual Loops'], ...(node.Plans ?? []).map(mostRowsOf));
}

const INSERT_CHARGES = (rows: number) => `insert into charges (merchant_id, environment, id, status,
    amount_centavos, fee_centavos, payer_name, payer_document, qrcode, created_at, expires_at,
    due_at, is_simulated)
  select $1, 'test', gen_random_uuid(), 'pending', 1000, 10, 'Maria', '12345678909', 'code',
    now(), now() + interval '1 day', now(), false from generate_series(1, ${rows})`;

const listOf = (rows: readonly object[]) => `'${JSON.stringify(rows)}'`;

/** The payments of some pending charges, as the value of a parameter. */
async function paymentsOf(merchantId: string): Promise<string> {
  const rows = await gateway.sql(
    `select id from charges where status = 'pending' and merchant_id = $1 limit ${KEYS}`,
    [merchantId],
  );
  const payments = rows.map(
    ({ id }) => `('${merchantId}', 'test', '${id}', 'E', true, null)::charge_payment`,
  );
  return `array[${payments.join(', ')}]::charge_payment[]`;
}

/** The numbers of charges at which plans are made, without statistics. */
const SIZES = [0, 100, 500, 1_000, 2_000, 5_000];

/**
 * Makes a merchant's charges and, at each of the sizes, the plans of statements with some values.
 * Returns the most rows that a node of each plan reads at 10,000 charges, with values made then.
 */
async function mostRowsBySize<const Name extends string>(
  planned: Readonly<Record<Name, string>>,
  valuesOf: () => Promise<Readonly<Record<Name, string>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(planned) as Name[];
  await client.query('alter table charges set (autovacuum_enabled = false); deallocate all');
  for (const [index, size] of SIZES.entries()) {
    const more = size - (SIZES[index - 1] ?? 0);
    await client.query(INSERT_CHARGES(more), [merchant.merchantId]);
    for (const name of names) {
      const text = statements.find((each) => each.name === name)?.text;
      await client.query(`prepare ${name}_at_${size} as ${text}`);
      await client.query(`explain execute ${name}_at_${size}(${planned[name]})`);
    }
  }
  await client.query(INSERT_CHARGES(10_000 - Math.max(...SIZES)), [merchant.merchantId]);
  const values = await valuesOf();
  const most = Object.fromEntries(names.map((name): [Name, number[]] => [name, []]));
  for (const name of names) {
    for (const size of SIZES) {
      await client.query('begin');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: RunNode }] }>(
        `explain (analyze, format json) execute ${name}_at_${size}(${values[name]})`,
      );
      await client.query('rollback');
      const [first] = rows;
      assert.ok(first);
      most[name]?.push(mostRowsOf(first['QUERY PLAN'][0].Plan));
    }
  }
  await client.query('truncate charges cascade; alter table charges reset (autovacuum_enabled)');
  return most as Record<Name, number[]>;
}

test('a payment reads no other charges of its merchant by a plan that was made when charges were few and had no statistics', async () => {
  const most = await mostRowsBySize({ charges_mark_paid: 'now(), null' }, async () => ({
    charges_mark_paid: `now(), ${await paymentsOf(merchant.merchantId)}`,
  }));
  assert.deepEqual(
    most.charges_mark_paid,
    SIZES.map(() => KEYS),
  );
});

test('pages of charges and reads by id read no other charges of their merchant by a plan that was made when charges were few and had no statistics', async () => {
  const { merchantId } = merchant;
  const scope = { merchant_id: merchantId, environment: 'test' };
  const page = { ...scope, page: 0, before_id: ID_MAX, from_id: ID_MIN, rows_max: 21 };
  const most = await mostRowsBySize(
    { charges_list_pages: `'[]'`, charges_select_shown: `'[]'` },
    async () => {
      const ids = await gateway.sql('select id from charges order by id limit 20');
      return {
        charges_list_pages: listOf([page]),
        charges_select_shown: listOf(ids.map(({ id }) => ({ ...scope, id, index: 0 }))),
      };
    },
  );
  assert.deepEqual(most, {
    charges_list_pages: SIZES.map(() => 21),
    charges_select_shown: SIZES.map(() => 20),
  });
});

/** Indexes of tables that hold few rows. */
const SMALL = ['merchants_pkey', 'charge_changes_pkey', 'charge_cancellations_pkey'];

test('payment, expiry and cancellation of charges look them up by their keys, however many more are pending than the statistics say', async () => {
  await makeBacklog(
    'charges',
    INSERT_CHARGES(ROWS),
    `update charges set status = 'paid', due_at = null, paid_at = now(), end_to_end_id = id::text`,
  );
  const rows = await gateway.sql(
    `select merchant_id, environment, id, true as is_removed from charges
     where status = 'pending' limit ${KEYS}`,
  );
  const at = 'now()';
  for (const [name, values] of [
    ['charges_mark_paid', [at, await paymentsOf(merchant.merchantId)]],
    ['charges_mark_expired', [listOf(rows), at]],
    ['charges_mark_canceled', [listOf(rows), at]],
  ] as const) {
    const indexes = await indexesOf(name, values);
    for (const index of SMALL) indexes.delete(index);
    assert.deepEqual([...indexes], ['charges_pkey'], name);
  }
});

test('the results of deliveries look them up by their keys, however many more are pending than the statistics say', async () => {
  await makeBacklog(
    'webhook_deliveries',
    `insert into webhook_deliveries (merchant_id, environment, event_id, id, url, status,
       undelivered, next_attempt_at, created_at, leased_until)
     select $1, 'test', id, id, 'https://example.com', 'pending', 'new', now(), now(),
       now() + interval '1 minute'
     from (
       select (rpad(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0'), 20, '7') ||
         right(gen_random_uuid()::text, 12))::uuid as id from generate_series(1, ${ROWS})
     ) made`,
    `update webhook_deliveries
      set status = 'delivered', undelivered = null, leased_until = null`,
  );
  const rows = await gateway.sql(
    `select merchant_id, environment, event_id, id as delivery_id, now() as leased_until,
       0 as pause_ms, null as lane from webhook_deliveries
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

/** The settings of transactions with `planOnce`, and PostgreSQL's own. */
const PLANNED_ONCE = 'set local plan_cache_mode = force_generic_plan';
const PLANNED_FREELY = `set local enable_seqscan = on; set local enable_hashjoin = on;
  set local enable_mergejoin = on; set local enable_material = on`;

/** The most rows that a node of a statement's plan reads with these values. */
async function mostRowsRead(
  name: string,
  values: readonly string[],
  settings: string,
): Promise<number> {
  const text = statements.find((each) => each.name === name)?.text;
  await client.query(`deallocate all; begin; ${settings}`);
  await client.query(`prepare explained as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: RunNode }] }>(
    `explain (analyze, format json) execute explained(${values.join(', ')})`,
  );
  await client.query('rollback');
  const [first] = rows;
  assert.ok(first);
  return mostRowsOf(first['QUERY PLAN'][0].Plan);
}

test('deliveries under the lease of an insert are found without reading others, although the leases have no statistics', async () => {
  const { merchantId } = merchant;
  const endpointId = randomUUID();
  const leaseId = randomUUID();
  const DELIVERED = 20_000;
  /** Deliveries of events in the milliseconds after an instant; `part` is a digit of their ids. */
  const insert = (rows: number, at: string, state: string, part: number) =>
    client.query(
      `insert into webhook_deliveries (merchant_id, environment, event_id, id, endpoint_id, url,
         attempt_count, next_attempt_at, created_at, status, lease_id)
       select $1, 'test', id, id, $2, 'https://example.com', 1, now(), now(), ${state}
       from (
         select (rpad(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint + n), 12, '0'),
           20, '${part}') || lpad(to_hex(n), 12, '0'))::uuid as id
         from generate_series(1, ${rows}) n
       ) made`,
      [merchantId, endpointId],
    );
  await client.query('truncate webhook_deliveries');
  await insert(DELIVERED, `now() - interval '1 hour'`, `'delivered', null`, 7);
  await insert(DELIVERED, `now() + interval '7 days'`, `'delivered', null`, 8);
  await client.query('vacuum analyze webhook_deliveries');
  await insert(KEYS, 'now()', `'pending', '${leaseId}'`, 9);
  const parts = await client.query('select distinct tableoid from webhook_deliveries');
  assert.ok(parts.rows.length > 1, 'there are partitions');
  await client.query(
    `insert into webhook_leases
       (id, leased_by, leased_until, merchant_ids, first_event_id, last_event_id)
     select $1, $1, now() + interval '1 minute', array[$1, $2]::uuid[], min(event_id::text)::uuid,
       max(event_id::text)::uuid
     from webhook_deliveries where lease_id = $1`,
    [leaseId, merchantId],
  );
  const statistics = await client.query(
    `select reltuples::int from pg_class where oid = 'webhook_leases'::regclass`,
  );
  assert.deepEqual(statistics.rows, [{ reltuples: -1 }], 'the leases have no statistics');
  const scope = [`'${merchantId}'`, `'test'`, `'${endpointId}'`];
  const most: Record<string, number> = {};
  for (const [name, values, settings] of [
    ['webhook_end_leases', [`array['${leaseId}']::uuid[]`], PLANNED_ONCE],
    ['webhook_endpoint_fail_leased', scope, PLANNED_ONCE],
    ['webhook_deliveries_list_pending', [...scope, `'${ID_MAX}'`, '1000'], PLANNED_FREELY],
    ['webhook_read_queue', ['1000', 'now()'], PLANNED_FREELY],
  ] as const) {
    most[name] = await mostRowsRead(name, values, settings);
  }
  assert.deepEqual(most, {
    webhook_end_leases: KEYS,
    webhook_endpoint_fail_leased: KEYS,
    webhook_deliveries_list_pending: KEYS,
    webhook_read_queue: KEYS,
  });
});
