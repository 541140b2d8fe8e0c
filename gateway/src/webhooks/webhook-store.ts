import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { rowType } from '#src/ground/database/row-type.ts';
import { many, paramsOf, rowsOf, rowsOfType, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { createId, ID_MAX, ID_MIN } from '#src/ground/ids.ts';
import type { EndpointFormat } from './pix-callbacks/pix-callback.ts';
import type { AttemptFault, NewEvent, WebhookFault } from './webhook-event.ts';

const FEED_ADVANCE = rowType('event_feed_advance', { ...f.SCOPE, eventCount: f.count });
const NEW_EVENT = rowType('webhook_event_to_insert', {
  ...f.SCOPE,
  id: f.uuid,
  kind: f.text,
  resourceId: f.uuid,
  sequence: f.count,
  body: f.orNull(f.text),
  laterEvents: f.count,
  form: f.orNull(f.count),
  amountCentavos: f.orNull(f.count),
  externalId: f.orNull(f.text),
});
const NEW_DELIVERY = rowType('new_webhook_delivery', {
  ...f.SCOPE,
  eventId: f.uuid,
  deliveryId: f.uuid,
  endpointId: f.orNull(f.uuid),
  url: f.text,
  isLost: f.orNull(f.bool),
  dueAt: f.orNull(f.instant),
  trouble: f.orNull(f.text),
});

const $ = paramsOf({
  at: f.instant,
  clockId: f.orNull(f.uuid),
  leaseId: f.uuid,
  leaseMs: f.double,
  leasedBy: f.uuid,
  merchantIds: f.listOf(f.uuid),
  firstEventId: f.uuid,
  lastEventId: f.uuid,
});

// The row of a feed is locked until the commit, so the positions of a feed are assigned in the
// order of the commits. Feeds are locked in the order of their keys. Events have their own
// statement: a cluster copies what two parts of a statement share to all its servers, and fails
// when a server is down.
const advanceFeeds = send(
  'webhook_advance_feeds',
  sql`insert into event_feeds as feed (merchant_id, environment, last_position)
    select ${FEED_ADVANCE.names} from ${rowsOfType('feeds', FEED_ADVANCE)}
    order by merchant_id, environment
    on conflict (merchant_id, environment) do update
      set last_position = feed.last_position + excluded.last_position`,
);
// With the union and with the columns in the order of the table Citus runs it on one node.
const EVENT_COLUMNS = `merchant_id, environment, id, kind, resource_id, sequence, body, created_at,
  position, form, amount_centavos, external_id`;
const sendEvents = send(
  'webhook_insert_events',
  sql`insert into webhook_events (${EVENT_COLUMNS})
    select row.merchant_id, row.environment, row.id, row.kind, row.resource_id, row.sequence,
      row.body, ${$.at}, feed.last_position - row.later_events, row.form, row.amount_centavos,
      row.external_id
    from ${rowsOfType('events', NEW_EVENT)} row
    join event_feeds feed using (merchant_id, environment)
    union all select ${EVENT_COLUMNS} from webhook_events where false`,
);
const sendDeliveries = send(
  'webhook_insert_deliveries',
  sql`insert into webhook_deliveries (merchant_id, environment, event_id, id, endpoint_id, url,
      status, undelivered, next_attempt_at, created_at, test_clock_id, trouble)
    select merchant_id, environment, event_id, delivery_id, endpoint_id, url,
      case when is_lost then 'failed' else 'pending' end,
      case when is_lost then 'failed' else 'new' end,
      case when is_lost then null else coalesce(due_at, ${$.at}) end, ${$.at},
      ${$.clockId}::uuid, trouble
    from ${rowsOfType('deliveries', NEW_DELIVERY)}`,
);
// The lease begins with the statement, which may be long after the beginning of the transaction.
const sendLease = send(
  'webhook_insert_lease',
  sql`insert into webhook_leases
      (id, leased_by, leased_until, merchant_ids, first_event_id, last_event_id)
    values (${$.leaseId}, ${$.leasedBy},
      statement_timestamp() + ${$.leaseMs} * interval '1 millisecond', ${$.merchantIds},
      ${$.firstEventId}, ${$.lastEventId})`,
  HERE,
);
// Such a delivery is in no index of undelivered ones: `undelivered` is null.
const sendLeased = send(
  'webhook_insert_leased',
  sql`insert into webhook_deliveries (merchant_id, environment, event_id, id, endpoint_id, url,
      status, next_attempt_at, created_at, lease_id)
    select merchant_id, environment, event_id, delivery_id, endpoint_id, url, 'pending', ${$.at},
      ${$.at}, ${$.leaseId}::uuid
    from ${rowsOfType('deliveries', NEW_DELIVERY)}`,
);
const ADDRESS = {
  ...f.SCOPE,
  id: f.uuid,
  url: f.text,
  events: f.listOf(f.text),
  format: f.textOf<EndpointFormat>(),
  pixKey: f.orNull(f.text),
  status: f.textOf<'active' | 'paused'>(),
  sealedSecret: f.bytes,
  sealedPreviousSecret: f.orNull(f.bytes),
  previousSecretExpiresAt: f.orNull(f.instant),
};
export type EndpointAddress = f.RecordOf<typeof ADDRESS>;

/** All endpoints of these scopes. Paused endpoints get deliveries too, which wait. */
export const selectEndpoints = many(
  'webhook_select_endpoints',
  ADDRESS,
  sql`select merchant_id, environment, id, url, events, format, pix_key, status, sealed_secret,
      sealed_previous_secret, previous_secret_expires_at from webhook_endpoints
    where status <> 'deleted' and (merchant_id, environment) in (
      select merchant_id, environment
      from ${rowsOf('scopes', 'scope', f.SCOPE)}
    )`,
);

/** Identifies one delivery. */
export interface DeliveryKey extends LedgerScope {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** An event to insert; `body` is the exact text that is signed and sent. */
export interface EventToInsert
  extends LedgerScope,
    Pick<NewEvent, 'kind' | 'resourceId' | 'sequence' | 'form'> {
  readonly id: string;
  readonly body: string;
}

/** Sends the insert of events at the ends of their feeds, in this order. */
export function insertEvents(tx: Transaction, events: readonly EventToInsert[], at: Date): void {
  const feeds = new Map<string, LedgerScope & { eventCount: number }>();
  const rows = events.toReversed().map((event) => {
    const name = `${event.merchantId} ${event.environment}`;
    const { merchantId, environment } = event;
    const feed = feeds.get(name) ?? { merchantId, environment, eventCount: 0 };
    // How many of these events follow this event in its feed.
    const laterEvents = feed.eventCount;
    feeds.set(name, { ...feed, eventCount: laterEvents + 1 });
    return { ...eventRow(event), laterEvents };
  });
  advanceFeeds(tx, { feeds: [...feeds.values()] });
  sendEvents(tx, { events: rows.reverse(), at });
}

/** The row of an event, without the body that its form makes. */
function eventRow({ form, ...event }: EventToInsert) {
  if (!form) return event;
  const { version, amount, externalId } = form;
  return { ...event, body: null, form: version, amountCentavos: amount, externalId };
}

/** A delivery to insert. `endpointId` is null for the `webhook_url` of a request. */
export interface NewDelivery extends DeliveryKey {
  readonly endpointId: string | null;
  readonly url: string;
  readonly fault?: WebhookFault | undefined;
}

/** Sends the insert of deliveries. They are due at `at`, or `LATE_MS` later if they are `late`. */
export function insertDeliveries(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  at: Date,
): void {
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    ...(delivery.fault && faultRow(delivery.fault, at)),
  }));
  sendDeliveries(tx, { deliveries: rows, at, clockId: tx.testTime?.clockId ?? null });
  bindToClock(
    tx,
    deliveries.map(({ merchantId, deliveryId: id, eventId }) => ({
      merchantId,
      kind: 'delivery',
      id,
      eventId,
      dueAt: null,
    })),
  );
}

/** How long a lease lasts, and the process that has it. */
export interface LeaseTerms {
  readonly leaseMs: number;
  readonly leasedBy: string;
}

/**
 * Sends the insert of deliveries of one bucket, whose transaction is `tx`. They are due at `at` and
 * leased to a process from now on. For deliveries without a fault and without a test clock. Returns
 * the id of the lease.
 */
export function insertLeased(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  { at, terms }: { at: Date; terms: LeaseTerms },
): string {
  const leaseId = createId(at.getTime());
  const merchantIds = [...new Set(deliveries.map(({ merchantId }) => merchantId))];
  const eventIds = deliveries.map(({ eventId }) => eventId).sort();
  const [firstEventId = ID_MAX] = eventIds;
  const lastEventId = eventIds.at(-1) ?? ID_MIN;
  sendLease(tx, { ...terms, leaseId, merchantIds, firstEventId, lastEventId });
  sendLeased(tx, { deliveries, at, leaseId });
  return leaseId;
}

/** How much later a delivery with the fault `late` is sent. */
const LATE_MS = 5 * SECOND_MS;

function faultRow(fault: WebhookFault, at: Date) {
  if (fault === 'lost') return { isLost: true };
  if (fault === 'late') return { dueAt: lateDueAt(at) };
  return { trouble: fault };
}

/** When a delivery with the fault `late` is due, instead of `at`. */
export function lateDueAt(at: Date): Date {
  return new Date(at.getTime() + LATE_MS);
}

/** The fault of the delivery's next attempt; null without one. */
export function attemptFault(fault: WebhookFault | undefined): AttemptFault | null {
  return fault === undefined || fault === 'lost' || fault === 'late' ? null : fault;
}
