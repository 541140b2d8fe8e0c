import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { EventKind } from '../webhook-event.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2';
const POSITION = {
  name: 'event_feed_position',
  text: `select position from webhook_events where ${OF_SCOPE} and id = $3`,
};
const SINCE = {
  name: 'event_feed_since',
  text: `select position from webhook_events
    where ${OF_SCOPE} and id >= $3 and position is not null order by id limit 1`,
};
// Positions become visible in their order, so no event appears below a position that was read.
const WINDOW = {
  name: 'event_feed_window',
  text: `select id, kind, resource_id, position from webhook_events
    where ${OF_SCOPE} and position > $3 order by position limit $4`,
};
const WINDOW_OF_RESOURCE = {
  name: 'event_feed_window_of_resource',
  text: `select id, kind, resource_id, position from webhook_events
    where resource_id = $5 and ${OF_SCOPE} and position > $3 order by position limit $4`,
};
// The bounds of the ids are values, so only the partitions between them are planned.
const BODIES = {
  name: 'event_feed_bodies',
  text: `select id, body from webhook_events
    where ${OF_SCOPE} and id = any($3::uuid[]) and id between $4 and $5`,
};
const DELIVERED = {
  name: 'event_feed_delivered',
  text: `select event_id, bool_and(status = 'delivered') as is_delivered from webhook_deliveries
    where ${OF_SCOPE} and event_id = any($3::uuid[]) and event_id between $4 and $5
    group by event_id`,
};
const HEADS = {
  name: 'event_feed_heads',
  text: `select merchant_id, environment, last_position from event_feeds
    where (merchant_id, environment) in (
      select merchant_id, environment
      from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    )`,
};

/** An event in its feed, without its body. */
export interface FeedRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: EventKind;
  readonly resource_id: string;
  readonly position: bigint;
}

/** The newest position of a feed. */
export interface FeedHeadRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly last_position: bigint;
}

/** The position of an event; null if it isn't in a feed, undefined if it doesn't exist. */
export async function selectPosition(
  database: Queryable,
  scope: LedgerScope,
  eventId: string,
): Promise<bigint | null | undefined> {
  const values = [...scopeValues(scope), eventId];
  const [row] = await database.query<{ position: bigint | null }>(POSITION, values);
  return row?.position;
}

/** The position of the first event with this or a later id; undefined without such an event. */
export async function selectPositionFrom(
  database: Queryable,
  scope: LedgerScope,
  id: string,
): Promise<bigint | undefined> {
  const [row] = await database.query<{ position: bigint }>(SINCE, [...scopeValues(scope), id]);
  return row?.position;
}

/** The first events after a position, by position. */
export function selectWindow(
  database: Queryable,
  scope: LedgerScope,
  { after, resourceId, limit }: { after: bigint; resourceId: string | undefined; limit: number },
): Promise<FeedRow[]> {
  const values = [...scopeValues(scope), after, limit];
  return resourceId === undefined
    ? database.query<FeedRow>(WINDOW, values)
    : database.query<FeedRow>(WINDOW_OF_RESOURCE, [...values, resourceId]);
}

/** The bodies of events by their ids. */
export async function selectBodies(
  database: Queryable,
  scope: LedgerScope,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (eventIds.length === 0) return new Map();
  const values = [...scopeValues(scope), ...idsWithBounds(eventIds)];
  const rows = await database.query<{ id: string; body: string }>(BODIES, values);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** For each event: whether all its deliveries succeeded. Events without deliveries are missing. */
export async function selectDelivered(
  database: Queryable,
  scope: LedgerScope,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (eventIds.length === 0) return new Map();
  const values = [...scopeValues(scope), ...idsWithBounds(eventIds)];
  const rows = await database.query<{ event_id: string; is_delivered: boolean }>(DELIVERED, values);
  return new Map(rows.map((row) => [row.event_id, row.is_delivered]));
}

/** The newest positions of feeds. Feeds without events are missing. */
export function selectHeads(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<FeedHeadRow[]> {
  const rows = scopes.map(({ merchantId, environment }) => ({
    merchant_id: merchantId,
    environment,
  }));
  return database.query<FeedHeadRow>(HEADS, [JSON.stringify(rows)]);
}

function scopeValues({ merchantId, environment }: LedgerScope): unknown[] {
  return [merchantId, environment];
}

function idsWithBounds(ids: readonly string[]): unknown[] {
  const sorted = ids.toSorted();
  return [sorted, sorted[0], sorted.at(-1)];
}
