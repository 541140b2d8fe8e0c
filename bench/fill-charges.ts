import pg from 'pg';

/** Rows of one insert: few enough to commit within some seconds. */
const CHUNK = 100_000;

/**
 * Adds paid charges of a merchant by SQL, each with its idempotency key, as after a year of
 * business. It adds no postings, because the creation of a charge doesn't read them.
 */
export async function fillCharges(
  connectionString: string,
  { username, count }: { username: string; count: number },
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (let from = 0; from < count; from += CHUNK) {
      await client.query(INSERT_CHARGES, [from, from + CHUNK - 1, username]);
      await client.query(INSERT_KEYS, [from, from + CHUNK - 1, username]);
    }
    await client.query('vacuum analyze charges');
    await client.query('vacuum analyze idempotency_keys');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

// Ids contain their time, as the gateway's do: one each second, from a year ago on.
const FILL_ID = `(lpad(to_hex(1730000000000 + n * 1000), 12, '0') || '7000' || '8000'
  || lpad(to_hex(n), 12, '0'))::uuid`;

const INSERT_CHARGES = `insert into charges (merchant_id, environment, id, external_id, status,
    amount_centavos, fee_centavos, payer_name, payer_document, qrcode, created_at, expires_at,
    is_simulated, paid_at, end_to_end_id)
  select merchant_id, 'test', ${FILL_ID}, 'fill-' || n, 'paid', 9990, 197, 'Maria Silva',
    '12345678909', repeat('0', 180), to_timestamp(1730000000 + n), to_timestamp(1730086400 + n),
    false, to_timestamp(1730000030 + n), 'E99999999' || lpad(n::text, 23, '0')
  from generate_series($1::bigint, $2::bigint) as n
  cross join (select merchant_id from merchants where username = $3) as merchant`;

const INSERT_KEYS = `insert into idempotency_keys (day, merchant_id, environment, key, request_sha256,
    resource_id, created_at)
  select (now() at time zone 'utc')::date, merchant_id, 'test', gen_random_uuid()::text,
    sha256(n::text::bytea), ${FILL_ID}, now()
  from generate_series($1::bigint, $2::bigint) as n
  cross join (select merchant_id from merchants where username = $3) as merchant`;
