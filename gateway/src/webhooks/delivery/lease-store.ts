import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Database, Statement } from '#src/ground/database/database.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { EndpointFormat } from '../pix-callbacks/pix-callback.ts';
import type { AttemptFault, EventKind } from '../webhook-event.ts';
import type { DeliveryKey, LeaseTerms } from '../webhook-store.ts';
import { SCHEDULE_DAYS } from './retry-schedule.ts';

// Leases are whole milliseconds, so that JavaScript can give back exactly what it has read.
const LEASE_END = `date_trunc('milliseconds', now()) + $1 * interval '1 millisecond'`;
const OF_KEY = `(d.merchant_id, d.environment, d.event_id, d.id)
  = (key.merchant_id, key.environment, key.event_id, key.id)`;
const IS_FREE = '(d.leased_until is null or d.leased_until <= now())';
const KEY_COLUMNS = 'd.merchant_id, d.environment, d.event_id, d.id';

// Leases the chosen deliveries and returns all that is needed to send them. Each key has its own
// look-up (`offset 0` stops the planner from reordering): a plan that scans the events would read
// all their bodies. The bounds of the event ids are values, so only the partitions between them are
// planned.
const leaseChosen = (from: string, to: string, by: string) => `leased as (
    update webhook_deliveries d set leased_until = ${LEASE_END}, leased_by = ${by}, waits_for = null
    from key where ${OF_KEY} and d.event_id between ${from} and ${to}
    returning d.*
  )
  select d.merchant_id, d.environment, d.event_id, d.id as delivery_id, d.url, d.attempt_count,
    d.attempts_before_resend, d.resend_count, d.endpoint_id, d.leased_until, d.next_attempt_at,
    d.trouble, d.test_clock_id, e.kind, e.body, p.status as endpoint_status,
    p.url as endpoint_url, p.format as endpoint_format, p.pix_key,
    p.sealed_secret, p.sealed_previous_secret,
    p.previous_secret_expires_at
  from leased d
  cross join lateral (
    select kind, body from webhook_events where merchant_id = d.merchant_id
      and environment = d.environment and id = d.event_id and id between ${from} and ${to}
    offset 0
  ) e
  left join lateral (
    select * from webhook_endpoints where merchant_id = d.merchant_id
      and environment = d.environment and id = d.endpoint_id
    offset 0
  ) p on true`;

// When a queue has just grown, its statistics are old, and the planner would read and sort all due
// rows to lease a few. One generic plan, because planning takes longer than running. The commit
// doesn't wait for the disk: after a crash the delivery is leased again.
export const PLAN_BY_INDEX = {
  name: 'webhook_plan_lease_by_index',
  place: HERE,
  text: `select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('synchronous_commit', 'off', true)`,
};
const LEASE_DUE = {
  name: 'webhook_lease_due',
  place: HERE,
  text: `with key as (
      select ${KEY_COLUMNS} from webhook_deliveries d
      where d.status = 'pending' and d.waits_for is null and ${IS_FREE}
        and d.next_attempt_at > $2 and d.next_attempt_at <= $3 and d.event_id between $4 and $5
      order by d.next_attempt_at limit $6
      for update skip locked
    ), ${leaseChosen('$4', '$5', '$7')}`,
};
const LEASE_WAITING = {
  name: 'webhook_lease_waiting',
  place: HERE,
  text: `with key as (
      select chosen.* from json_to_recordset($2) as lane (waits_for text, rows_max bigint)
      cross join lateral (
        select ${KEY_COLUMNS} from webhook_deliveries d
        where d.waits_for = lane.waits_for and d.status = 'pending' and ${IS_FREE}
          and d.event_id between $3 and $4
        order by d.next_attempt_at limit lane.rows_max
        for update skip locked
      ) chosen
    ), ${leaseChosen('$3', '$4', '$5')}`,
};
/** The smallest id of an instant (RFC 9562, section 5.7), as PostgreSQL writes it. */
const firstIdAt = (instant: string) =>
  `rpad(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
// The deliveries that became due lately, in the partitions of scheduled attempts.
const dueLately = (until: string) => `select from webhook_deliveries d
    where d.status = 'pending' and d.waits_for is null
      and d.next_attempt_at > $1::timestamptz - interval '15 seconds'
      and d.next_attempt_at <= ${until}
      and d.event_id >= ${firstIdAt(`($1::timestamptz - interval '${SCHEDULE_DAYS + 2} days')`)}`;
/** Finds what became due lately, as most rounds do. */
export const DUE_DELIVERIES: DueQueue = {
  name: 'webhook-deliveries',
  isShared: true,
  due: `${dueLately('$1')} and ${IS_FREE}`,
  // A lease may end before then.
  soon: dueLately('$2'),
};
const HAS_DUE = {
  name: 'webhook_has_due',
  place: HERE,
  text: `select exists (select from webhook_deliveries
    where status = 'pending' and waits_for is null and next_attempt_at <= $1) as has_due`,
};
// Reads the lanes one by one in their index.
const LIST_LANES = {
  name: 'webhook_list_lanes',
  place: HERE,
  text: `with recursive lane as (
      (select waits_for from webhook_deliveries
        where waits_for is not null order by waits_for limit 1)
      union all
      select (
        select d.waits_for from webhook_deliveries d
        where d.waits_for > lane.waits_for order by d.waits_for limit 1
      ) from lane where lane.waits_for is not null
    )
    select waits_for from lane where waits_for is not null limit $1`,
};
/** A delivery that this process has leased, with its event and its endpoint. */
export interface DeliveryRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly event_id: string;
  readonly delivery_id: string;
  readonly url: string;
  readonly attempt_count: bigint;
  /** Attempts before a user sent it again: the retry schedule starts anew after them. */
  readonly attempts_before_resend: bigint;
  /** How often a user asked to send it again. */
  readonly resend_count: bigint;
  readonly endpoint_id: string | null;
  readonly leased_until: number;
  readonly next_attempt_at: number;
  /** The time of the delivery's test clock; null if it has none. */
  readonly test_clock_now: number | null;
  /** The scenario of the next attempt, which the merchant chose in the test environment. */
  readonly trouble: AttemptFault | null;
  readonly kind: EventKind;
  readonly body: string;
  readonly endpoint_status: 'active' | 'paused' | 'deleted' | null;
  readonly endpoint_url: string | null;
  readonly endpoint_format: EndpointFormat | null;
  /** The key whose payments the endpoint of API Pix gets. */
  readonly pix_key: string | null;
  readonly sealed_secret: Buffer | null;
  readonly sealed_previous_secret: Buffer | null;
  readonly previous_secret_expires_at: number | null;
}

/** A lease, and the delivery that it is for. */
export interface LeasedKey extends DeliveryKey {
  /** Milliseconds by the database's clock. */
  readonly leasedUntil: number;
}

/** The smallest and the largest id of the events to search. */
export type EventRange = readonly [from: string, to: string];

/**
 * Leases up to `rowsMax` deliveries that are due after one instant and until another, in
 * milliseconds, the longest due first. Deliveries that other processes have leased are skipped.
 */
export async function leaseDue(
  database: Database,
  wanted: { after: number; until: number; events: EventRange; rowsMax: number },
  { leaseMs, leasedBy }: LeaseTerms,
): Promise<DeliveryRow[]> {
  const { after, until, events, rowsMax } = wanted;
  const from = after === Number.NEGATIVE_INFINITY ? '-infinity' : new Date(after);
  const values = [leaseMs, from, new Date(until), ...events, rowsMax, leasedBy];
  const rows = await lease(database, LEASE_DUE, values);
  return rows.sort((left, right) => left.next_attempt_at - right.next_attempt_at);
}

/** Leases deliveries that wait for a slot: of each lane up to its `rowsMax`. */
export function leaseWaiting(
  database: Database,
  lanes: readonly { readonly lane: string; readonly rowsMax: number }[],
  events: EventRange,
  { leaseMs, leasedBy }: LeaseTerms,
): Promise<DeliveryRow[]> {
  const rows = lanes.map(({ lane, rowsMax }) => ({ waits_for: lane, rows_max: rowsMax }));
  return lease(database, LEASE_WAITING, [leaseMs, JSON.stringify(rows), ...events, leasedBy]);
}

/** Leases deliveries. A test clock doesn't advance until its deliveries have their results. */
async function lease(
  database: Database,
  statement: Statement,
  values: unknown[],
): Promise<DeliveryRow[]> {
  const rows = await database.transaction((tx) => {
    tx.send(PLAN_BY_INDEX, []);
    tx.useShards();
    return tx.query<DeliveryRow & { test_clock_id: string | null }>(statement, values);
  });
  const clockIds = new Set(rows.flatMap(({ test_clock_id: id }) => id ?? []));
  const times = await readClockTimes(database, [...clockIds]);
  return rows.map((row) => ({
    ...row,
    test_clock_now: times.get(row.test_clock_id ?? '') ?? null,
  }));
}

/** Whether a delivery is due and waits in no lane, also one that is leased. */
export async function hasDue(database: Database, at: Date): Promise<boolean> {
  const [row] = await database.query<{ has_due: boolean }>(HAS_DUE, [at]);
  return row?.has_due !== false;
}

/** The lanes in which deliveries wait for a slot, in no order. */
export async function selectLanes(database: Database, limit: number): Promise<string[]> {
  const rows = await database.transaction((tx) => {
    planOnce(tx);
    return tx.query<{ waits_for: string }>(LIST_LANES, [limit]);
  });
  return rows.map((row) => row.waits_for).filter((lane) => lane !== TEST_CLOCK_LANE);
}
