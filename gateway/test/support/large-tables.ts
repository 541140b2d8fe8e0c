import { run } from './database-server.ts';

const ROWS = 2_000;
/** So few that a plan without statistics may join through a small table. */
export const FEW_ROWS = 500;
const ROWS_CLAIMED = 10_000_000;
const MERCHANTS = 100;
const DAYS = 90;
/** Nearly all rows are in one of these states; the other rows wait or have failed. */
const USUAL = ['paid', 'delivered', 'done', 'sent', 'charge', 'approved', 'active', 'available'];

/** Tables of which a merchant has a few rows. Of every other table it has a hundredth. */
const FEW_A_MERCHANT = [
  'auth."user"',
  'auth.memberships',
  'auth.invitations',
  'webhook_alarms',
  'webhook_endpoints',
  'credentials',
  'credential_usage',
  'ledger_accounts',
  'event_feeds',
  'kyc_documents',
  'payout_notices',
];

/** Drops the constraints that the rows of `fillTables` would break; returns the texts of checks. */
export async function dropRules(connectionString: string): Promise<ReadonlyMap<string, string[]>> {
  const values = await valuesOfChecks(connectionString);
  await run(connectionString, WITHOUT_RULES);
  return values;
}

/**
 * Gives tables, or each of their partitions, the plausible rows `after` + 1 to `upTo`, of 100
 * merchants, without statistics.
 */
export async function fillTables(
  connectionString: string,
  tables: readonly string[],
  values: ReadonlyMap<string, string[]>,
  { after = 0, upTo = ROWS }: { after?: number; upTo?: number },
): Promise<void> {
  for (const table of tables) {
    const columns = await columnsOf(connectionString, table);
    const merchant = FEW_A_MERCHANT.includes(table)
      ? 'merchant_of(n)'
      : `merchant_of(n % ${MERCHANTS})`;
    const leaves = await run(connectionString, LEAVES, [table]);
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    for (const leaf of leaves) {
      const expressions = columns.map((column) =>
        expressionOf(column, merchant, values.get(column.name)),
      );
      await run(
        connectionString,
        // An automatic analysis would restore the true number of rows.
        `alter table ${leaf.name} set (autovacuum_enabled = false);
         set session_replication_role = replica;
         insert into ${leaf.name} (${names})
         select ${expressions.join(', ')}
         from generate_series(${after + 1}, ${upTo}) as n,
           lateral (
             select ${Number(leaf.begins)} + ${Number(leaf.seconds)} / ${ROWS}.0 * n as at
           ) as instant
         on conflict do nothing`,
      );
    }
  }
}

/** Makes PostgreSQL plan as if every filled table, or each of its partitions, had 10^7 rows. */
export async function pretendLargeTables(
  connectionString: string,
  growing: readonly string[],
): Promise<void> {
  await run(connectionString, 'analyze');
  await run(
    connectionString,
    `update pg_class c set reltuples = c.reltuples * $1
     from unnest($2::text[]) as t, leaves_of(t) as leaf
     where c.reltuples > 0
       and (c.oid = leaf or c.oid in (select indexrelid from pg_index where indrelid = leaf))`,
    [ROWS_CLAIMED / ROWS, growing],
  );
}

const WITHOUT_RULES = `
  create function merchant_of(n bigint) returns uuid language sql immutable
    return ('0190' || lpad(to_hex(n), 28, '7'))::uuid;
  -- A table, or the partitions of a partitioned one.
  create function leaves_of(of_table text) returns setof regclass language sql as $$
    select oid::regclass from pg_class where oid = of_table::regclass and relkind = 'r'
    union all
    select inhrelid::regclass from pg_inherits where inhparent = of_table::regclass
  $$;
  do $$ declare rule record; begin
    for rule in
      select conrelid::regclass as owner, conname from pg_constraint
      where contype in ('c', 'f') and conparentid = 0 and coninhcount = 0 and conrelid <> 0
      order by contype = 'c'
    loop
      execute format('alter table %s drop constraint %I', rule.owner, rule.conname);
    end loop;
  end $$`;

// A partition by id is bounded by instants in milliseconds; a partition by day begins at its day.
const LEAVES = `
  select leaf::text as name, coalesce(
      ('x' || replace(substring(bounds from '''([0-9a-f-]{13})-'), '-', ''))::bit(48)::bigint
        / 1000,
      extract(epoch from substring(bounds from '''(\\d{4}-\\d\\d-\\d\\d)''')::timestamptz)::bigint,
      extract(epoch from now())::bigint - ${DAYS} * 86400
    ) as begins,
    case when bounds is null then ${DAYS} * 86400
      when bounds ~ '[0-9a-f]{8}-' and leaf::text !~ 'request_log' then 600000
      else 86000 end as seconds
  from leaves_of($1) as leaf
  join pg_class c on c.oid = leaf
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bounds) b`;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isKey: boolean;
}

async function columnsOf(connectionString: string, table: string): Promise<Column[]> {
  const rows = await run(
    connectionString,
    `select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
       exists (select from pg_index where indrelid = attrelid and indisprimary
         and attnum = any(indkey) and indnkeyatts = 1) as is_key
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = ''`,
    [table],
  );
  return rows.map((row) => ({
    name: String(row.name),
    type: String(row.type),
    isNullable: row.nullable === true,
    isKey: row.is_key === true,
  }));
}

/** The texts that checks of the tables allow, by column. */
async function valuesOfChecks(connectionString: string): Promise<Map<string, string[]>> {
  const rows = await run(
    connectionString,
    `select attname as name, pg_get_constraintdef(k.oid) as text
     from pg_constraint k join pg_attribute a on a.attrelid = conrelid and attnum = conkey[1]
     where contype = 'c' and cardinality(conkey) = 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name, text } of rows) {
    const values = [...String(text).matchAll(/'([a-z_]+)'::text/g)].map(([, value = '']) => value);
    found.set(String(name), [...new Set([...(found.get(String(name)) ?? []), ...values])]);
  }
  return found;
}

// `n` counts the rows, `at` is an instant in seconds that grows with it.
const ID = `(lpad(to_hex((at * 1000)::bigint), 12, '0') || '7000' || '8'
  || substr(md5(random()::text), 1, 15))::uuid`;

function expressionOf(column: Column, merchant: string, values: string[] = []): string {
  const { name, isNullable, isKey } = column;
  const isMerchant = /^(merchant_id|recipient_id|merchantId)$/.test(name) && !isKey;
  const expression = isMerchant ? merchant : sampleOf(column, values);
  // These columns are null in most rows: they are set for due and for failed work.
  return isNullable && /due_at|next_attempt|resolved|failure|released/.test(name)
    ? `case when n % 100 = 0 then ${expression} end`
    : expression;
}

function sampleOf({ name, type }: Column, values: string[]): string {
  if (name === 'environment') return `(array['test', 'live'])[1 + n % 2]`;
  if (values.length > 0 && type === 'text') {
    const usual = values.find((value) => USUAL.includes(value)) ?? values[0];
    const list = values.map((value) => `'${value}'`).join(', ');
    return `case when n % 50 = 0 then (array[${list}])[1 + n / 50 % ${values.length}]
      else '${usual}' end`;
  }
  switch (type) {
    case 'uuid':
      return ID;
    case 'text':
      return 'md5(random()::text)';
    case 'jsonb':
      return `'{}'::jsonb`;
    case 'boolean':
      return 'n % 100 = 0';
    case 'timestamp with time zone':
      return 'to_timestamp(at)';
    case 'date':
      return 'to_timestamp(at)::date';
    case 'bytea':
      return `'\\x00'::bytea`;
    case 'json':
      return `'{}'::json`;
    case 'tsvector':
      return 'array_to_tsvector(array[md5(n::text)])';
    case 'text[]':
      return 'array[md5(n::text)]';
    case 'inet[]':
      return `array['192.0.2.1'::inet]`;
    default:
      return 'n';
  }
}
