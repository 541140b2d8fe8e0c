import { rescheduleDeliveries } from '#src/ground/clocks/bind-to-clock.ts';
import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import { type RowOf, rowType } from '#src/ground/database/row-type.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { DELIVERY_KEY, deliveryRow } from '../webhook-store.ts';
import { FIRST_ATTEMPT } from './all-attempts-store.ts';
import { type LeasedKey, PLAN_BY_INDEX } from './lease-store.ts';

const ATTEMPT = rowType('webhook_attempt', {
  merchant_id: 'uuid',
  environment: 'text',
  event_id: 'uuid',
  delivery_id: 'uuid',
  attempt: 'bigint',
  started_at: 'timestamptz',
  duration_ms: 'bigint',
  response_status: 'bigint?',
  response_excerpt: 'text?',
  failure: 'text?',
  signature: 'text?',
  next_status: 'text',
  next_attempt_at: 'timestamptz?',
  ended_at: 'timestamptz',
  resend_count: 'bigint',
  leased_until: 'timestamptz',
  is_in_clock: 'boolean',
});

// Only the process that holds the lease may end it.
const GIVE_BACK = {
  name: 'webhook_give_back',
  place: HERE,
  text: `with row as materialized (
      select *, now() + pause_ms * interval '1 millisecond' as pauses_until
      from json_to_recordset($1) as given (${DELIVERY_KEY}, leased_until timestamptz,
        waits_for text, pause_ms double precision))
    update webhook_deliveries d set waits_for = row.waits_for, leased_until = row.pauses_until,
      leased_by = null
    from row
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, row.environment, row.event_id, row.delivery_id)
      and d.event_id between $2 and $3 and d.status = 'pending'
      and d.leased_until = row.leased_until`,
};
// Conflicts with the resume of the same endpoint: either a delivery is paused before the resume
// selects the paused deliveries, or this statement sees the endpoint active.
const LOCK_ENDPOINTS = {
  name: 'webhook_lock_paused_endpoints',
  place: HERE,
  text: `select id from webhook_endpoints where id = any($1) and status = 'paused' for share`,
};
const PAUSE = {
  name: 'webhook_hold_deliveries',
  place: HERE,
  text: `update webhook_deliveries d set leased_until = null, leased_by = null, waits_for = null,
      next_attempt_at = case when d.endpoint_id = any($4) then null else d.next_attempt_at end
    from json_to_recordset($1) as row (${DELIVERY_KEY}, leased_until timestamptz)
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, row.environment, row.event_id, row.delivery_id)
      and d.event_id between $2 and $3 and d.status = 'pending'
      and d.leased_until = row.leased_until`,
};

// An attempt that was recorded stays until its partition is dropped.
const DELETE_LEASED = {
  name: 'webhook_delete_leased',
  place: HERE,
  text: `delete from webhook_deliveries d
    using json_to_recordset($1) as row (${DELIVERY_KEY}, leased_until timestamptz)
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, row.environment, row.event_id, row.delivery_id)
      and d.event_id between $2 and $3 and d.status = 'pending'
      and d.leased_until = row.leased_until`,
};

/** Whether the first attempt succeeded; it is stored in the row of its delivery. */
const IS_AT_ONCE = `(row.attempt = 1 and row.next_status = 'delivered')`;
const setFirst = (column: string): string =>
  `first_${column} = case when ${IS_AT_ONCE} then row.${column} else d.first_${column} end`;
const IS_ASKED_FOR = `(row.next_status <> 'delivered' and d.resend_count > row.resend_count)`;
// Only the attempt after the last stored attempt may change a delivery: an attempt that is recorded
// again after a crash changes nothing. If a user asked to send the delivery again while a failed
// attempt ran, the next attempt is due when that attempt ended, by the real time. A lease that
// another process has taken meanwhile stays. Both parts read the rows themselves: a cluster copies
// what they share to all its servers.
const RECORD = {
  name: 'webhook_record_attempts',
  place: HERE,
  text: `with made as (
      insert into webhook_attempts (merchant_id, environment, event_id, delivery_id, attempt,
        started_at, duration_ms, response_status, response_excerpt, failure, signature)
      select merchant_id, environment, event_id, delivery_id, attempt, started_at, duration_ms,
        response_status, response_excerpt, failure, signature
      from ${ATTEMPT.from(1)} row where not ${IS_AT_ONCE}
      on conflict do nothing
    )
    update webhook_deliveries d set attempt_count = row.attempt, trouble = null,
      status = case when ${IS_ASKED_FOR} then 'pending' else row.next_status end,
      next_attempt_at = case when ${IS_ASKED_FOR} then row.ended_at else row.next_attempt_at end,
      leased_until = nullif(d.leased_until, row.leased_until),
      leased_by = case when d.leased_until <> row.leased_until then d.leased_by end,
      waits_for = case when row.next_status <> 'pending' then null
        when row.is_in_clock and not ${IS_ASKED_FOR} then '${TEST_CLOCK_LANE}'
        else d.waits_for end,
      ${FIRST_ATTEMPT.map(setFirst).join(', ')}
    from ${ATTEMPT.from(1)} row
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, row.environment, row.event_id, row.delivery_id)
      and d.event_id between $2 and $3
      and d.status = 'pending' and d.attempt_count = row.attempt - 1
    returning d.id as delivery_id, ${IS_ASKED_FOR} as is_asked_for`,
};

// A due delivery is in the index of due ones, also while it is leased.
const END_LEASES_OF = {
  name: 'webhook_end_leases_of',
  place: HERE,
  text: `update webhook_deliveries set leased_until = null, leased_by = null
    where status = 'pending' and waits_for is null and next_attempt_at <= $2 and leased_by = $1`,
};

// A delivery of a test clock waits in the lane of test clocks, unless a user has sent it again.
const RELEASE_FROM_LANE = {
  name: 'webhook_release_from_clock',
  text: `update webhook_deliveries d set waits_for = null, next_attempt_at = $2,
      test_clock_id = case when $3 then null else d.test_clock_id end
    from json_to_recordset($1) as row (merchant_id uuid, event_id uuid, delivery_id uuid)
    where (d.merchant_id, d.environment, d.event_id, d.id)
        = (row.merchant_id, 'test', row.event_id, row.delivery_id)
      and d.event_id between $4 and $5
      and d.status = 'pending' and d.waits_for = '${TEST_CLOCK_LANE}'`,
};

/** A lease to end without an attempt: the delivery waits in a lane, or for `pauseMs`. */
export interface EndedLease {
  readonly key: LeasedKey;
  readonly waitsFor?: string;
  readonly pauseMs?: number;
}

/** Ends leases without an attempt. */
export async function releaseLeases(
  database: Queryable,
  given: readonly EndedLease[],
): Promise<void> {
  const rows = given.map(({ key, waitsFor = null, pauseMs = null }) => ({
    ...leasedRow(key),
    waits_for: waitsFor,
    pause_ms: pauseMs,
  }));
  await database.query(GIVE_BACK, [JSON.stringify(rows), ...rangeOf(rows)]);
}

/** Ends leases and pauses the deliveries whose endpoints are paused; the others are due again. */
export async function pauseLeased(
  tx: Transaction,
  leased: readonly { readonly key: LeasedKey; readonly endpointId: string }[],
): Promise<void> {
  const ids = [...new Set(leased.map(({ endpointId }) => endpointId))].sort();
  const paused = await tx.query<{ id: string }>(LOCK_ENDPOINTS, [ids]);
  const rows = leased.map(({ key }) => leasedRow(key));
  const pausedIds = paused.map(({ id }) => id);
  await tx.query(PAUSE, [JSON.stringify(rows), ...rangeOf(rows), pausedIds]);
}

/** A lease, and whether its delivery has a test clock. */
export interface LeasedInClock {
  readonly key: LeasedKey;
  readonly isInClock: boolean;
}

/** Deletes deliveries that this process has leased; their test clocks don't wait for them. */
export async function deleteLeased(
  tx: Transaction,
  leased: readonly LeasedInClock[],
): Promise<void> {
  const inClocks = leased.filter(({ isInClock }) => isInClock);
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
  const rows = leased.map(({ key }) => leasedRow(key));
  await tx.query(DELETE_LEASED, [JSON.stringify(rows), ...rangeOf(rows)]);
}

/** Ends all leases of a process that has ended; its deliveries are due again. */
export async function endLeasesOf(database: Queryable, processId: string, at: Date): Promise<void> {
  await database.query(END_LEASES_OF, [processId, at]);
}

/** An attempt that was made, and the state of its delivery after it. */
export interface AttemptRow extends RowOf<typeof ATTEMPT.columns> {
  readonly next_attempt_at: Date | null;
  /** By the real time. */
  readonly ended_at: Date;
  /** Whether the delivery has a test clock, whose time `next_attempt_at` has. */
  readonly is_in_clock: boolean;
  /** How far the test clock is ahead of the real time. */
  readonly clock_lead_ms: number;
}

/**
 * Stores attempts and their results, and returns the changed deliveries by id. `isAskedFor`: the
 * attempt failed, and while it ran a user asked to send the delivery again.
 */
export async function storeAttempts(
  database: Database,
  rows: readonly AttemptRow[],
): Promise<ReadonlyMap<string, { readonly isAskedFor: boolean }>> {
  const inClocks = rows.filter((row) => row.is_in_clock);
  const moved = await database.transaction(async (tx) => {
    tx.useShards();
    if (inClocks.length === 0) return record(tx, rows);
    const due = inClocks.map((row) => ({
      merchantId: row.merchant_id,
      id: row.delivery_id,
      dueAt: row.next_attempt_at?.getTime() ?? null,
    }));
    const kept = await rescheduleDeliveries(tx, due);
    return record(
      tx,
      rows.map((row) => (row.is_in_clock && !kept.has(row.delivery_id) ? inRealTime(row) : row)),
    );
  });
  return new Map(moved.map((row) => [row.delivery_id, { isAskedFor: row.is_asked_for }]));
}

/** The row of an attempt whose test clock was deleted meanwhile, with times of the real clock. */
function inRealTime(row: AttemptRow): AttemptRow {
  const { next_attempt_at: nextAt, clock_lead_ms: leadMs } = row;
  const realNextAt = nextAt && new Date(nextAt.getTime() - leadMs);
  return { ...row, is_in_clock: false, next_attempt_at: realNextAt };
}

function record(tx: Transaction, rows: readonly AttemptRow[]) {
  tx.send(PLAN_BY_INDEX, []);
  const values = [ATTEMPT.rows(rows), ...rangeOf(rows)];
  return tx.query<{ delivery_id: string; is_asked_for: boolean }>(RECORD, values);
}

/** Sends an update: the deliveries no longer wait for their test clock. */
export function releaseFromLane(
  tx: Transaction,
  waiting: readonly {
    readonly merchantId: string;
    readonly eventId: string | null;
    readonly id: string;
  }[],
  { at, isDetached }: { at: Date; isDetached: boolean },
): void {
  const rows = waiting.flatMap(({ merchantId, eventId, id }) =>
    eventId === null ? [] : [{ merchant_id: merchantId, event_id: eventId, delivery_id: id }],
  );
  tx.send(RELEASE_FROM_LANE, [JSON.stringify(rows), at, isDetached, ...rangeOf(rows)]);
}

/** A lease as the statements here read it from JSON. */
export function leasedRow(key: LeasedKey) {
  return { ...deliveryRow(key), leased_until: new Date(key.leasedUntil) };
}

/** The smallest and the largest event id of rows; nulls without rows. */
function rangeOf(rows: readonly { readonly event_id: string }[]): [string | null, string | null] {
  const ids = rows.map((row) => row.event_id).sort();
  return [ids[0] ?? null, ids.at(-1) ?? null];
}
