import type { Database, Queryable, Transaction } from '../database/database.ts';
import { HERE } from '../database/statement-place.ts';
import { type ItemKey, type ItemKind, type NewItem, TEST_CLOCK_LANE } from './test-clock.ts';

const KEY = 'merchant_id uuid, kind text, id uuid';
const SAME_KEY = `(i.merchant_id, i.environment, i.kind, i.id)
  = (row.merchant_id, 'test', row.kind, row.id)`;

const INSERT = {
  name: 'test_clock_items_insert',
  text: `insert into test_clock_items
      (merchant_id, environment, kind, id, event_id, clock_id, due_at, is_under_way)
    select merchant_id, 'test', kind, id, event_id, $2, due_at, kind = 'delivery'
    from json_to_recordset($1) as row (${KEY}, event_id uuid, due_at timestamptz)
    on conflict do nothing`,
};
const RESCHEDULE = {
  name: 'test_clock_items_reschedule',
  text: `update test_clock_items i set due_at = row.due_at, is_under_way = false
    from json_to_recordset($1) as row (${KEY}, due_at timestamptz)
    where ${SAME_KEY}
    returning i.id`,
};
// The items were due; a delivery among them is sent now.
const TAKE = {
  name: 'test_clock_items_take',
  text: `update test_clock_items i set due_at = null, is_under_way = i.kind = 'delivery'
    from json_to_recordset($1) as row (${KEY})
    where ${SAME_KEY}`,
};
const SELECT_NEXT = {
  name: 'test_clock_items_next',
  place: HERE,
  text: `select due_at from test_clock_items where clock_id = $1 and due_at <= $2
    order by due_at limit 1`,
};
const SELECT_DUE = {
  name: 'test_clock_items_due',
  place: HERE,
  text: `select merchant_id, kind, id, event_id from test_clock_items
    where clock_id = $1 and due_at <= $2 order by due_at limit $3`,
};
// The clock doesn't wait for a held delivery, or one that a user has failed or deleted.
const SELECT_UNDER_WAY = {
  name: 'test_clock_items_under_way',
  place: HERE,
  text: `select i.id from test_clock_items i
    cross join lateral (
      select from webhook_deliveries d where d.merchant_id = i.merchant_id
        and d.environment = i.environment and d.event_id = i.event_id and d.id = i.id
        and d.status = 'pending' and d.next_attempt_at is not null
        and d.waits_for is distinct from '${TEST_CLOCK_LANE}'
      offset 0
    ) sent
    where i.clock_id = $1 and i.is_under_way limit 1`,
};
const SELECT_CLOCK = {
  name: 'test_clock_items_clock',
  text: `select clock_id from test_clock_items
    where merchant_id = $1 and environment = 'test' and kind = $2 and id = $3`,
};
const SELECT_CLOCKS = {
  name: 'test_clock_items_clocks',
  text: `select i.id, i.clock_id from json_to_recordset($1) as row (${KEY})
    join test_clock_items i on ${SAME_KEY}`,
};
const SELECT_NEWEST = {
  name: 'test_clock_items_newest',
  text: `select id from test_clock_items
    where merchant_id = $1 and environment = 'test' and kind = $2 order by id desc limit $3`,
};
const SELECT_WAITING = {
  name: 'test_clock_items_waiting',
  place: HERE,
  text: `select id, due_at as "dueAt" from test_clock_items
    where clock_id = $1 and (due_at, id) > ($2, $3::uuid) and kind = $4
    order by due_at, id limit $5`,
};
// By key, because a row that is updated meanwhile has another ctid. Items that became due stay.
const DELETE = {
  name: 'test_clock_items_delete',
  place: HERE,
  text: `delete from test_clock_items
    where due_at is null and (merchant_id, environment, kind, id) in (
      select merchant_id, environment, kind, id from test_clock_items
      where clock_id = $1 and due_at is null limit $2)
    returning id`,
};
const SELECT_ANY = {
  name: 'test_clock_items_any',
  place: HERE,
  text: 'select id from test_clock_items where clock_id = $1 limit 1',
};

/** Sends the insert of items; deliveries count as under way. Bound items stay unchanged. */
export function insertItems(tx: Transaction, items: readonly NewItem[], clockId: string): void {
  const rows = items.map((item) => ({ ...rowOf(item), event_id: item.eventId ?? null }));
  tx.send(INSERT, [JSON.stringify(rows), clockId]);
}

/** Stores the next due times of items; returns the ids of items that still have a clock. */
export async function rescheduleItems(
  tx: Transaction,
  items: readonly NewItem[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(RESCHEDULE, [JSON.stringify(items.map(rowOf))]);
  return new Set(rows.map(({ id }) => id));
}

/** Sends the update that items are not due any more, because their work is being done. */
export function takeItems(tx: Transaction, items: readonly ItemKey[]): void {
  tx.send(TAKE, [JSON.stringify(items.map(keyRow))]);
}

/** The first instant, up to `until`, at which an item of a clock is due in a bucket. */
export async function selectNextDue(
  bucket: Database,
  clockId: string,
  until: number,
): Promise<number | undefined> {
  const values = [clockId, instant(until)];
  const [row] = await bucket.query<{ due_at: number }>(SELECT_NEXT, values);
  return row?.due_at;
}

/** Up to `limit` items of a bucket that are due by a clock at an instant. */
export async function selectDueItems(
  bucket: Database,
  { clockId, at, limit }: { clockId: string; at: number; limit: number },
): Promise<(ItemKey & { readonly eventId: string | null })[]> {
  const rows = await bucket.query<{
    merchant_id: string;
    kind: ItemKind;
    id: string;
    event_id: string | null;
  }>(SELECT_DUE, [clockId, instant(at), limit]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    kind: row.kind,
    id: row.id,
    eventId: row.event_id,
  }));
}

/** Whether a delivery of the clock is being sent in a bucket. */
export async function hasDeliveryUnderWay(bucket: Database, clockId: string): Promise<boolean> {
  return (await bucket.query(SELECT_UNDER_WAY, [clockId])).length > 0;
}

/** The clocks of items, by the items' ids; items without one are omitted. */
export async function selectClocksOf(
  database: Queryable,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = keys.map(({ merchantId, kind, id }) => ({ merchant_id: merchantId, kind, id }));
  const rows = await database.query<{ id: string; clock_id: string }>(SELECT_CLOCKS, [
    JSON.stringify(wanted),
  ]);
  return new Map(rows.map((row) => [row.id, row.clock_id]));
}

/** The clock of an item; undefined when the item lives in the real time. */
export async function selectClockOf(
  database: Queryable,
  { merchantId, kind, id }: ItemKey,
): Promise<string | undefined> {
  const values = [merchantId, kind, id];
  const [row] = await database.query<{ clock_id: string }>(SELECT_CLOCK, values);
  return row?.clock_id;
}

/** The newest items of a kind that live in the time of the clocks of a merchant. */
export async function selectNewestItems(
  database: Queryable,
  merchantId: string,
  { kind, limit }: { readonly kind: ItemKind; readonly limit: number },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(SELECT_NEWEST, [merchantId, kind, limit]);
  return rows.map(({ id }) => id);
}

/** The items of a kind that are due after an instant, and after an item of that instant. */
export function selectWaitingItems(
  bucket: Database,
  page: {
    readonly clockId: string;
    readonly kind: ItemKind;
    readonly after: { readonly dueAt: number; readonly id: string };
    readonly limit: number;
  },
): Promise<{ id: string; dueAt: number }[]> {
  const { clockId, kind, after, limit } = page;
  const values = [clockId, new Date(after.dueAt), after.id, kind, limit];
  return bucket.query<{ id: string; dueAt: number }>(SELECT_WAITING, values);
}

/** Whether anything of a clock is left in a bucket. */
export async function hasItems(bucket: Database, clockId: string): Promise<boolean> {
  return (await bucket.query(SELECT_ANY, [clockId])).length > 0;
}

/** Deletes up to `limit` items of a clock that are not due in a bucket; returns how many. */
export async function deleteItems(
  bucket: Database,
  clockId: string,
  limit: number,
): Promise<number> {
  return (await bucket.query(DELETE, [clockId, limit])).length;
}

function keyRow({ merchantId, kind, id }: ItemKey) {
  return { merchant_id: merchantId, kind, id };
}

function rowOf(item: NewItem) {
  return { ...keyRow(item), due_at: item.dueAt === null ? null : new Date(item.dueAt) };
}

function instant(at: number): Date | 'infinity' {
  return at === Number.POSITIVE_INFINITY ? 'infinity' : new Date(at);
}
