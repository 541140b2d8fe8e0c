import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { param, paramsOf, type Sql, sql } from '#src/ground/database/sql.ts';
import { randomFraction } from '#src/ground/ids.ts';
import { isNotSetAsideAt, type WorkKind } from '#src/ground/work/set-aside.ts';

/** A table whose rows are compared with the bank when their `next_look_at` is over. */
interface SyncedTable {
  readonly table: 'subscription_bank_cycles' | 'subscription_recurrences';
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
interface DueRows<Row> {
  readonly oldest: (database: Queryable, claim: DueClaim) => Promise<Row[]>;
  readonly waiting: (
    database: Queryable,
    turn: { at: number; served: readonly string[]; seed: number; limit: number },
  ) => Promise<{ readonly merchantId: string }[]>;
  readonly ofMerchants: (
    database: Queryable,
    claim: DueClaim & { readonly merchants: readonly string[] },
  ) => Promise<Row[]>;
  readonly merchantOf: (row: Row) => string;
}

/** A merchant that waits for its turn. */
export const WAITING = { merchantId: f.uuid };
/** Smaller than each merchant's id. */
const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';
const SEEDS = 2 ** 31;
const MERCHANTS = f.listOf(f.uuid);
const $ = paramsOf({
  at: f.instant,
  until: f.instant,
  served: MERCHANTS,
  seed: f.count,
  limit: f.count,
});

/** Makes the texts of the statements about the due rows of a table. */
export function dueRowsOf({ table, key, columns, alias, kind, id }: SyncedTable) {
  const due = sql`from ${table} d where d.next_look_at <= ${$.at}
      and ${isNotSetAsideAt(kind, `d.${id}`, $.at)}`;
  const claim = <Params>(rows: Sql<Params>) =>
    sql`update ${table} ${alias} set next_look_at = ${$.until} where (${key}) in (${rows}
    ) returning ${columns}`;
  return {
    due: sql`select ${due}`,
    oldest: claim(sql`
      select ${key} ${due}
      order by d.next_look_at limit ${$.limit} for update skip locked`),
    // Reads the oldest row of each merchant in the index of merchants. Their order is random
    // in each round, so that each merchant gets its turn.
    waiting: sql`with recursive first (merchant_id, next_look_at) as (
        values ('${NO_MERCHANT}'::uuid, null::timestamptz)
        union all
        select following.merchant_id, following.next_look_at from first cross join lateral (
          select d.merchant_id, d.next_look_at from ${table} d
          where d.merchant_id > first.merchant_id and d.next_look_at is not null
          order by d.merchant_id, d.next_look_at limit 1
        ) following
      )
      select merchant_id from first
      where next_look_at <= ${$.at} and merchant_id <> all(${$.served}::uuid[])
      order by uuid_hash_extended(merchant_id, ${$.seed}) limit ${$.limit}`,
    ofMerchants: claim(sql`
      select chosen.* from unnest(${param('merchants', MERCHANTS)}::uuid[]) as turn (merchant)
      cross join lateral (
        select ${key} ${due} and d.merchant_id = turn.merchant
        order by d.next_look_at limit ${$.limit} for update skip locked
      ) chosen`),
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
export async function claimDueRows<Row>(
  database: Queryable,
  { oldest, waiting, ofMerchants, merchantOf }: DueRows<Row>,
  { at, until, limit }: DueClaim,
): Promise<Row[]> {
  const rows = await oldest(database, { at, until, limit });
  if (rows.length < limit) return rows;
  const served = [...new Set(rows.map(merchantOf))];
  const seed = Math.floor(randomFraction() * SEEDS);
  const others = await waiting(database, { at, served, seed, limit });
  if (others.length === 0) return rows;
  const merchants = others.map(({ merchantId }) => merchantId);
  const each = Math.floor(limit / others.length);
  return [...rows, ...(await ofMerchants(database, { at, until, limit: each, merchants }))];
}
