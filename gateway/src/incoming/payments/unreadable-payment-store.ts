import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { UnreadablePayment } from './unreadable-payment.ts';

const UPSERT = {
  name: 'unreadable_payments_upsert',
  text: `insert into unreadable_payments (bank, item, reason, first_seen_at, last_seen_at)
    select distinct on (item) $2, item, reason, $3::timestamptz, $3::timestamptz
    from json_to_recordset($1) as row (item text, reason text) order by item
    on conflict (bank, item) do update set reason = excluded.reason,
      last_seen_at = excluded.last_seen_at
    returning item, first_seen_at = last_seen_at as is_fresh`,
};
const DELETE = {
  name: 'unreadable_payments_delete',
  text: 'delete from unreadable_payments where bank = $1 and item = any($2)',
};
const OPEN = {
  name: 'unreadable_payments_open',
  text: `select bank, item, reason, first_seen_at, last_seen_at from unreadable_payments
    where resolved_at is null order by bank, item limit $1`,
};
const COUNT = {
  name: 'unreadable_payments_count',
  text: `select count(*) as count from (
      select from unreadable_payments where resolved_at is null limit $1
    ) open`,
};
const RESOLVE = {
  name: 'unreadable_payment_resolve',
  text: `update unreadable_payments set resolved_at = $3
    where bank = $1 and item = $2 and resolved_at is null returning item`,
};

interface UnreadableRow extends Record<string, unknown> {
  readonly bank: string;
  readonly item: string;
  readonly reason: string;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
}

/** Inserts or updates items and returns the names of the new ones. */
export async function upsertItems(
  database: Queryable,
  bank: string,
  items: readonly { item: string; reason: string }[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const values = [JSON.stringify(items), bank, at];
  const rows = await database.query<{ item: string; is_fresh: boolean }>(UPSERT, values);
  return new Set(rows.flatMap(({ item, is_fresh: isFresh }) => (isFresh ? [item] : [])));
}

/** Deletes items that the bank now lists in a readable form. */
export async function deleteReadable(
  database: Queryable,
  bank: string,
  items: readonly string[],
): Promise<void> {
  await database.query(DELETE, [bank, items]);
}

/** Payments that no operator has resolved. */
export async function selectOpen(database: Queryable, limit: number): Promise<UnreadablePayment[]> {
  const rows = await database.query<UnreadableRow>(OPEN, [limit]);
  return rows.map((row) => ({
    bank: row.bank,
    item: row.item,
    reason: row.reason,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  }));
}

export async function countOpenUpTo(database: Queryable, countMax: number): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, [countMax]);
  return Number(row?.count ?? 0n);
}

/** Marks an item as resolved. @returns false when it was not open. */
export async function resolveItem(
  tx: Transaction,
  { bank, item, at }: { bank: string; item: string; at: Date },
): Promise<boolean> {
  return (await tx.query(RESOLVE, [bank, item, at])).length > 0;
}
