import type { Queryable, Statement } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { randomFraction } from '#src/ground/ids.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside, type WorkKind } from '#src/ground/work/set-aside.ts';

/** A table whose rows are compared with the bank when their `next_look_at` is over. */
interface SyncedTable {
  readonly table: 'subscription_bank_cycles' | 'subscription_recurrences';
  readonly queue: string;
  /** The primary key, which begins with the merchant. */
  readonly key: string;
  /** The columns of a claimed row, which name the table by `alias`. */
  readonly columns: string;
  readonly alias: string;
  /** The kind of rows that are set aside, and the column with their id. */
  readonly kind: WorkKind;
  readonly id: string;
}

/** The statements that claim due rows of a table. Its store keeps them. */
export interface DueRows {
  readonly queue: DueQueue;
  readonly oldest: Statement;
  readonly waiting: Statement;
  readonly ofMerchants: Statement;
}

/** Smaller than each merchant's id. */
const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';
const SEEDS = 2 ** 31;

/** Makes the statements about the due rows of a table. */
export function dueRowsOf(synced: SyncedTable): DueRows {
  const { table, key, columns, alias } = synced;
  const due = `from ${table} d where d.next_look_at <= $1
      and ${isNotSetAside(synced.kind, `d.${synced.id}`)}`;
  const claim = (rows: string): string =>
    `update ${table} ${alias} set next_look_at = $2 where (${key}) in (${rows}
    ) returning ${columns}`;
  return {
    queue: { name: synced.queue, due: `select ${due}` },
    oldest: {
      name: `${table}_claim_oldest`,
      place: HERE,
      text: claim(`
      select ${key} ${due}
      order by d.next_look_at limit $3 for update skip locked`),
    },
    // Reads the oldest row of each merchant in the index of merchants. Their order is random
    // in each round, so that each merchant gets its turn.
    waiting: {
      name: `${table}_list_waiting`,
      place: HERE,
      text: `with recursive first (merchant_id, next_look_at) as (
        values ('${NO_MERCHANT}'::uuid, null::timestamptz)
        union all
        select following.merchant_id, following.next_look_at from first cross join lateral (
          select d.merchant_id, d.next_look_at from ${table} d
          where d.merchant_id > first.merchant_id and d.next_look_at is not null
          order by d.merchant_id, d.next_look_at limit 1
        ) following
      )
      select merchant_id from first
      where next_look_at <= $1 and merchant_id <> all($2::uuid[])
      order by uuid_hash_extended(merchant_id, $3) limit $4`,
    },
    ofMerchants: {
      name: `${table}_claim_of_merchants`,
      place: HERE,
      text: claim(`
      select chosen.* from unnest($4::uuid[]) as turn (merchant) cross join lateral (
        select ${key} ${due} and d.merchant_id = turn.merchant
        order by d.next_look_at limit $3 for update skip locked
      ) chosen`),
    },
  };
}

/** A claim of this worker from `at` to `until`, in milliseconds. */
export interface DueClaim {
  readonly at: number;
  readonly until: number;
  /** How many of the oldest rows, and how many of other merchants, if these don't get a turn. */
  readonly limit: number;
}

/**
 * Claims due rows: the oldest, and if there are more, as many of merchants that have none among
 * them. So a merchant with many due rows delays no other one.
 */
export async function claimDueRows<Row extends Record<string, unknown>>(
  database: Queryable,
  { oldest, waiting, ofMerchants }: DueRows,
  { at: from, until: to, limit }: DueClaim,
): Promise<readonly (Row & { readonly merchant_id: string })[]> {
  type Claimed = Row & { readonly merchant_id: string };
  const [at, until] = [new Date(from), new Date(to)];
  const rows = await database.query<Claimed>(oldest, [at, until, limit]);
  if (rows.length < limit) return rows;
  const served = [...new Set(rows.map((row) => row.merchant_id))];
  const seed = Math.floor(randomFraction() * SEEDS);
  const others = await database.query<{ merchant_id: string }>(waiting, [at, served, seed, limit]);
  if (others.length === 0) return rows;
  const each = Math.floor(limit / others.length);
  const merchants = others.map((row) => row.merchant_id);
  const fair = await database.query<Claimed>(ofMerchants, [at, until, each, merchants]);
  return [...rows, ...fair];
}
