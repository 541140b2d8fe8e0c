import pg from 'pg';

const CHUNK = 100_000;
/** Shares, changes and the like are fewer than charges: one for ten. */
const TENTH = 10;

/**
 * Adds the other rows of the panel's lists for a merchant that has charges already: two entries a
 * charge, daily totals, and for a tenth of the charges deliveries, shares from another merchant,
 * changes and mails.
 */
export async function fillPanel(
  connectionString: string,
  { username, origin, count }: { username: string; origin: string; count: number },
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`${ACCOUNTS}`, [username, count]);
    for (let from = 1; from <= count; from += CHUNK) {
      await client.query(ENTRIES, [username, from, Math.min(count, from + CHUNK - 1)]);
    }
    await client.query(DAYS, [username]);
    const few = Math.ceil(count / TENTH);
    await client.query(ENDPOINT, [username]);
    await client.query(PARTITIONS, [few]);
    await client.query(EVENTS, [username, few]);
    await client.query(DELIVERIES, [username]);
    await client.query(SHARES, [origin, username]);
    await client.query(CHANGES, [username, count]);
    await client.query(MAILS, [few]);
    await client.query(MERCHANTS, [Math.ceil(few / TENTH)]);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

// Ids contain their time, as the gateway's do: one each minute, until now.
const id = (n: string, kind: string): string =>
  `(lpad(to_hex((extract(epoch from now()) * 1000)::bigint - ($2::bigint - ${n}) * 60000), 12, '0')
    || '7000' || '${kind}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const MERCHANT = 'select merchant_id from merchants where username = $1';

const ACCOUNTS = `insert into ledger_accounts (merchant_id, environment, account, balance_centavos,
    entry_count, may_be_negative)
  select merchant_id, 'test', account, sign * 9793 * $2::bigint, $2, sign < 0
  from (${MERCHANT}) m, (values ('available', 1), ('bank', -1)) as a (account, sign)`;

const ENTRIES = `insert into ledger_entries (merchant_id, environment, account, sequence,
    reference_id, kind, amount_centavos, balance_after_centavos, created_at)
  select merchant_id, 'test', account, n, md5(n::text)::uuid, 'charge_paid', sign * 9793,
    sign * 9793 * n, now() - interval '1 minute' * (10000000 - n)
  from (${MERCHANT}) m, (values ('available', 1), ('bank', -1)) as a (account, sign),
    generate_series($2::bigint, $3::bigint) as n`;

const DAYS = `insert into charge_days (merchant_id, environment, day, paid_count, paid_centavos,
    created_paid_count)
  select merchant_id, environment, (paid_at at time zone 'America/Sao_Paulo')::date, count(*),
    sum(amount_centavos), count(*)
  from charges where merchant_id = (${MERCHANT}) and status = 'paid'
  group by 1, 2, 3`;

const ENDPOINT = `insert into webhook_endpoints (merchant_id, environment, id, url, status,
    sealed_secret, created_at)
  select merchant_id, 'test', gen_random_uuid(), 'http://127.0.0.1:9/', 'active', '', now()
  from (${MERCHANT}) m`;

const PARTITIONS = `select make_partitions('b0', now() - interval '1 week' * week)
  from generate_series(0, $1::bigint / (7 * 24 * 60) + 1) as week`;

const EVENTS = `insert into webhook_events (merchant_id, environment, id, kind, resource_id, sequence,
    body, created_at)
  select merchant_id, 'test', ${id('n', '9000')}, 'deposit.paid', gen_random_uuid(), 1, '{}',
    now() - interval '1 minute' * ($2::bigint - n)
  from (${MERCHANT}) m, generate_series(1, $2::bigint) as n`;

const DELIVERIES = `insert into webhook_deliveries (merchant_id, environment, event_id, id,
    endpoint_id, url, status, attempt_count, created_at)
  select e.merchant_id, e.environment, e.id, e.id, p.id, p.url, 'delivered', 1,
    e.created_at
  from webhook_events e join webhook_endpoints p using (merchant_id, environment)
  where merchant_id = (${MERCHANT})`;

const SHARES = `insert into charge_splits (merchant_id, environment, charge_id, position,
    recipient_id, username, basis_points, amount_centavos, status)
  select c.merchant_id, c.environment, c.id, 0, r.merchant_id, r.username, 1000, 999, 'paid'
  from charges c, merchants r
  where c.merchant_id = (${MERCHANT}) and r.username = $2`;

const CHANGES = `insert into audit_log (id, merchant_id, actor_kind, actor_name, action, subject,
    created_at)
  select ${id('n', 'a000')}, merchant_id, 'merchant', 'ana' || n % 100 || '@loja.example',
    case n % 3 when 0 then 'charge.created' when 1 then 'webhook.changed'
      else 'credential.created' end,
    n::text, now() - interval '1 minute' * ($2::bigint - n)
  from (${MERCHANT}) m, generate_series(1, $2::bigint) as n`;

const MAILS = `insert into mails (id, recipient, subject, sealed_body, status, created_at)
  select gen_random_uuid(), n || '@loja.example', 'Confirme seu e-mail', '', 'kept', now()
  from generate_series(1, $1::bigint) as n`;

const MERCHANTS = `insert into merchants (merchant_id, username, name, document, status,
    fee_basis_points, fee_fixed_centavos, payout_fee_centavos, created_at)
  select gen_random_uuid(), 'loja-' || n, 'Loja número ' || n, '11222333000181', 'active', 149, 49,
    0, now()
  from generate_series(1, $1::bigint) as n`;
