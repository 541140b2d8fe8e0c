import { createId } from '../ids.ts';
import { type BucketId, HOME_BUCKET } from './bucket-id.ts';
import type { Transaction } from './database-types.ts';
import { makePartitions } from './partitions.ts';
import { HERE } from './statement-place.ts';

/**
 * Tables that are only added to. Their rows stay in the old bucket as a copy that nothing reads,
 * because no statement deletes rows of the ledger.
 */
const KEPT = [
  'balance_adjustments',
  'balance_hold_movements',
  'balance_holds',
  'debt_repayments',
  'debts',
  'ledger_entries',
  'ledger_postings',
];
/** Tables that are moved first: every open transaction of the merchant locks rows of these. */
const FIRST = ['ledger_accounts', 'payouts', 'refunds', 'disputes', 'charges'];
/** Rows of later tables refer to rows of earlier tables. */
const IN_ORDER = ['balance_holds', 'settlements', 'settlement_parts', 'settlement_refunds'];
/**
 * Changes of rows on their way. The lease of a delivery's insert stays behind with the deliveries
 * of other merchants, so the delivery gets its own, which ends no earlier.
 */
const CHANGES: Readonly<Record<string, string>> = {
  webhook_deliveries: `undelivered = 'new', leased_until = now() + interval '25 seconds',
    lease_id = null where status = 'pending' and undelivered is null`,
};
/** The rows of the platform. */
const LEFT_OUT = ['bucket_merchants', 'incoming_payment_assignments', 'incoming_payments'];

const TABLES = {
  name: 'move_tables',
  text: `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum)
      filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped
    where c.relnamespace = '${HOME_BUCKET}'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> all($1) and exists (
        select from pg_attribute m where m.attrelid = c.oid and m.attname = 'merchant_id'
      )
    group by c.relname order by c.relname`,
};

const MISSING_PARTITIONS = {
  name: 'move_missing_partitions',
  text: `select distinct to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC'
      + interval '1 day' as at
    from pg_class c
    where c.relnamespace = $1::regnamespace and c.relispartition and c.relkind = 'r'
      and to_regclass(format('%I.%I', $2::text, c.relname)) is null
    order by at`,
};

interface MovedTable {
  readonly name: string;
  readonly columns: string;
}

interface Route {
  readonly from: BucketId;
  readonly to: BucketId;
}

/** How many rows of each table were moved. */
export type MovedRows = Readonly<Record<string, number>>;

/**
 * Moves all rows of a merchant from one bucket to another, in the caller's transaction by the owner
 * of the tables. It waits for the merchant's open transactions, and later transactions wait for it.
 * Throws when rows or balances differ afterwards.
 */
export async function moveRows(
  tx: Transaction,
  merchantId: string,
  route: Route,
): Promise<MovedRows> {
  const { from, to } = route;
  const source = runIn(tx.in(from));
  const target = runIn(tx.in(to));
  const tables = await tx.query<MovedTable & Record<string, unknown>>(TABLES, [LEFT_OUT]);
  await makeMissingPartitions(tx, route);
  await source('select from bucket_merchants where merchant_id = $1 for update', [merchantId]);
  await target('insert into bucket_merchants values ($1)', [merchantId]);
  const moved: Record<string, number> = {};
  for (const table of sorted(tables, [...FIRST, ...IN_ORDER.toReversed()])) {
    moved[table.name] = await takeRows(source, table, merchantId);
    const change = CHANGES[table.name];
    if (change) await source(`update moving_${table.name} set ${change}`);
  }
  for (const { name, columns } of sorted(tables, IN_ORDER)) {
    const added = await target(
      `with added as (
        insert into ${name} (${columns}) select ${columns} from moving_${name} returning 1
      ) select count(*) as count from added`,
    );
    if (countOf(added) !== moved[name]) throw new Error(`rows of ${name} were lost`);
  }
  await compareSums(source, target, merchantId);
  await source('delete from bucket_merchants where merchant_id = $1', [merchantId]);
  return moved;
}

/** Takes the merchant's rows of a table into a temporary table, and returns how many. */
async function takeRows(
  source: Run,
  { name, columns }: MovedTable,
  merchantId: string,
): Promise<number> {
  const rows = `${name} where merchant_id = $1`;
  // A table that is only added to changes under the lock of the accounts, which are taken first.
  const taken = KEPT.includes(name)
    ? `select ${columns} from ${rows}`
    : `delete from ${rows} returning ${columns}`;
  await source(
    `create temp table moving_${name} on commit drop as select ${columns} from ${name} limit 0`,
  );
  const kept = await source(
    `with taken as (${taken}), kept as (
      insert into moving_${name} select * from taken returning 1
    ) select count(*) as count from kept`,
    [merchantId],
  );
  return countOf(kept);
}

/** The new bucket may be younger than the rows. */
async function makeMissingPartitions(tx: Transaction, { from, to }: Route): Promise<void> {
  const missing = await tx.query<{ at: number }>(MISSING_PARTITIONS, [from, to]);
  for (const { at } of missing) await makePartitions(tx, to, at);
}

type Run = <Row extends Record<string, unknown> = Record<string, bigint>>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/** Runs SQL in one bucket. Each text belongs to one move, so each statement gets a new name. */
function runIn(tx: Transaction): Run {
  return (text, values = []) =>
    tx.query({ name: `move_${createId(Date.now())}`, place: HERE, text }, values);
}

function countOf([row]: readonly Record<string, bigint>[]): number {
  return Number(row?.count ?? 0n);
}

interface AccountSum extends Record<string, unknown> {
  readonly environment: string;
  readonly account: string;
  readonly total: bigint;
  readonly count: bigint;
}

const BALANCES = `select environment, account, balance_centavos as total, entry_count as count
  from ledger_accounts where merchant_id = $1`;
const SUMS = `select environment, account, coalesce(sum(amount_centavos), 0)::bigint as total,
    count(*) as count
  from ledger_entries where merchant_id = $1 group by environment, account`;

/**
 * Compares the balances in the new bucket with the entries in both. Each bucket is read separately,
 * because they may be on different nodes of a cluster.
 */
async function compareSums(source: Run, target: Run, merchantId: string): Promise<void> {
  const read = async (run: Run, text: string): Promise<string[]> => {
    const rows = await run<AccountSum>(text, [merchantId]);
    return rows
      .filter(({ total, count }) => total !== 0n || count > 0n)
      .map((row) => `${row.environment} ${row.account} ${row.total} ${row.count}`)
      .sort();
  };
  const balances = await read(target, BALANCES);
  for (const entries of [await read(target, SUMS), await read(source, SUMS)]) {
    if (entries.length === balances.length && entries.every((sum, i) => sum === balances[i])) {
      continue;
    }
    throw new Error('balances differ after the move of a merchant');
  }
}

/** Sorts the tables by their index in `order`; tables that are not in it come last. */
function sorted(tables: readonly MovedTable[], order: readonly string[]): readonly MovedTable[] {
  const rank = ({ name }: MovedTable): number => {
    const index = order.indexOf(name);
    return index === -1 ? order.length : index;
  };
  return tables.toSorted((left, right) => rank(left) - rank(right));
}
