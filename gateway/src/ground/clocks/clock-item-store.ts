import type { Queryable, Transaction } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { countRows, many, maybeOne, paramsOf, rowsOf, send, sql } from '../database/sql.ts';
import { HERE } from '../database/statement-place.ts';
import {
  ITEM_KEY,
  type ItemKey,
  type ItemKind,
  type NewItem,
  TEST_CLOCK_LANE,
} from './test-clock.ts';

const ID = { id: f.uuid };
const DUE = { dueAt: f.neverNull(f.instant) };
const DUE_AT = { dueAt: f.orNull(f.instant) };
const EVENT_ID = { eventId: f.orNull(f.uuid) };
/** An instant in milliseconds, or Infinity for all time. */
const END: f.Field<number> = {
  stored: f.instant.stored,
  isNullable: false,
  write: (at) => (at === Number.POSITIVE_INFINITY ? 'infinity' : new Date(at)),
};

const $ = paramsOf({ ...ITEM_KEY, clockId: f.uuid, until: END, dueAt: f.instant, limit: f.count });
const SAME_KEY = `(i.merchant_id, i.environment, i.kind, i.id)
  = (row.merchant_id, 'test', row.kind, row.id)`;

const insertRows = send(
  'test_clock_items_insert',
  sql`insert into test_clock_items
      (merchant_id, environment, kind, id, event_id, clock_id, due_at, is_under_way)
    select merchant_id, 'test', kind, id, event_id, ${$.clockId}, due_at, kind = 'delivery'
    from ${rowsOf('items', 'row', { ...ITEM_KEY, ...EVENT_ID, ...DUE_AT })}
    on conflict do nothing`,
);

const rescheduleRows = many(
  'test_clock_items_reschedule',
  ID,
  sql`update test_clock_items i set due_at = row.due_at, is_under_way = false
    from ${rowsOf('items', 'row', { ...ITEM_KEY, ...DUE_AT })}
    where ${SAME_KEY}
    returning i.id`,
);

// The items were due; a delivery among them is sent now.
const takeRows = send(
  'test_clock_items_take',
  sql`update test_clock_items i set due_at = null, is_under_way = i.kind = 'delivery'
    from ${rowsOf('items', 'row', ITEM_KEY)}
    where ${SAME_KEY}`,
);

/** The first instant, up to `until`, at which an item of a clock is due in a bucket. */
export const selectNextDue = maybeOne(
  'test_clock_items_next',
  DUE,
  sql`select due_at from test_clock_items
    where clock_id = ${$.clockId} and due_at <= ${$.until}
    order by due_at limit 1`,
  HERE,
);

/** Up to `limit` items of a bucket that are due by a clock until an instant. */
export const selectDueItems = many(
  'test_clock_items_due',
  { ...ITEM_KEY, ...EVENT_ID },
  sql`select merchant_id, kind, id, event_id from test_clock_items
    where clock_id = ${$.clockId} and due_at <= ${$.until} order by due_at limit ${$.limit}`,
  HERE,
);

// The clock doesn't wait for a held delivery, or one that a user has failed or deleted.
/** Returns 1 while a delivery of the clock is being sent in a bucket, else 0. */
export const countUnderWay = countRows(
  'test_clock_items_under_way',
  sql`select i.id from test_clock_items i
    cross join lateral (
      select from webhook_deliveries d where d.merchant_id = i.merchant_id
        and d.environment = i.environment and d.event_id = i.event_id and d.id = i.id
        and d.status = 'pending' and d.next_attempt_at is not null
        and d.lane is distinct from '${TEST_CLOCK_LANE}'
      offset 0
    ) sent
    where i.clock_id = ${$.clockId} and i.is_under_way limit 1`,
  HERE,
);

const selectNewest = many(
  'test_clock_items_newest',
  ID,
  sql`select id from test_clock_items
    where merchant_id = ${$.merchantId} and environment = 'test' and kind = ${$.kind}
    order by id desc limit ${$.limit}`,
);

/** The items of a kind that are due after an instant, and after an item of that instant. */
export const selectWaitingItems = many(
  'test_clock_items_waiting',
  { ...ID, ...DUE },
  sql`select id, due_at from test_clock_items
    where clock_id = ${$.clockId} and (due_at, id) > (${$.dueAt}, ${$.id}::uuid)
      and kind = ${$.kind}
    order by due_at, id limit ${$.limit}`,
  HERE,
);

// By key, because a row that is updated meanwhile has another ctid. Items that became due stay.
/** Deletes up to `limit` items of a clock that are not due in a bucket; returns how many. */
export const deleteItems = countRows(
  'test_clock_items_delete',
  sql`delete from test_clock_items
    where due_at is null and (merchant_id, environment, kind, id) in (
      select merchant_id, environment, kind, id from test_clock_items
      where clock_id = ${$.clockId} and due_at is null limit ${$.limit})
    returning id`,
  HERE,
);

/** Returns 1 while anything of a clock is left in a bucket, else 0. */
export const countLeft = countRows(
  'test_clock_items_any',
  sql`select id from test_clock_items where clock_id = ${$.clockId} limit 1`,
  HERE,
);

/** Sends the insert of items; deliveries count as under way. Bound items stay unchanged. */
export function insertItems(tx: Transaction, items: readonly NewItem[], clockId: string): void {
  const rows = items.map((item) => ({ ...item, eventId: item.eventId ?? null }));
  insertRows(tx, { items: rows, clockId });
}

/** Stores the next due times of items; returns the ids of items that still have a clock. */
export async function rescheduleItems(
  tx: Transaction,
  items: readonly NewItem[],
): Promise<ReadonlySet<string>> {
  return new Set((await rescheduleRows(tx, { items })).map(({ id }) => id));
}

/** Sends the update that items are not due any more, because their work is being done. */
export function takeItems(tx: Transaction, items: readonly ItemKey[]): void {
  takeRows(tx, { items });
}

/** The newest items of a kind that live in the time of the clocks of a merchant. */
export async function selectNewestItems(
  database: Queryable,
  merchantId: string,
  { kind, limit }: { readonly kind: ItemKind; readonly limit: number },
): Promise<string[]> {
  return (await selectNewest(database, { merchantId, kind, limit })).map(({ id }) => id);
}
