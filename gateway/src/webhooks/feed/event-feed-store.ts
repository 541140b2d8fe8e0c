import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, rowsOf, sql } from '#src/ground/database/sql.ts';
import { BODY_PARTS, readBodies } from '../event-bodies.ts';
import type { EventKind } from '../webhook-event.ts';

/** An event in its feed, without its body. */
const EVENT = {
  id: f.uuid,
  kind: f.textOf<EventKind>(),
  resourceId: f.uuid,
  position: f.neverNull(f.bigint),
};
export type EventInFeed = f.RecordOf<typeof EVENT>;

const $ = paramsOf({
  ...f.SCOPE,
  ...EVENT,
  firstId: f.uuid,
  lastId: f.uuid,
  limit: f.count,
});
const IDS = param('ids', f.listOf(f.uuid));
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

/** The position of an event, which is null if it isn't in a feed; undefined without the event. */
export const selectPosition = maybeOne(
  'event_feed_position',
  { position: f.orNull(f.bigint) },
  sql`select position from webhook_events where ${OF_SCOPE} and id = ${$.id}`,
);

/** The position of the first event with this or a later id; undefined without such an event. */
export const selectPositionFrom = maybeOne(
  'event_feed_since',
  { position: EVENT.position },
  sql`select position from webhook_events
    where ${OF_SCOPE} and id >= ${$.id} and position is not null order by id limit 1`,
);

// Positions become visible in their order, so no event appears below a position that was read.
const AFTER = sql`${OF_SCOPE} and position > ${$.position.as('after')}
    order by position limit ${$.limit}`;
const selectAll = many(
  'event_feed_window',
  EVENT,
  sql`select id, kind, resource_id, position from webhook_events
    where ${AFTER}`,
);
const selectOfResource = many(
  'event_feed_window_of_resource',
  EVENT,
  sql`select id, kind, resource_id, position from webhook_events
    where resource_id = ${$.resourceId} and ${AFTER}`,
);

// The bounds of the ids are values, so only the partitions between them are planned.
const BOUNDS = sql`between ${$.firstId} and ${$.lastId}`;
const bodiesOf = many(
  'event_feed_bodies',
  { id: f.uuid, ...BODY_PARTS },
  sql`select id, ${f.columnsOf(BODY_PARTS)} from webhook_events
    where ${OF_SCOPE} and id = any(${IDS}::uuid[]) and id ${BOUNDS}`,
);
const deliveredOf = many(
  'event_feed_delivered',
  { eventId: f.uuid, isDelivered: f.bool },
  sql`select event_id, bool_and(status = 'delivered') as is_delivered from webhook_deliveries
    where ${OF_SCOPE} and event_id = any(${IDS}::uuid[]) and event_id ${BOUNDS}
    group by event_id`,
);

/** The newest positions of feeds. Feeds without events are missing. */
export const selectHeads = many(
  'event_feed_heads',
  { ...f.SCOPE, lastPosition: f.bigint },
  sql`select merchant_id, environment, last_position from event_feeds
    where (merchant_id, environment) in (
      select merchant_id, environment
      from ${rowsOf('scopes', 'scope', f.SCOPE)}
    )`,
);

/** The first events after a position, by position. */
export function selectWindow(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { resourceId, ...window }: { after: bigint; resourceId: string | undefined; limit: number },
): Promise<EventInFeed[]> {
  const wanted = { merchantId, environment, ...window };
  return resourceId === undefined
    ? selectAll(database, wanted)
    : selectOfResource(database, { ...wanted, resourceId });
}

/** The bodies of events by their ids. Events that do not exist any more are missing. */
export async function selectBodies(
  database: Queryable,
  scope: LedgerScope,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = withBounds(scope, eventIds);
  if (!wanted) return new Map();
  const { merchantId, environment } = scope;
  const rows = await bodiesOf(database, wanted);
  return readBodies(
    database,
    rows.map((row) => ({ merchantId, environment, ...row })),
  );
}

/** For each event: whether all its deliveries succeeded. Events without deliveries are missing. */
export async function selectDelivered(
  database: Queryable,
  scope: LedgerScope,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const wanted = withBounds(scope, eventIds);
  const rows = wanted ? await deliveredOf(database, wanted) : [];
  return new Map(rows.map(({ eventId, isDelivered }) => [eventId, isDelivered]));
}

/** Undefined without ids. */
function withBounds({ merchantId, environment }: LedgerScope, eventIds: readonly string[]) {
  const ids = eventIds.toSorted();
  const [firstId, lastId] = [ids[0], ids.at(-1)];
  if (firstId === undefined || lastId === undefined) return undefined;
  return { merchantId, environment, ids, firstId, lastId };
}
