import type { ClockStatus, TestClock } from '#src/ground/clocks/test-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type DueQueue, SERVER_UNTIL } from '#src/ground/work/due-queues.ts';
import { unbindKeys } from './bound-key-store.ts';

const COLUMNS = `id, merchant_id, name, status, started_at, now_at, target_at, created_at,
  delete_after`;
// Leases are whole milliseconds, so that JavaScript can give back exactly what it has read.
const LEASE_END = (parameter: string) =>
  `date_trunc('milliseconds', now()) + ${parameter} * interval '1 millisecond'`;

const INSERT = {
  name: 'test_clock_insert',
  text: `insert into test_clocks (id, merchant_id, name, status, started_at, now_at, target_at,
      created_at, delete_after)
    values ($1, $2, $3, 'ready', $4, $4, $4, $5, $6)`,
};
// Serialises requests that create clocks, so that the count stays right.
const LOCK_OWNER = {
  name: 'test_clock_lock_owner',
  text: 'select from merchants where merchant_id = $1 for no key update',
};
const COUNT = {
  name: 'test_clock_count',
  text: `select count(*) as count from (
      select from test_clocks where merchant_id = $1 limit $2) of_merchant`,
};
const SELECT = {
  name: 'test_clock_select',
  text: `select ${COLUMNS} from test_clocks where merchant_id = $1 and id = $2`,
};
const LIST = {
  name: 'test_clock_list',
  text: `select ${COLUMNS} from test_clocks where merchant_id = $1 order by id limit $2`,
};
const AIM = {
  name: 'test_clock_aim',
  text: `update test_clocks set status = 'advancing', target_at = $3, delete_after = $4
    where merchant_id = $1 and id = $2 and status = 'ready' and now_at = $5
    returning ${COLUMNS}`,
};
const MARK_DELETING = {
  name: 'test_clock_mark_deleting',
  text: `update test_clocks set status = 'deleting', target_at = now_at
    where merchant_id = $1 and id = $2 and status = 'ready' returning id`,
};
const MARK_OLD = {
  name: 'test_clock_mark_old',
  text: `update test_clocks set status = 'deleting', target_at = now_at
    where status = 'ready' and id in (
      select id from test_clocks where status = 'ready' and delete_after <= $1
      order by delete_after limit $2 for update skip locked)
    returning id`,
};
// An advance of the clock waits for the transactions that run at its time, and they wait for it. In
// a clock that is being deleted only the work of the deletion runs.
const LOCK_AT = {
  name: 'test_clock_hold',
  text: `select id from test_clocks where merchant_id = $1 and id = $2 and now_at = $3
      and (status = 'deleting') = $4
    for share`,
};
const LEASE = {
  name: 'test_clock_lease',
  text: `update test_clocks set leased_until = ${LEASE_END('$1')} where id in (
      select id from test_clocks
      where status <> 'ready' and (leased_until is null or leased_until <= now())
      order by leased_until nulls first limit $2 for update skip locked)
    returning ${COLUMNS}, leased_until`,
};
export const WORKING_CLOCKS: DueQueue = {
  name: 'test-clocks',
  isGlobal: true,
  due: `select from test_clocks
    where status <> 'ready' and (leased_until is null or leased_until <= now())`,
  soon: `select from test_clocks
    where status <> 'ready' and (leased_until is null or leased_until <= ${SERVER_UNTIL})`,
};
const RENEW = {
  name: 'test_clock_renew',
  text: `update test_clocks set now_at = $3, leased_until = ${LEASE_END('$4')}
    where id = $1 and leased_until = $2 returning leased_until`,
};
const REST = {
  name: 'test_clock_rest',
  text: `update test_clocks set status = 'ready', now_at = target_at, leased_until = null
    where id = $1 and leased_until = $2 and status = 'advancing' returning id`,
};
const LOCK_LEASED = {
  name: 'test_clock_lock_leased',
  text: 'select from test_clocks where id = $1 and leased_until = $2 for update',
};
const DELETE = {
  name: 'test_clock_delete',
  text: 'delete from test_clocks where id = $1',
};
interface ClockRow extends Record<string, unknown> {
  readonly id: string;
  readonly merchant_id: string;
  readonly name: string | null;
  readonly status: ClockStatus;
  readonly started_at: number;
  readonly now_at: number;
  readonly target_at: number;
  readonly created_at: number;
  readonly delete_after: number;
}

/** Inserts a clock at rest. */
export function insertClock(tx: Transaction, clock: TestClock): void {
  const { id, merchantId, name, now, createdAt, deleteAfter } = clock;
  const instants = [new Date(now), new Date(createdAt), new Date(deleteAfter)];
  tx.send(INSERT, [id, merchantId, name, ...instants]);
}

/**
 * Counts a merchant's clocks, up to a limit, and keeps other requests from adding clocks until the
 * transaction ends.
 */
export async function countClocksLocked(
  tx: Transaction,
  merchantId: string,
  limit: number,
): Promise<number> {
  await tx.query(LOCK_OWNER, [merchantId]);
  const [row] = await tx.query<{ count: bigint }>(COUNT, [merchantId, limit]);
  return Number(row?.count ?? 0n);
}

/** A clock of a merchant by its id, or undefined. */
export async function selectClock(
  database: Queryable,
  { merchantId, id }: Pick<TestClock, 'merchantId' | 'id'>,
): Promise<TestClock | undefined> {
  const [row] = await database.query<ClockRow>(SELECT, [merchantId, id]);
  return row && clockFromRow(row);
}

/** The clocks of a merchant, oldest first. */
export async function selectClocks(
  database: Queryable,
  merchantId: string,
  limit: number,
): Promise<TestClock[]> {
  return (await database.query<ClockRow>(LIST, [merchantId, limit])).map(clockFromRow);
}

/** Begins an advance of a clock at rest; undefined if it is no longer at `clock.now`. */
export async function beginAdvance(
  database: Queryable,
  clock: TestClock,
  { target, deleteAfter }: { target: number; deleteAfter: number },
): Promise<TestClock | undefined> {
  const instants = [target, deleteAfter, clock.now].map((at) => new Date(at));
  const [row] = await database.query<ClockRow>(AIM, [clock.merchantId, clock.id, ...instants]);
  return row && clockFromRow(row);
}

/** Begins the deletion of a clock at rest; false when it is not at rest. */
export async function markClockDeleting(database: Queryable, clock: TestClock): Promise<boolean> {
  return (await database.query(MARK_DELETING, [clock.merchantId, clock.id])).length > 0;
}

/** Begins the deletion of clocks that were not advanced for long; returns how many. */
export async function markOldClocks(
  database: Queryable,
  at: number,
  limit: number,
): Promise<number> {
  return (await database.query(MARK_OLD, [new Date(at), limit])).length;
}

/**
 * Locks a clock at its time until the transaction ends. False if it was advanced since it was read,
 * or its deletion has begun since.
 */
export async function lockClockAt(
  tx: Transaction,
  { merchantId, id, now, status }: Pick<TestClock, 'merchantId' | 'id' | 'now' | 'status'>,
): Promise<boolean> {
  const isDeleting = status === 'deleting';
  return (await tx.query(LOCK_AT, [merchantId, id, new Date(now), isDeleting])).length > 0;
}

/** A clock that this process drives, until an instant of the database's clock. */
export interface LeasedClock extends TestClock {
  readonly leasedUntil: number;
}

/** Leases clocks that have work and are not leased. */
export async function leaseClocks(
  database: Queryable,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<LeasedClock[]> {
  const rows = await database.query<ClockRow & { leased_until: number }>(LEASE, [leaseMs, limit]);
  return rows.map((row) => ({ ...clockFromRow(row), leasedUntil: row.leased_until }));
}

/** Moves a leased clock to `now` and renews the lease; undefined when the lease was lost. */
export async function renewLease(
  database: Queryable,
  clock: LeasedClock,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<LeasedClock | undefined> {
  const values = [clock.id, new Date(clock.leasedUntil), new Date(now), leaseMs];
  const [row] = await database.query<{ leased_until: number }>(RENEW, values);
  return row && { ...clock, now, leasedUntil: row.leased_until };
}

/** Ends an advance at its target; does nothing when the lease was lost. */
export async function endAdvance(database: Queryable, clock: LeasedClock): Promise<void> {
  await database.query(REST, [clock.id, new Date(clock.leasedUntil)]);
}

/** Deletes a leased clock and unbinds its keys; does nothing when the lease was lost. */
export async function deleteClock(tx: Transaction, clock: LeasedClock): Promise<void> {
  const locked = await tx.query(LOCK_LEASED, [clock.id, new Date(clock.leasedUntil)]);
  if (locked.length === 0) return;
  unbindKeys(tx, clock.id);
  tx.send(DELETE, [clock.id]);
}

function clockFromRow(row: ClockRow): TestClock {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    name: row.name,
    status: row.status,
    startedAt: row.started_at,
    now: row.now_at,
    target: row.target_at,
    createdAt: row.created_at,
    deleteAfter: row.delete_after,
  };
}
