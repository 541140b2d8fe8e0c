import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt, ID_MIN } from '#src/ground/ids.ts';
import type { EventKind } from '../webhook-event.ts';
import {
  type EventInFeed,
  selectBodies,
  selectDelivered,
  selectHeads,
  selectPosition,
  selectPositionFrom,
  selectWindow,
} from './event-feed-store.ts';

/** The most events that a page with a filter reads, also when few of them match. */
const SCANNED_MAX = 500;
/** An event becomes visible at most this long after its id was created. */
const COMMIT_MS_MAX = 10_000;

/** An event of a feed. `body` is the exact text that webhooks get. */
export interface FeedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly resourceId: string;
  readonly body: string;
  /** Whether it has deliveries and all of them succeeded. */
  readonly isDelivered: boolean;
}

/** A query of a feed: the events after a position that match the filters. */
export interface FeedQuery {
  readonly after: bigint;
  readonly limit: number;
  /** Undefined: of every kind. */
  readonly kinds?: readonly EventKind[] | undefined;
  readonly resourceId?: string | undefined;
  readonly isDelivered?: boolean | undefined;
  /** Whether `isDelivered` is read; otherwise it is false. Default: true. */
  readonly withDelivery?: boolean;
}

/** An event and its position in its feed. Before the first event: position 0, without an id. */
export interface FeedCursor {
  readonly id: string | undefined;
  readonly position: bigint;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The last event that was read, after which the next page starts; undefined without events. */
  readonly last: { readonly id: string; readonly position: bigint } | undefined;
  /** Whether there are events after `last` already. */
  readonly hasMore: boolean;
}

/**
 * The position of an event; 0 for `ID_MIN`, which is before the oldest event. Refuses
 * `cursor_expired` if the event doesn't exist any more: events after it may be gone too.
 */
export async function positionOf(
  database: Queryable,
  scope: LedgerScope,
  eventId: string,
): Promise<bigint> {
  if (eventId === ID_MIN) return 0n;
  const found = await selectPosition(database, { ...scope, id: eventId });
  if (found === undefined) throw new Refusal('cursor_expired');
  return found.position ?? 0n;
}

/**
 * The cursor for a reader that wants all events since an instant (milliseconds). The first events
 * may be up to 10 seconds older, because an id is created before its transaction commits.
 */
export async function cursorSince(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<FeedCursor> {
  const from = firstIdAt(Math.max(0, since - COMMIT_MS_MAX));
  const first = await selectPositionFrom(database, { ...scope, id: from });
  return first === undefined
    ? newestCursor(database, scope)
    : cursorAt(database, scope, first.position - 1n);
}

/** The cursor of the newest event of a feed. */
export async function newestCursor(database: Queryable, scope: LedgerScope): Promise<FeedCursor> {
  const [head] = await selectHeads(database, { scopes: [scope] });
  return cursorAt(database, scope, head?.lastPosition ?? 0n);
}

/** The cursor at a position; without an id when its event has expired. */
async function cursorAt(
  database: Queryable,
  scope: LedgerScope,
  position: bigint,
): Promise<FeedCursor> {
  if (position === 0n) return { id: undefined, position };
  const [newest] = await selectWindow(database, scope, {
    after: position - 1n,
    resourceId: undefined,
    limit: 1,
  });
  return { id: newest?.position === position ? newest.id : undefined, position };
}

/**
 * Whether the event of a cursor still has its position. A failover may lose the event; then later
 * events may have positions that a reader has passed already.
 */
export async function hasKeptPosition(
  database: Queryable,
  scope: LedgerScope,
  { id, position }: FeedCursor,
): Promise<boolean> {
  if (id === undefined) return true;
  return (await selectPosition(database, { ...scope, id }))?.position === position;
}

/** Reads a page of a feed, oldest first. With a filter a page may be short before the end. */
export async function readFeed(
  database: Queryable,
  scope: LedgerScope,
  query: FeedQuery,
): Promise<FeedPage> {
  const { after, limit, kinds, resourceId, isDelivered, withDelivery = true } = query;
  const isFiltered = kinds !== undefined || isDelivered !== undefined;
  const scannedMax = isFiltered ? SCANNED_MAX : limit;
  const rows = await selectWindow(database, scope, { after, resourceId, limit: scannedMax + 1 });
  const scanned = rows.slice(0, scannedMax);
  const ofKind = scanned.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const candidates = isDelivered === undefined ? ofKind.slice(0, limit + 1) : ofKind;
  const delivered = await selectDelivered(
    database,
    scope,
    withDelivery ? candidates.map(idOf) : [],
  );
  const matching = candidates.filter(
    ({ id }) => isDelivered === undefined || (delivered.get(id) ?? false) === isDelivered,
  );
  const chosen = matching.slice(0, limit);
  const isCut = matching.length > limit;
  const last = isCut ? chosen.at(-1) : scanned.at(-1);
  const bodies = await selectBodies(database, scope, chosen.map(idOf));
  return {
    events: chosen.flatMap((row) => eventOf(row, bodies.get(row.id), delivered.get(row.id))),
    last: last && { id: last.id, position: last.position },
    hasMore: isCut || rows.length > scannedMax,
  };
}

function idOf({ id }: EventInFeed): string {
  return id;
}

/** The event of a row; empty if its partition was dropped meanwhile. */
function eventOf(
  { id, kind, resourceId }: EventInFeed,
  body: string | undefined,
  isDelivered = false,
): FeedEvent[] {
  return body === undefined ? [] : [{ id, kind, resourceId, body, isDelivered }];
}
