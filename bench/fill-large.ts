import type pg from 'pg';
import { withClient } from './table-facts.ts';

const CHUNK = 50_000;
const WRITERS = 2;
const YEAR_MS = 365 * 86_400_000;
const EVENT_DAYS = 90;
/** A charge with its posting and three entries. */
const ROWS_A_CHARGE = 5;

export interface LargeFill {
  /** Half of the charges are this merchant's. */
  readonly merchantId: string;
  /** The other half has so many merchants, in equal shares. */
  readonly merchants: number;
  readonly charges: number;
}

/** The key of each of the many merchants, and the secret of all of them. */
export const MANY_SECRET = 'svc_sk_test_0000000000000000000000000000000000000000000';
export function keyOfMany(number: number): string {
  return `svc_pk_test_${String(number).padStart(22, '0')}`;
}

/** Adds the many merchants with a key each, without charges, in the first so many buckets. */
export async function addMerchants(
  connectionString: string,
  merchants: number,
  buckets = 1,
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(MERCHANTS, [merchants, buckets]);
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      await client.query(membersOf(`b${bucket}`));
    }
    await client.query(KEYS, [merchants, MANY_SECRET]);
    await client.query('vacuum analyze merchants, credentials');
  });
}

/**
 * Adds a year of paid charges as the gateway would have left them: with postings, entries, balances
 * and daily totals; the last 90 days with events and deliveries, the last day with idempotency
 * keys, because older ones have expired. `ledger verify` is clean. Each chunk is a transaction that
 * notes itself, so that an interrupted fill goes on when it is called again.
 */
export async function fillLarge(connectionString: string, fill: LargeFill): Promise<void> {
  const beganAt = await withClient(connectionString, async (client) => {
    await client.query(PROGRESS);
    const { rows } = await client.query(BEGAN_AT);
    for (let week = 0; week * 7 <= EVENT_DAYS + 7; week += 1) {
      await client.query(`select make_partitions('b0', now() - interval '1 week' * $1)`, [week]);
    }
    return Number(rows[0]?.ms);
  });
  const chunks = await chunksLeft(connectionString, fill.charges);
  const startedAt = performance.now();
  const total = chunks.length;
  await Promise.all(
    Array.from({ length: WRITERS }, () =>
      withClient(connectionString, async (client) => {
        await client.query(QUICK);
        for (let from = chunks.shift(); from !== undefined; from = chunks.shift()) {
          await fillChunk(client, { ...fill, beganAt, from });
          progress((total - chunks.length) * CHUNK, startedAt, fill.charges);
        }
      }),
    ),
  );
  await withClient(connectionString, (client) => finish(client, { ...fill, beganAt }));
}

async function chunksLeft(connectionString: string, charges: number): Promise<number[]> {
  const done = await withClient(connectionString, async (client) => {
    const { rows } = await client.query('select first from bench_chunks where first > 0');
    return new Set(rows.map((row) => Number(row.first)));
  });
  const all = Array.from({ length: Math.ceil(charges / CHUNK) }, (_, index) => index * CHUNK + 1);
  return all.filter((from) => !done.has(from));
}

async function fillChunk(
  client: pg.Client,
  { merchantId, merchants, charges, beganAt, from }: LargeFill & { beganAt: number; from: number },
): Promise<void> {
  const upTo = Math.min(charges, from + CHUNK - 1);
  const values = [from, upTo, merchantId, merchants, beganAt - YEAR_MS, YEAR_MS / charges];
  const perDay = Math.ceil(charges / 365);
  const isOfEvents = upTo > charges - perDay * EVENT_DAYS;
  await client.query('begin');
  for (const statement of [CHARGES, POSTINGS, ENTRIES]) await client.query(statement, values);
  if (isOfEvents) {
    const first = charges - perDay * EVENT_DAYS + 1;
    for (const statement of [EVENTS, DELIVERIES]) await client.query(statement, [...values, first]);
  }
  if (upTo > charges - perDay) {
    await client.query(IDEMPOTENCY_KEYS, [...values, charges - perDay + 1]);
  }
  await client.query('insert into bench_chunks values ($1)', [from]);
  await client.query('commit');
}

function progress(done: number, startedAt: number, charges: number): void {
  const seconds = (performance.now() - startedAt) / 1_000;
  const rows = Math.round((done * ROWS_A_CHARGE) / seconds);
  process.stderr.write(`filled ${done} of ${charges} charges, ${rows} rows a second\n`);
}

/** Writes balances and daily totals, and gathers statistics. */
async function finish(
  client: pg.Client,
  { merchantId, merchants, charges, beganAt }: LargeFill & { beganAt: number },
): Promise<void> {
  await client.query(QUICK);
  const { rowCount } = await client.query(`select from bench_chunks where first = -1`);
  if (rowCount !== 0) return;
  process.stderr.write('balances, daily totals, statistics\n');
  const perDay = Math.ceil(charges / 365);
  const eventsFrom = beganAt - YEAR_MS + ((charges - perDay * EVENT_DAYS) * YEAR_MS) / charges;
  await client.query('begin');
  await client.query(ACCOUNTS, [merchantId, merchants, charges]);
  await client.query(DAYS, [merchantId]);
  await client.query(
    `update partitioned_tables set kept_from = to_timestamp($1::double precision / 1000)
      where table_name = 'webhook_events'`,
    [Math.ceil(eventsFrom) + 1],
  );
  await client.query('insert into bench_chunks values (-1)');
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

// Triggers are left out: `ledger verify` checks afterwards what they would have checked.
const QUICK = `set session_replication_role = replica; set synchronous_commit = off;
  set work_mem = '256MB'`;
const PROGRESS = `create table if not exists bench_chunks (first bigint primary key);
  create table if not exists bench_began (at timestamptz not null);
  insert into bench_began select now() where not exists (select from bench_began)`;
const BEGAN_AT = 'select extract(epoch from at) * 1000 as ms from bench_began';

const MANY_ID = (number: string): string =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-000000000000')::uuid`;
const MERCHANTS = `insert into merchants (merchant_id, username, name, document, status,
    fee_basis_points, fee_fixed_centavos, payout_fee_centavos, created_at, bucket_id)
  select ${MANY_ID('n')}, 'lojista-' || n, 'Lojista', '11222333000181', 'active', 149, 49, 0, now(),
    'b' || n % $2::bigint
  from generate_series(1, $1::bigint) as n on conflict do nothing`;
const membersOf = (bucket: string): string => `insert into ${bucket}.bucket_merchants (merchant_id)
  select merchant_id from merchants where bucket_id = '${bucket}' on conflict do nothing`;
const KEYS = `insert into credentials (client_id, merchant_id, environment, name, secret_sha256,
    created_at)
  select 'svc_pk_test_' || lpad(n::text, 22, '0'), ${MANY_ID('n')}, 'test', 'bench',
    sha256($2::text::bytea), now()
  from generate_series(1, $1::bigint) as n on conflict do nothing`;

// $1 to $2 are the numbers of the charges. Odd ones are the merchant's of $3, even ones go around
// the $4 many merchants. `k` counts a merchant's own charges from 1.
const FILL = `(
    select n, at, case when n % 2 = 1 then $3::uuid
        else ${MANY_ID('(n / 2 - 1) % $4::bigint + 1')} end as merchant_id,
      case when n % 2 = 1 then (n + 1) / 2 else (n / 2 - 1) / $4::bigint + 1 end as k,
      lpad(to_hex(ms), 12, '0') || '7000' as head, lpad(to_hex(n), 12, '0') as tail
    from generate_series($1::bigint, $2::bigint) as n
    cross join lateral (
      select floor($5::double precision + n * $6::double precision)::bigint as ms) t
    cross join lateral (select to_timestamp(ms / 1000.0) as at) u
  ) f`;
const ID = `(head || '8000' || tail)::uuid`;
const EVENT_ID = `(head || '9000' || tail)::uuid`;
const CHARGES = `insert into charges (merchant_id, environment, id, external_id, status,
    amount_centavos, fee_centavos, payer_name, payer_document, payer_email, qrcode, event_count,
    created_at, expires_at, is_simulated, paid_at, booked_at, end_to_end_id)
  select merchant_id, 'test', ${ID}, 'pedido-' || n, 'paid', 9990, 197, 'Maria Silva',
    '12345678909', 'maria@example.com', repeat('0', 180), 1, at, at + interval '1 day', false,
    at, at, 'E99999999' || lpad(n::text, 23, '0')
  from ${FILL}`;
const POSTINGS = `insert into ledger_postings (merchant_id, environment, reference_id, kind,
    created_at)
  select merchant_id, 'test', ${ID}, 'charge_paid', at from ${FILL}`;
const ENTRIES = `insert into ledger_entries (merchant_id, environment, account, sequence,
    reference_id, kind, amount_centavos, balance_after_centavos, created_at)
  select merchant_id, 'test', account, k, ${ID}, 'charge_paid', amount, amount * k, at
  from ${FILL},
    (values ('available', 9793), ('fees', 197), ('bank', -9990)) as a (account, amount)`;
const EVENTS = `insert into webhook_events (merchant_id, environment, id, kind, resource_id,
    sequence, body, created_at)
  select merchant_id, 'test', ${EVENT_ID}, 'deposit.paid', ${ID}, 1,
    '{"fill":"' || repeat('0', 900) || '"}', at
  from ${FILL} where n >= $7::bigint`;
const DELIVERIES = `insert into webhook_deliveries (merchant_id, environment, event_id, id, url,
    status, attempt_count, created_at)
  select merchant_id, 'test', ${EVENT_ID}, ${EVENT_ID}, 'http://127.0.0.1:9/webhook', 'delivered',
    1, at
  from ${FILL} where n >= $7::bigint`;
const IDEMPOTENCY_KEYS = `insert into idempotency_keys (day, merchant_id, environment, key,
    request_sha256, resource_id, created_at)
  select (at at time zone 'UTC')::date, merchant_id, 'test', 'fill-' || tail, sha256(tail::bytea),
    ${ID}, at
  from ${FILL} where n >= $7::bigint`;
const ACCOUNTS = `insert into ledger_accounts (merchant_id, environment, account, balance_centavos,
    entry_count, may_be_negative)
  select merchant_id, 'test', account, amount * k, k, account = 'bank'
  from (
      select $1::uuid as merchant_id, ($3::bigint + 1) / 2 as k
      union all
      select ${MANY_ID('i')}, ($3::bigint / 2 - i + $2::bigint) / $2::bigint
      from generate_series(1, $2::bigint) as i
    ) m,
    (values ('available', 9793), ('fees', 197), ('bank', -9990)) as a (account, amount)
  where k > 0`;
const DAYS = `insert into charge_days (merchant_id, environment, day, paid_count, paid_centavos,
    created_paid_count)
  select merchant_id, environment, (paid_at at time zone 'America/Sao_Paulo')::date, count(*),
    sum(amount_centavos), count(*)
  from charges
  where paid_at is not null
    and (merchant_id = $1 or merchant_id::text like '%-0000-4000-8000-000000000000')
  group by 1, 2, 3`;
