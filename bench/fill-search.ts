import pg from 'pg';
import type { Database } from '../gateway/src/ground/database/database.ts';
import { openLog } from '../gateway/src/ground/log.ts';
import { createSearchPacker } from '../gateway/src/reports/transactions/pack-search-chunks.ts';

const STEP = 100_000;
const YEAR_MS = 365 * 86_400_000;

/**
 * Adds a year of live charges of a merchant with random payers, amounts and states, with the totals
 * of their days: what lists, searches and the home page read, without postings and events.
 */
export async function fillSearch(
  connectionString: string,
  { username, charges }: { readonly username: string; readonly charges: number },
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set work_mem = '256MB'`);
    const from = Date.now() - YEAR_MS - 120_000;
    for (let first = 1; first <= charges; first += STEP) {
      const last = Math.min(charges, first + STEP - 1);
      await client.query(CHARGES, [first, last, username, from, YEAR_MS / charges]);
    }
    await client.query(DAYS);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Packs all that can be packed, without the pauses of the worker. */
export async function packAll(database: Database): Promise<void> {
  const count = async (): Promise<bigint> => {
    const text = 'select count(*) as n from search_chunks';
    const [row] = await database.query<{ n: bigint }>({ name: 'bench_count_chunks', text }, []);
    return row?.n ?? 0n;
  };
  const pack = createSearchPacker({
    clock: { now: () => Date.now() },
    logger: openLog('error', process.stderr).logger,
  });
  for (let before = -1n, now = 0n; before !== now; before = now, now = await count()) {
    for (let round = 0; round < 20; round += 1) await pack(database);
  }
}

// A name of four words out of 40 · 4,000 · 30 · 4,000, one charge in 100,000 of "Zuleica". Every
// charge has a description, and every second one an e-mail.
const CHARGES = `insert into charges (merchant_id, environment, id, external_id, status,
    amount_centavos, fee_centavos, payer_name, payer_email, description, payer_document, qrcode, created_at, expires_at,
    is_simulated, paid_at, booked_at, end_to_end_id)
  select merchant_id, 'live',
    (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, 'pedido-' || n,
    case when n % 4 = 0 then 'expired' else 'paid' end, 100 + n * 7919 % 900000, 50,
    case when n % 100000 = 77 then 'Zuleica' else (array['Maria', 'José', 'Ana', 'João', 'Antônio',
      'Francisca', 'Carlos', 'Paulo', 'Adriana', 'Luís'])[1 + n % 10] end
      || ' ' || initcap(substr(md5((n * 31 % 4001)::text), 1, 7)) || ' '
      || (array['Silva', 'Santos', 'Souza', 'Lima', 'Conceição', 'Gonçalves'])[1 + n % 6]
      || ' ' || initcap(substr(md5((n * 17 % 3989)::text), 3, 6)),
    case when n % 2 = 0 then substr(md5(n::text), 1, 8) || '@example.com' end,
    (array['Mensalidade', 'Curso de cerâmica', 'Pedido da loja', 'Oficina de pão'])[1 + n % 4]
      || ' ' || (1 + n % 12) || '/2026',
    lpad((n * 7907 % 99999999999)::text, 11, '0'), repeat('0', 180), to_timestamp(ms / 1000.0),
    to_timestamp(ms / 1000.0 + 86400), false, case when n % 4 > 0 then to_timestamp(ms / 1000.0) end,
    case when n % 4 > 0 then to_timestamp(ms / 1000.0) end,
    case when n % 4 > 0 then 'E99999999' || lpad(n::text, 23, '0') end
  from generate_series($1::bigint, $2::bigint) as n
  cross join lateral (
    select floor($4::double precision + n * $5::double precision)::bigint as ms) at
  cross join (select merchant_id from merchants where username = $3) as merchant`;
const DAYS = `insert into charge_days (merchant_id, environment, day, paid_count, paid_centavos,
    created_paid_count)
  select merchant_id, environment, (paid_at at time zone 'America/Sao_Paulo')::date, count(*),
    sum(amount_centavos), count(*)
  from charges where status = 'paid' and environment = 'live' group by 1, 2, 3`;
