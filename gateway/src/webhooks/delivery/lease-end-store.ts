import { rescheduleDeliveries } from '#src/ground/clocks/bind-to-clock.ts';
import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { planAtFirst } from '#src/ground/database/plan-once.ts';
import { type RowOf, rowType } from '#src/ground/database/row-type.ts';
import {
  many,
  param,
  paramsOf,
  rowsOf,
  rowsOfType,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { FIRST_ATTEMPT } from './all-attempts-store.ts';
import { IS_QUEUED, type LeasedKey, planByIndex } from './lease-store.ts';
import { IS_UNDER_LEASE, UNDER_LEASE } from './under-lease-store.ts';

const KEY = { ...f.SCOPE, eventId: f.uuid, deliveryId: f.uuid };
const LEASE = { ...KEY, leasedUntil: f.orNull(f.instant) };
const ATTEMPT = rowType('webhook_attempt', {
  ...KEY,
  attempt: f.count,
  startedAt: f.instant,
  durationMs: f.count,
  responseStatus: f.orNull(f.count),
  responseExcerpt: f.orNull(f.text),
  failure: f.orNull(f.text),
  signature: f.orNull(f.text),
  nextStatus: f.textOf<'pending' | 'delivered' | 'failed'>(),
  nextAttemptAt: f.orNull(f.instant),
  endedAt: f.instant,
  resendCount: f.count,
  leasedUntil: f.orNull(f.instant),
  isInClock: f.bool,
});
const $ = paramsOf({
  fromEventId: f.orNull(f.uuid),
  toEventId: f.orNull(f.uuid),
  processId: f.uuid,
  at: f.instant,
  isDetached: f.bool,
  leaseIds: f.listOf(f.uuid),
});
const LEASED_ROWS = rowsOf('leased', 'row', LEASE);
const ATTEMPTS = sql`${rowsOfType('attempts', ATTEMPT)} row`;
const OF_KEY = `(d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, row.environment, row.event_id, row.delivery_id)`;
const IN_RANGE = sql`d.event_id between ${$.fromEventId} and ${$.toEventId}`;
// Only the process that holds the lease may end it. A delivery under the lease of its insert has no
// time, nor has one whose such lease has ended, and which no process has leased again.
const IS_LEASED = sql`${OF_KEY}
      and ${IN_RANGE} and d.status = 'pending'
      and d.leased_until is not distinct from row.leased_until`;

const giveBack = run(
  'webhook_give_back',
  sql`with row as materialized (
      select *, now() + pause_ms * interval '1 millisecond' as pauses_until
      from ${rowsOf('leased', 'given', {
        ...LEASE,
        lane: f.orNull(f.text),
        pauseMs: f.orNull(f.double),
      })})
    update webhook_deliveries d set lane = row.lane, leased_until = row.pauses_until,
      lease_holder = null, undelivered = coalesce(d.undelivered, 'new')
    from row
    where ${IS_LEASED}`,
  HERE,
);
// Conflicts with the resume of the same endpoint: either a delivery is paused before the resume
// selects the paused deliveries, or this statement sees the endpoint active.
const lockPaused = many(
  'webhook_lock_paused_endpoints',
  { id: f.uuid },
  sql`select id from webhook_endpoints
    where id = any(${param('ids', f.listOf(f.uuid))}) and status = 'paused' for share`,
  HERE,
);
const pause = run(
  'webhook_hold_deliveries',
  sql`update webhook_deliveries d set leased_until = null, lease_holder = null, lane = null,
      undelivered = coalesce(d.undelivered, 'new'),
      next_attempt_at = case when d.endpoint_id = any(${param('pausedIds', f.listOf(f.uuid))})
        then null else d.next_attempt_at end
    from ${LEASED_ROWS}
    where ${IS_LEASED}`,
  HERE,
);

// An attempt that was recorded stays until its partition is dropped.
const deleteRows = run(
  'webhook_delete_leased',
  sql`delete from webhook_deliveries d
    using ${LEASED_ROWS}
    where ${IS_LEASED}`,
  HERE,
);

/** Whether the first attempt succeeded; it is stored in the row of its delivery. */
const IS_AT_ONCE = `(row.attempt = 1 and row.next_status = 'delivered')`;
const setFirst = (column: string): string =>
  `first_${column} = case when ${IS_AT_ONCE} then row.${column} else d.first_${column} end`;
const IS_ASKED_FOR = `(row.next_status <> 'delivered' and d.resend_count > row.resend_count)`;
// Only the attempt after the last stored attempt may change a delivery: an attempt that is recorded
// again after a crash changes nothing. If a user asked to send the delivery again while a failed
// attempt ran, the next attempt is due when that attempt ended, by the real time. A success at the
// first attempt under the lease of the insert changes no column of an index. A lease that
// another process has taken meanwhile stays. Both parts read the rows themselves: a cluster copies
// what they share to all its servers.
const recordRows = many(
  'webhook_record_attempts',
  { deliveryId: f.uuid, isAskedFor: f.bool },
  sql`with made as (
      insert into webhook_attempts (merchant_id, environment, event_id, delivery_id, attempt,
        started_at, duration_ms, response_status, response_excerpt, failure, signature)
      select merchant_id, environment, event_id, delivery_id, attempt, started_at, duration_ms,
        response_status, response_excerpt, failure, signature
      from ${ATTEMPTS} where not ${IS_AT_ONCE}
      on conflict do nothing
    )
    update webhook_deliveries d set attempt_count = row.attempt, trouble = null,
      status = case when ${IS_ASKED_FOR} then 'pending' else row.next_status end,
      undelivered = case when ${IS_ASKED_FOR} or row.next_status = 'pending' then 'retrying'
        when row.next_status = 'failed' then 'failed' end,
      next_attempt_at = case when ${IS_ASKED_FOR} then row.ended_at
        else coalesce(row.next_attempt_at, d.next_attempt_at) end,
      leased_until = nullif(d.leased_until, row.leased_until),
      lease_holder = case when d.leased_until is distinct from row.leased_until
        then d.lease_holder end,
      lane = case when row.next_status <> 'pending' then null
        when row.is_in_clock and not ${IS_ASKED_FOR} then '${TEST_CLOCK_LANE}'
        else d.lane end,
      ${FIRST_ATTEMPT.map(setFirst).join(', ')}
    from ${ATTEMPTS}
    where ${OF_KEY}
      and ${IN_RANGE}
      and d.status = 'pending' and d.attempt_count = row.attempt - 1
    returning d.id as delivery_id, ${IS_ASKED_FOR} as is_asked_for`,
  HERE,
);

// A delivery that is due at `at` is in the index of due ones, also while it is leased.
const freeLeasedBy = run(
  'webhook_end_leases_of',
  sql`update webhook_deliveries set leased_until = null, lease_holder = null
    where ${IS_QUEUED} and lane is null and next_attempt_at <= ${$.at}
      and lease_holder = ${$.processId}`,
  HERE,
);
const lockEnded = many(
  'webhook_lock_ended_leases',
  { id: f.uuid },
  sql`select id from webhook_leases
    where leased_until <= now() or leased_by = ${param('endedProcessId', f.orNull(f.uuid))}
    limit ${param('limit', f.count)} for update skip locked`,
  HERE,
);
const makeDue = send(
  'webhook_end_leases',
  sql`with key as (
      select d.merchant_id, d.environment, d.event_id, d.id from ${UNDER_LEASE}
      where l.id = any(${$.leaseIds})
    )
    update webhook_deliveries d set undelivered = 'new', lease_id = null
    from key
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (key.merchant_id, key.environment, key.event_id, key.id)
      and ${IS_UNDER_LEASE}`,
  HERE,
);
/** Deletes leases whose deliveries all have a result. */
export const deleteLeases = send(
  'webhook_delete_leases',
  sql`delete from webhook_leases where id = any(${$.leaseIds})`,
  HERE,
);

// A delivery of a test clock waits in the lane of test clocks, unless a user has sent it again.
const releaseRows = send(
  'webhook_release_from_clock',
  sql`update webhook_deliveries d set lane = null, next_attempt_at = ${$.at},
      test_clock_id = case when ${$.isDetached} then null else d.test_clock_id end
    from ${rowsOf('waiting', 'row', { merchantId: f.uuid, eventId: f.uuid, deliveryId: f.uuid })}
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, 'test', row.event_id, row.delivery_id)
      and ${IN_RANGE}
      and d.status = 'pending' and d.lane = '${TEST_CLOCK_LANE}'`,
);

const LEASES_AT_ONCE = 100;

/** Ends all leases of a process that has ended; its deliveries that were due at `at` are again. */
export async function endLeasesOf(
  database: Database,
  { processId, at }: { readonly processId: string; readonly at: number },
): Promise<void> {
  await freeLeasedBy(database, { processId, at });
  await endInsertLeases(database, processId);
}

/**
 * Ends the leases of inserts whose time is over, and those of a process that has ended: their
 * deliveries without a result are due.
 */
export async function endInsertLeases(
  database: Database,
  endedProcessId: string | null,
): Promise<void> {
  let count = LEASES_AT_ONCE;
  while (count === LEASES_AT_ONCE) {
    count = await database.transaction(async (tx) => {
      const ended = await lockEnded(tx, { endedProcessId, limit: LEASES_AT_ONCE });
      if (ended.length === 0) return 0;
      const leaseIds = ended.map(({ id }) => id);
      planAtFirst(tx);
      makeDue(tx, { leaseIds });
      deleteLeases(tx, { leaseIds });
      return ended.length;
    });
  }
}

/** A lease to end without an attempt: the delivery waits in a lane, or for `pauseMs`. */
export interface EndedLease {
  readonly key: LeasedKey;
  readonly lane?: string;
  readonly pauseMs?: number;
}

/** Ends leases without an attempt. */
export function releaseLeases(database: Queryable, given: readonly EndedLease[]): Promise<void> {
  const leased = given.map(({ key, lane = null, pauseMs = null }) => ({
    ...key,
    lane,
    pauseMs,
  }));
  return giveBack(database, { leased, ...rangeOf(leased) });
}

/** Ends leases and pauses the deliveries whose endpoints are paused; the others are due again. */
export async function pauseLeased(
  tx: Transaction,
  given: readonly { readonly key: LeasedKey; readonly endpointId: string }[],
): Promise<void> {
  const ids = [...new Set(given.map(({ endpointId }) => endpointId))].sort();
  const paused = await lockPaused(tx, { ids });
  const leased = given.map(({ key }) => key);
  await pause(tx, { leased, ...rangeOf(leased), pausedIds: paused.map(({ id }) => id) });
}

/** A lease, and whether its delivery has a test clock. */
export interface LeasedInClock {
  readonly key: LeasedKey;
  readonly isInClock: boolean;
}

/** Deletes deliveries that this process has leased; their test clocks don't wait for them. */
export async function deleteLeased(
  tx: Transaction,
  given: readonly LeasedInClock[],
): Promise<void> {
  const inClocks = given.filter(({ isInClock }) => isInClock);
  if (inClocks.length > 0) {
    await rescheduleDeliveries(
      tx,
      inClocks.map(({ key }) => ({
        merchantId: key.merchantId,
        id: key.deliveryId,
        dueAt: null,
      })),
    );
  }
  const leased = given.map(({ key }) => key);
  await deleteRows(tx, { leased, ...rangeOf(leased) });
}

/** An attempt that was made, and the state of its delivery after it. */
export interface AttemptRow extends RowOf<typeof ATTEMPT.fields> {
  /** Milliseconds since 1970, by the test clock of the delivery if it has one. */
  readonly nextAttemptAt: number | null;
  /** By the real time. */
  readonly endedAt: number;
  /** Whether the delivery has a test clock. */
  readonly isInClock: boolean;
  /** How far the test clock is ahead of the real time. */
  readonly clockLeadMs: number;
}

/**
 * Stores attempts and their results, and returns the changed deliveries by id. `isAskedFor`: the
 * attempt failed, and while it ran a user asked to send the delivery again. Deletes the leases of
 * inserts in `leaseIds`, whose deliveries then all have a result.
 */
export async function storeAttempts(
  database: Database,
  rows: readonly AttemptRow[],
  leaseIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly isAskedFor: boolean }>> {
  const inClocks = rows.filter((row) => row.isInClock);
  const moved = await database.transaction(async (tx) => {
    tx.useShards();
    if (inClocks.length === 0) return record(tx, rows, leaseIds);
    const due = inClocks.map(({ merchantId, deliveryId: id, nextAttemptAt: dueAt }) => ({
      merchantId,
      id,
      dueAt,
    }));
    const kept = await rescheduleDeliveries(tx, due);
    return record(
      tx,
      rows.map((row) => (row.isInClock && !kept.has(row.deliveryId) ? inRealTime(row) : row)),
      leaseIds,
    );
  });
  return new Map(moved.map(({ deliveryId, isAskedFor }) => [deliveryId, { isAskedFor }]));
}

/** The row of an attempt whose test clock was deleted meanwhile, with times of the real clock. */
function inRealTime(row: AttemptRow): AttemptRow {
  const { nextAttemptAt: nextAt, clockLeadMs } = row;
  return { ...row, isInClock: false, nextAttemptAt: nextAt === null ? null : nextAt - clockLeadMs };
}

function record(tx: Transaction, attempts: readonly AttemptRow[], leaseIds: readonly string[]) {
  planByIndex(tx);
  if (leaseIds.length > 0) deleteLeases(tx, { leaseIds });
  return recordRows(tx, { attempts, ...rangeOf(attempts) });
}

/** Sends an update: the deliveries no longer wait for their test clock. */
export function releaseFromLane(
  tx: Transaction,
  given: readonly {
    readonly merchantId: string;
    readonly eventId: string | null;
    readonly id: string;
  }[],
  terms: { readonly at: number; readonly isDetached: boolean },
): void {
  const waiting = given.flatMap(({ merchantId, eventId, id: deliveryId }) =>
    eventId === null ? [] : [{ merchantId, eventId, deliveryId }],
  );
  releaseRows(tx, { waiting, ...terms, ...rangeOf(waiting) });
}

/** The smallest and the largest event id of rows; nulls without rows. */
function rangeOf(rows: readonly { readonly eventId: string }[]) {
  const ids = rows.map((row) => row.eventId).sort();
  return { fromEventId: ids[0] ?? null, toEventId: ids.at(-1) ?? null };
}
