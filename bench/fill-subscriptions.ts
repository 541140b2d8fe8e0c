import pg from 'pg';
import { addDays, brazilianDayOf } from '../gateway/src/ground/brazilian-days.ts';
import { businessDayFrom } from '../gateway/src/ground/business-days.ts';

/** Rows of one insert: few enough to commit within some seconds. */
const CHUNK = 20_000;

/**
 * The due date of cycles that the worker can create now: a business day two to four days ahead.
 * Throws when there is none, as in the night before the fourth day after a Thursday.
 */
export function creatableDay(now: number): string {
  const today = brazilianDayOf(now);
  const day = [3, 2, 4].map((days) => addDays(today, days)).find((d) => businessDayFrom(d) === d);
  if (day === undefined) throw new Error('no business day follows in time; try again tomorrow');
  return day;
}

/** Which subscriptions to add. */
export interface Filled {
  readonly username: string;
  readonly count: number;
  /** Makes the ids of several fills different. */
  readonly run: number;
  /** From now on the first cycles become due within this time, equally spread. */
  readonly spreadSeconds: number;
}

/** Adds authorized subscriptions of a fixed amount by SQL; the first cycle of each is due today. */
export async function fillSubscriptions(
  connectionString: string,
  { username, count, run, spreadSeconds }: Filled,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const day = creatableDay(Date.now());
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(from + CHUNK, count) - 1;
      await client.query(INSERT, [from, to, username, day, run]);
    }
    await client.query('vacuum analyze subscriptions');
    await client.query('checkpoint');
    // Only now is there work for the worker.
    await client.query(MAKE_DUE, [spreadSeconds, username, run]);
  } finally {
    await client.end();
  }
}

/** How many subscriptions of a merchant have a cycle. */
export async function countCycles(client: pg.Client, username: string): Promise<number> {
  const { rows } = await client.query(COUNT, [username]);
  return Number(rows[0]?.count);
}

const MERCHANT = '(select merchant_id from merchants where username = $3)';
const INSERT = `insert into subscriptions (merchant_id, environment, id, reference, payer_name,
    payer_document, description, amount_centavos, rhythm, first_due_on, retries, journey,
    client_id, created_at, authorizable_before, status, authorized_at, next_index, event_count,
    due_at, cycles_by)
  select merchant_id, 'test',
    (lpad(to_hex(1730000000000 + $5 * 1000000 + n), 12, '0') || '70008000'
      || lpad(to_hex(n * 2654435761 % 281474976710656), 12, '0'))::uuid,
    'contrato-' || $5 || '-' || n, 'Maria Silva', '12345678909', 'Plano ouro', 4990, 'monthly',
    $4::date, 'none', 'code', 'svc_pk_test_bench', now() - interval '30 days', $4::date,
    'authorized', now() - interval '29 days', 0, 1, 'infinity', 'gateway'
  from generate_series($1::bigint, $2::bigint) as n cross join ${MERCHANT} as merchant (merchant_id)`;
const MAKE_DUE = `update subscriptions
  set due_at = now() + $1::float8 * random() * interval '1 second'
  where due_at = 'infinity' and reference like 'contrato-' || $3::int || '-%'
    and merchant_id = (select merchant_id from merchants where username = $2)`;
const COUNT = `select count(*) as count from subscription_cycles
  where merchant_id = (select merchant_id from merchants where username = $1)`;
