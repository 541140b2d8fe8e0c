import type pg from 'pg';

const CHUNK = 50_000;

/**
 * Adds ledger scopes with paid charges and all rows that `ledger verify` compares: postings with
 * three entries each, accounts, daily totals. It adds no events, as if their retention had passed.
 */
export async function fillLedger(
  client: pg.Client,
  { scopes, charges }: { scopes: number; charges: number },
): Promise<void> {
  await client.query(MERCHANTS, [scopes]);
  for (let from = 1; from <= charges; from += CHUNK) {
    const upTo = Math.min(charges, from + CHUNK - 1);
    await client.query(CHARGES, [from, upTo]);
    await client.query(POSTINGS, [from, upTo]);
    await client.query(ENTRIES, [from, upTo]);
  }
  await client.query(ACCOUNTS);
  await client.query(DAYS);
  await client.query(
    `update partitioned_tables set kept_from = now() where table_name = 'webhook_events'`,
  );
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

const ID = `(lpad(to_hex(1730000000000 + n * 1000), 12, '0') || '7000' || '8000'
  || lpad(to_hex(n), 12, '0'))::uuid`;
const FILLED = `(select merchant_id from merchants where username like 'livro-%') m`;
const AT = 'to_timestamp(1730000000 + n)';

const MERCHANTS = `insert into merchants (merchant_id, username, name, document, status,
    fee_basis_points, fee_fixed_centavos, payout_fee_centavos, created_at)
  select gen_random_uuid(), 'livro-' || n, 'Livro', '11222333000181', 'active', 149, 49, 0, now()
  from generate_series(1, $1::bigint) as n`;
const CHARGES = `insert into charges (merchant_id, environment, id, status, amount_centavos,
    fee_centavos, payer_name, payer_document, qrcode, event_count, created_at, expires_at,
    is_simulated, paid_at, end_to_end_id)
  select merchant_id, 'test', ${ID}, 'paid', 9990, 197, 'Maria Silva', '12345678909',
    repeat('0', 180), 1, ${AT}, ${AT} + interval '1 day', false, ${AT},
    'E99999999' || lpad(n::text, 23, '0')
  from generate_series($1::bigint, $2::bigint) as n, ${FILLED}`;
const POSTINGS = `insert into ledger_postings
  select merchant_id, 'test', ${ID}, 'charge_paid', ${AT}
  from generate_series($1::bigint, $2::bigint) as n, ${FILLED}`;
const ENTRIES = `insert into ledger_entries
  select merchant_id, 'test', account, n, ${ID}, 'charge_paid', amount, amount * n, ${AT}
  from generate_series($1::bigint, $2::bigint) as n, ${FILLED},
    (values ('available', 9793), ('fees', 197), ('bank', -9990)) as a (account, amount)`;
const ACCOUNTS = `insert into ledger_accounts
  select merchant_id, environment, account, sum(amount_centavos), count(*), account = 'bank'
  from ledger_entries where merchant_id in (select merchant_id from ${FILLED})
  group by merchant_id, environment, account`;
const DAYS = `insert into charge_days (merchant_id, environment, day, paid_count, paid_centavos,
    created_paid_count)
  select merchant_id, environment, (paid_at at time zone 'America/Sao_Paulo')::date, count(*),
    sum(amount_centavos), count(*)
  from charges where merchant_id in (select merchant_id from ${FILLED}) group by 1, 2, 3`;
