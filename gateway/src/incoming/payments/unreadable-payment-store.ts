import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  one,
  param,
  paramsOf,
  rowsOf,
  run,
  sql,
} from '#src/ground/database/sql.ts';
import { UNREADABLE_PAYMENT } from './unreadable-payment.ts';

const $ = paramsOf({
  ...UNREADABLE_PAYMENT,
  at: f.instant,
  limit: f.count,
});
const ITEM = { item: f.text, reason: f.text };

const upsert = many(
  'unreadable_payments_upsert',
  { item: f.text, isFresh: f.bool },
  sql`insert into unreadable_payments (bank, item, reason, first_seen_at, last_seen_at)
    select distinct on (item) ${$.bank}, item, reason, ${$.at}::timestamptz, ${$.at}::timestamptz
    from ${rowsOf('items', 'row', ITEM)} order by item
    on conflict (bank, item) do update set reason = excluded.reason,
      last_seen_at = excluded.last_seen_at
    returning item, first_seen_at = last_seen_at as is_fresh`,
);

/** Inserts or updates items and returns the names of the new ones. */
export async function upsertItems(
  database: Queryable,
  items: Parameters<typeof upsert>[1],
): Promise<ReadonlySet<string>> {
  const rows = await upsert(database, items);
  return new Set(rows.flatMap(({ item, isFresh }) => (isFresh ? [item] : [])));
}

/** Deletes items that the bank now lists in a readable form. */
export const deleteReadable = run(
  'unreadable_payments_delete',
  sql`delete from unreadable_payments where bank = ${$.bank}
    and item = any(${param('items', f.listOf(f.text))})`,
);

/** Payments that no operator has resolved. */
export const selectOpen = many(
  'unreadable_payments_open',
  UNREADABLE_PAYMENT,
  sql`select bank, item, reason, first_seen_at, last_seen_at from unreadable_payments
    where resolved_at is null order by bank, item limit ${$.limit}`,
);

export const countOpenUpTo = one(
  'unreadable_payments_count',
  { count: f.count },
  sql`select count(*) as count from (
      select from unreadable_payments where resolved_at is null limit ${$.limit}
    ) open`,
);

/** Marks an item as resolved; 0 when it was not open. */
export const resolveItem = countRows(
  'unreadable_payment_resolve',
  sql`update unreadable_payments set resolved_at = ${$.at}
    where bank = ${$.bank} and item = ${$.item} and resolved_at is null returning item`,
);
