import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt, ID_MIN } from '#src/ground/ids.ts';
import type { EventKind } from '../webhook-event.ts';
import {
  type FeedRow,
  selectBodies,
  selectDelivered,
  selectHeads,
  selectPosition,
  selectPositionFrom,
  selectWindow,
} from './event-feed-store.ts';

/** How many events a page with a filter looks at: a filter that matches nothing costs no more. */
const SCANNED_MAX = 500;
/** An event is visible at most so long after its id was made. */
const COMMIT_MS_MAX = 10_000;

/** An event of a feed. `body` is the exact text that webhooks get. */
export interface FeedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly resourceId: string;
  readonly body: string;
  /** Whether there is a delivery of it, and all of them were delivered. */
  readonly isDelivered: boolean;
}

/** What to read of a feed: the events after a position that match the filters. */
export interface FeedQuery {
  readonly after: bigint;
  readonly limit: number;
  /** Undefined: of every kind. */
  readonly kinds?: readonly EventKind[] | undefined;
  readonly resourceId?: string | undefined;
  readonly isDelivered?: boolean | undefined;
  /** Whether `isDelivered` of the events is read; it is false otherwise. True by default. */
  readonly withDelivery?: boolean;
}

/** An event's place in its feed. Before the first event the position is 0 and there is no id. */
export interface FeedPlace {
  readonly id: string | undefined;
  readonly position: bigint;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The last event that was looked at, where the next page starts; undefined for an empty page. */
  readonly last: { readonly id: string; readonly position: bigint } | undefined;
  /** Whether there are events after `last` already. */
  readonly hasMore: boolean;
}

/**
 * The position after which a reader continues that has read an event last. Refuses `cursor_expired`
 * for an event that doesn't exist any more, because others after it may be gone too.
 * `ID_MIN` is the place before the oldest event.
 */
export async function positionOf(
  database: Queryable,
  scope: LedgerScope,
  eventId: string,
): Promise<bigint> {
  if (eventId === ID_MIN) return 0n;
  const position = await selectPosition(database, scope, eventId);
  if (position === undefined) throw new Refusal('cursor_expired');
  return position ?? 0n;
}

/**
 * The place after which a reader continues who wants all events since an instant. The first
 * events may be a few seconds older: an id is made before its transaction commits.
 */
export async function placeSince(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<FeedPlace> {
  const from = firstIdAt(Math.max(0, since - COMMIT_MS_MAX));
  const first = await selectPositionFrom(database, scope, from);
  return first === undefined ? newestPlace(database, scope) : placeAt(database, scope, first - 1n);
}

/** The place of the newest event of a feed. */
export async function newestPlace(database: Queryable, scope: LedgerScope): Promise<FeedPlace> {
  const [head] = await selectHeads(database, [scope]);
  return placeAt(database, scope, head?.last_position ?? 0n);
}

/** The place at a position; without an id when its event has expired, as all before it. */
async function placeAt(
  database: Queryable,
  scope: LedgerScope,
  position: bigint,
): Promise<FeedPlace> {
  if (position === 0n) return { id: undefined, position };
  const [newest] = await selectWindow(database, scope, {
    ...{ after: position - 1n, resourceId: undefined, limit: 1 },
  });
  return { id: newest?.position === position ? newest.id : undefined, position };
}

/**
 * Whether an event still has its place. It doesn't after a failover that lost it: then later events
 * may have positions that were passed already.
 */
export async function isStillPlaced(
  database: Queryable,
  scope: LedgerScope,
  { id, position }: FeedPlace,
): Promise<boolean> {
  return id === undefined || (await selectPosition(database, scope, id)) === position;
}

/** Reads a page of a feed, oldest first. With a filter it may be incomplete before the end. */
export async function readFeed(
  database: Queryable,
  scope: LedgerScope,
  query: FeedQuery,
): Promise<FeedPage> {
  const { after, limit, kinds, resourceId, isDelivered, withDelivery = true } = query;
  const isFiltered = kinds !== undefined || isDelivered !== undefined;
  const scannedMax = isFiltered ? SCANNED_MAX : limit;
  const found = await selectWindow(database, scope, { after, resourceId, limit: scannedMax + 1 });
  const scanned = found.slice(0, scannedMax);
  const ofKind = scanned.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const asked = isDelivered === undefined ? ofKind.slice(0, limit + 1) : ofKind;
  const delivered = await selectDelivered(database, scope, withDelivery ? asked.map(idOf) : []);
  const matching = asked.filter(
    ({ id }) => isDelivered === undefined || (delivered.get(id) ?? false) === isDelivered,
  );
  const chosen = matching.slice(0, limit);
  const isCut = matching.length > limit;
  const last = isCut ? chosen.at(-1) : scanned.at(-1);
  const bodies = await selectBodies(database, scope, chosen.map(idOf));
  return {
    events: chosen.flatMap((row) => eventOf(row, bodies.get(row.id), delivered.get(row.id))),
    last: last && { id: last.id, position: last.position },
    hasMore: isCut || found.length > scannedMax,
  };
}

function idOf({ id }: FeedRow): string {
  return id;
}

/** An event whose partition was dropped meanwhile has no body. */
function eventOf(
  { id, kind, resource_id: resourceId }: FeedRow,
  body: string | undefined,
  isDelivered = false,
): FeedEvent[] {
  return body === undefined ? [] : [{ id, kind, resourceId, body, isDelivered }];
}
