import { TEST_CLOCK } from '#src/ground/clocks/test-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { type DueQueue, SERVER_UNTIL } from '#src/ground/work/due-queues.ts';
import { unbindKeys } from './bound-key-store.ts';

/** The end of a lease by the database's clock; null in the column while a clock is not leased. */
const LEASE = { leasedUntil: f.neverNull(f.instant) };
const LEASED_CLOCK = { ...TEST_CLOCK, ...LEASE };
/** A clock that this process drives, until an instant of the database's clock. */
export type LeasedClock = f.RecordOf<typeof LEASED_CLOCK>;

const $ = paramsOf({ ...LEASED_CLOCK, leaseMs: f.double, limit: f.count });
const COLUMNS = f.columnsOf(TEST_CLOCK);
const OF_MERCHANT = sql`merchant_id = ${$.merchantId} and id = ${$.id}`;
const IS_LEASED = sql`id = ${$.id} and leased_until = ${$.leasedUntil}`;
// Leases are whole milliseconds, so that JavaScript can give back exactly what it has read.
const LEASE_END = sql`date_trunc('milliseconds', now()) +
      ${$.leaseMs} * interval '1 millisecond'`;

export const WORKING_CLOCKS: DueQueue = {
  name: 'test-clocks',
  isGlobal: true,
  due: `select from test_clocks
    where status <> 'ready' and (leased_until is null or leased_until <= now())`,
  soon: `select from test_clocks
    where status <> 'ready' and (leased_until is null or leased_until <= ${SERVER_UNTIL})`,
};

/** Sends the insert of a clock at rest. */
export const insertClock = send(
  'test_clock_insert',
  sql`insert into test_clocks (id, merchant_id, name, status, started_at, now_at, target_at,
      created_at, delete_after)
    values (${$.id}, ${$.merchantId}, ${$.name}, 'ready', ${$.now}, ${$.now}, ${$.now},
      ${$.createdAt}, ${$.deleteAfter})`,
);

// Serialises requests that create clocks, so that the count stays right.
const lockOwner = run(
  'test_clock_lock_owner',
  sql`select from merchants where merchant_id = ${$.merchantId} for no key update`,
);

const countClocks = one(
  'test_clock_count',
  { count: f.count },
  sql`select count(*) as count from (
      select from test_clocks where merchant_id = ${$.merchantId} limit ${$.limit}) of_merchant`,
);

/** A clock of a merchant by its id, or undefined. */
export const selectClock = maybeOne(
  'test_clock_select',
  TEST_CLOCK,
  sql`select ${COLUMNS} from test_clocks where ${OF_MERCHANT}`,
);

/** The clocks of a merchant, oldest first. */
export const selectClocks = many(
  'test_clock_list',
  TEST_CLOCK,
  sql`select ${COLUMNS} from test_clocks where merchant_id = ${$.merchantId}
    order by id limit ${$.limit}`,
);

/** Begins an advance of a clock at rest; undefined if it is no longer at `now`. */
export const beginAdvance = maybeOne(
  'test_clock_aim',
  TEST_CLOCK,
  sql`update test_clocks set status = 'advancing', target_at = ${$.target},
      delete_after = ${$.deleteAfter}
    where ${OF_MERCHANT} and status = 'ready' and now_at = ${$.now}
    returning ${COLUMNS}`,
);

/** Begins the deletion of a clock at rest; 0 when it is not at rest. */
export const markClockDeleting = countRows(
  'test_clock_mark_deleting',
  sql`update test_clocks set status = 'deleting', target_at = now_at
    where ${OF_MERCHANT} and status = 'ready' returning id`,
);

/** Begins the deletion of clocks that were not advanced for long; returns how many. */
export const markOldClocks = countRows(
  'test_clock_mark_old',
  sql`update test_clocks set status = 'deleting', target_at = now_at
    where status = 'ready' and id in (
      select id from test_clocks where status = 'ready' and delete_after <= ${$.now}
      order by delete_after limit ${$.limit} for update skip locked)
    returning id`,
);

/**
 * Locks a clock at its time until the transaction ends. Returns 0 if it was advanced since it was
 * read, or its deletion has begun or ended since. An advance of the clock waits for the
 * transactions that run at its time, and they wait for it. In a clock that is being deleted only
 * the work of the deletion runs.
 */
export const lockClockAt = countRows(
  'test_clock_hold',
  sql`select id from test_clocks where ${OF_MERCHANT} and now_at = ${$.now}
      and (status = 'deleting') = ${param('isDeleting', f.bool)}
    for share`,
);

/** Leases clocks that have work and are not leased. */
export const leaseClocks = many(
  'test_clock_lease',
  LEASED_CLOCK,
  sql`update test_clocks set leased_until = ${LEASE_END} where id in (
      select id from test_clocks
      where status <> 'ready' and (leased_until is null or leased_until <= now())
      order by leased_until nulls first limit ${$.limit} for update skip locked)
    returning ${COLUMNS}, leased_until`,
);

const renew = maybeOne(
  'test_clock_renew',
  LEASE,
  sql`update test_clocks set now_at = ${$.now}, leased_until = ${LEASE_END}
    where ${IS_LEASED} returning leased_until`,
);

/** Ends an advance at its target; does nothing when the lease was lost. */
export const endAdvance = run(
  'test_clock_rest',
  sql`update test_clocks set status = 'ready', now_at = target_at, leased_until = null
    where ${IS_LEASED} and status = 'advancing' returning id`,
);

const lockLeased = countRows(
  'test_clock_lock_leased',
  sql`select from test_clocks where ${IS_LEASED} for update`,
);

const deleteLeased = send('test_clock_delete', sql`delete from test_clocks where id = ${$.id}`);

/**
 * Counts a merchant's clocks, up to a limit, and keeps other requests from adding clocks until the
 * transaction ends.
 */
export async function countClocksLocked(
  tx: Transaction,
  merchantId: string,
  limit: number,
): Promise<number> {
  await lockOwner(tx, { merchantId });
  return (await countClocks(tx, { merchantId, limit })).count;
}

/** Moves a leased clock to `now` and renews the lease; undefined when the lease was lost. */
export async function renewLease(
  database: Queryable,
  clock: LeasedClock,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): Promise<LeasedClock | undefined> {
  const { id, leasedUntil } = clock;
  const renewed = await renew(database, { id, leasedUntil, now, leaseMs });
  return renewed && { ...clock, now, ...renewed };
}

/** Deletes a leased clock and unbinds its keys; does nothing when the lease was lost. */
export async function deleteClock(tx: Transaction, clock: LeasedClock): Promise<void> {
  if ((await lockLeased(tx, clock)) === 0) return;
  unbindKeys(tx, { clockId: clock.id });
  deleteLeased(tx, clock);
}
