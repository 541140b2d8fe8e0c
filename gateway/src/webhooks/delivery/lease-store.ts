import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import { many, one, param, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { readBodies, type StoredEvent } from '../event-bodies.ts';
import type { EndpointFormat } from '../pix-callbacks/pix-callback.ts';
import type { AttemptFault, EventKind } from '../webhook-event.ts';
import type { DeliveryKey, LeaseTerms } from '../webhook-store.ts';
import { SCHEDULE_DAYS } from './retry-schedule.ts';

/** The start of a period; -Infinity for all time before its end. */
const START: f.Field<number> = {
  stored: f.instant.stored,
  isNullable: false,
  write: (at) => (at === Number.NEGATIVE_INFINITY ? '-infinity' : new Date(at)),
};
const LEASED = {
  ...f.SCOPE,
  eventId: f.uuid,
  deliveryId: f.uuid,
  url: f.text,
  attemptCount: f.count,
  /** Attempts before a user sent it again: the retry schedule starts anew after them. */
  attemptsBeforeResend: f.count,
  /** How often a user asked to send it again. */
  resendCount: f.count,
  endpointId: f.orNull(f.uuid),
  leasedUntil: f.neverNull(f.instant),
  nextAttemptAt: f.neverNull(f.instant),
  /** The scenario of the next attempt, which the merchant chose in the test environment. */
  trouble: f.orNull(f.textOf<AttemptFault>()),
  testClockId: f.orNull(f.uuid),
  kind: f.textOf<EventKind>(),
  // The event has a body, or a form that makes it.
  body: f.orNull(f.text),
  form: f.orNull(f.count),
  resourceId: f.uuid,
  sequence: f.count,
  eventCreatedAt: f.instant,
  endpointStatus: f.orNull(f.textOf<'active' | 'paused' | 'deleted'>()),
  endpointUrl: f.orNull(f.text),
  endpointFormat: f.orNull(f.textOf<EndpointFormat>()),
  /** The key whose payments the endpoint of API Pix gets. */
  pixKey: f.orNull(f.text),
  sealedSecret: f.orNull(f.bytes),
  sealedPreviousSecret: f.orNull(f.bytes),
  previousSecretExpiresAt: f.orNull(f.instant),
};
type LeasedRow = f.RecordOf<typeof LEASED>;
const LANE = { lane: f.neverNull(f.text) };

const $ = paramsOf({
  leaseMs: f.double,
  leasedBy: f.uuid,
  from: f.uuid,
  to: f.uuid,
  after: START,
  until: f.instant,
  rowsMax: f.count,
  limit: f.count,
});
// Leases are whole milliseconds, so that JavaScript can give back exactly what it has read.
const LEASE_END = sql`date_trunc('milliseconds', now()) + ${$.leaseMs} * interval '1 millisecond'`;
const OF_KEY = `(d.merchant_id, d.environment, d.event_id, d.id)
  = (key.merchant_id, key.environment, key.event_id, key.id)`;
/** Whether a delivery is pending and not under the lease of its insert; as the indexes say it. */
export const IS_QUEUED = `undelivered in ('new', 'retrying')`;
const IS_FREE = '(d.leased_until is null or d.leased_until <= now())';
const KEY_COLUMNS = 'd.merchant_id, d.environment, d.event_id, d.id';

// Leases the chosen deliveries and returns all that is needed to send them. Each key has its own
// look-up (`offset 0` stops the planner from reordering): a plan that scans the events would read
// all their bodies. The bounds of the event ids are values, so only the partitions between them are
// planned.
const LEASE_CHOSEN = sql`leased as (
    update webhook_deliveries d set leased_until = ${LEASE_END},
      lease_holder = ${$.leasedBy}, lane = null
    from key where ${OF_KEY} and d.event_id between ${$.from} and ${$.to}
    returning d.*
  )
  select d.merchant_id, d.environment, d.event_id, d.id as delivery_id, d.url, d.attempt_count,
    d.attempts_before_resend, d.resend_count, d.endpoint_id, d.leased_until, d.next_attempt_at,
    d.trouble, d.test_clock_id, e.kind, e.body, e.form, e.resource_id, e.sequence,
    e.created_at as event_created_at, p.status as endpoint_status,
    p.url as endpoint_url, p.format as endpoint_format, p.pix_key,
    p.sealed_secret, p.sealed_previous_secret,
    p.previous_secret_expires_at
  from leased d
  cross join lateral (
    select kind, body, form, resource_id, sequence, created_at from webhook_events
    where merchant_id = d.merchant_id and environment = d.environment and id = d.event_id
      and id between ${$.from} and ${$.to}
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
export const planByIndex = send(
  'webhook_plan_lease_by_index',
  sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('synchronous_commit', 'off', true)`,
  HERE,
);
const leaseRowsDue = many(
  'webhook_lease_due',
  LEASED,
  sql`with key as (
      select ${KEY_COLUMNS} from webhook_deliveries d
      where d.${IS_QUEUED} and d.lane is null and ${IS_FREE}
        and d.next_attempt_at > ${$.after} and d.next_attempt_at <= ${$.until}
        and d.event_id between ${$.from} and ${$.to}
      order by d.next_attempt_at limit ${$.rowsMax}
      for update skip locked
    ), ${LEASE_CHOSEN}`,
  HERE,
);
const leaseRowsWaiting = many(
  'webhook_lease_waiting',
  LEASED,
  sql`with key as (
      select chosen.* from ${rowsOf('lanes', 'wanted', { lane: f.text, rowsMax: f.count })}
      cross join lateral (
        select ${KEY_COLUMNS} from webhook_deliveries d
        where d.lane = wanted.lane and d.status = 'pending' and ${IS_FREE}
          and d.next_attempt_at is not null
          and d.event_id between ${$.from} and ${$.to}
        order by d.next_attempt_at limit wanted.rows_max
        for update skip locked
      ) chosen
    ), ${LEASE_CHOSEN}`,
  HERE,
);
/** The smallest id of an instant (RFC 9562, section 5.7), as PostgreSQL writes it. */
const firstIdAt = (instant: string) =>
  `rpad(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
// The deliveries that became due lately, in the partitions of scheduled attempts.
const dueLately = (until: string) => `select from webhook_deliveries d
    where d.${IS_QUEUED} and d.lane is null
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
/** Whether a delivery is leased, or is due at an instant and waits in no lane. */
export const hasDue = one(
  'webhook_has_due',
  shaped({ hasDue: f.bool }, (row) => row.hasDue),
  sql`select exists (select from webhook_deliveries
      where ${IS_QUEUED} and lane is null and next_attempt_at <= ${param('at', f.instant)})
    or exists (select from webhook_leases) as has_due`,
  HERE,
);
// Reads the lanes one by one in their index.
const listLanes = many(
  'webhook_list_lanes',
  LANE,
  sql`with recursive lanes as (
      (select lane from webhook_deliveries where lane is not null order by lane limit 1)
      union all
      select (
        select d.lane from webhook_deliveries d
        where d.lane > lanes.lane order by d.lane limit 1
      ) from lanes where lanes.lane is not null
    )
    select lane from lanes where lane is not null limit ${$.limit}`,
  HERE,
);

/** The lease of deliveries that their insert leased, in the process that has it. */
export interface InsertLease {
  readonly leaseId: string;
  /** An instant before the lease began; milliseconds of a monotonic clock. */
  readonly leasedAt: number;
  /** The number of its deliveries. */
  readonly size: number;
  /** How many of them have a result. */
  ended: number;
  /** Whether the transaction of the last results has deleted it. */
  isDeleted: boolean;
}

/** A leased delivery that can be sent, with its endpoint. */
export interface DeliveryRow
  extends Omit<
    LeasedRow,
    'body' | 'form' | 'resourceId' | 'sequence' | 'eventCreatedAt' | 'testClockId' | 'leasedUntil'
  > {
  readonly body: string;
  /** Milliseconds by the database's clock; null under the lease of its insert. */
  readonly leasedUntil: number | null;
  /** The lease of its insert, if it is under it. */
  readonly insertLease?: InsertLease;
  /** The time of the delivery's test clock; null if it has none. */
  readonly testClockNow: number | null;
}

/** The terms of a lease by which deliveries are read. */
export interface ReadTerms extends LeaseTerms {
  /** Takes the id of an event whose body can't be made; its delivery stays leased. */
  readonly onUnreadable: (eventId: string, error: unknown) => void;
}

/** A lease, and the delivery that it is for. */
export interface LeasedKey extends DeliveryKey {
  /** Milliseconds by the database's clock; null under the lease of its insert. */
  readonly leasedUntil: number | null;
}

/** The smallest and the largest id of the events to search. */
export type EventRange = readonly [from: string, to: string];

/** Leased deliveries that can be sent. */
export interface LeasedRows {
  readonly rows: readonly DeliveryRow[];
  /** How many were leased, also of those that can't be sent. */
  readonly count: number;
  /** When the last of all that were leased became due. */
  readonly lastDueAt: number;
}

/**
 * Leases up to `rowsMax` deliveries that are due after one instant and until another, in
 * milliseconds, the longest due first. Deliveries that other processes have leased are skipped.
 */
export async function leaseDue(
  database: Database,
  wanted: { after: number; until: number; events: EventRange; rowsMax: number },
  terms: ReadTerms,
): Promise<LeasedRows> {
  const { after, until, events, rowsMax } = wanted;
  const leased = await lease(database, terms, (tx) =>
    leaseRowsDue(tx, { ...terms, after, until, ...boundsOf(events), rowsMax }),
  );
  const rows = leased.rows.toSorted((left, right) => left.nextAttemptAt - right.nextAttemptAt);
  return { ...leased, rows };
}

/** Leases deliveries that wait for a slot: of each lane up to its `rowsMax`. */
export function leaseWaiting(
  database: Database,
  lanes: readonly { readonly lane: string; readonly rowsMax: number }[],
  events: EventRange,
  terms: ReadTerms,
): Promise<LeasedRows> {
  return lease(database, terms, (tx) =>
    leaseRowsWaiting(tx, { ...terms, lanes, ...boundsOf(events) }),
  );
}

function boundsOf([from, to]: EventRange) {
  return { from, to };
}

/**
 * Leases deliveries. A test clock doesn't advance until its deliveries have their results. An event
 * of the sandbox whose charge was just deleted is not sent: its deliveries are deleted with it.
 */
async function lease(
  database: Database,
  terms: ReadTerms,
  leaseRows: (tx: Transaction) => Promise<LeasedRow[]>,
): Promise<LeasedRows> {
  const leased = await database.transaction((tx) => {
    planByIndex(tx);
    tx.useShards();
    return leaseRows(tx);
  });
  const clockIds = new Set(leased.flatMap(({ testClockId: id }) => id ?? []));
  const times = await readClockTimes(database, [...clockIds]);
  const bodies = await bodiesOf(database, leased.map(eventOf), terms);
  const rows = leased.flatMap((row) => {
    const body = bodies.get(row.eventId);
    const clockNow = times.get(row.testClockId ?? '') ?? null;
    return body === undefined ? [] : [{ ...row, body, testClockNow: clockNow }];
  });
  const lastDueAt = Math.max(...leased.map(({ nextAttemptAt: at }) => at));
  return { rows, count: leased.length, lastDueAt };
}

/** The bodies of leased events. One that can't be made doesn't keep the others from being sent. */
async function bodiesOf(
  database: Database,
  events: readonly StoredEvent[],
  { onUnreadable }: ReadTerms,
): Promise<ReadonlyMap<string, string>> {
  try {
    return await readBodies(database, events);
  } catch {
    const bodies = new Map<string, string>();
    for (const event of events) {
      try {
        for (const [id, body] of await readBodies(database, [event])) bodies.set(id, body);
      } catch (error) {
        onUnreadable(event.id, error);
      }
    }
    return bodies;
  }
}

function eventOf({ eventId: id, eventCreatedAt: createdAt, ...row }: LeasedRow): StoredEvent {
  return { ...row, id, createdAt };
}

/** The lanes in which deliveries wait for a slot, in no order. */
export async function selectLanes(database: Database, limit: number): Promise<string[]> {
  const rows = await database.transaction((tx) => {
    planOnce(tx);
    return listLanes(tx, { limit });
  });
  return rows.map(({ lane }) => lane).filter((lane) => lane !== TEST_CLOCK_LANE);
}
