import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { type EventWriter, messageOf } from '#src/ground/http/event-writer.ts';
import { holdersOfKey, KEY_STREAMS_MAX, type KeyReader } from '#src/ground/http/key-streams.ts';
import {
  createStreamHub,
  type HubDeps,
  type StreamHub,
  type StreamReader,
} from '#src/ground/http/stream-hub.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import type { EventKind } from '../webhook-event.ts';
import { selectHeads } from './event-feed-store.ts';
import { type FeedCursor, hasKeptPosition, readFeed } from './read-feed.ts';

const POLL_INTERVAL_MS = 500;
const STALLED_MS = MINUTE_MS;
const PAUSE_AFTER_ERROR_MS = 1_000;
const EVENTS_AT_ONCE = 50;

export interface EventStreamRequest extends Omit<KeyReader, 'merchantId'> {
  readonly scope: LedgerScope;
  /** Undefined: every kind. */
  readonly kinds: readonly EventKind[] | undefined;
  /** The cursor after which the stream starts. */
  readonly after: FeedCursor;
}

export interface EventStreamDeps extends HubDeps {
  readonly database: Queryable;
}

interface FeedReader extends StreamReader {
  readonly scope: LedgerScope;
  /** The position up to which all events were written. */
  readonly reached: () => bigint;
  /**
   * Writes new events, unless a write is under way. Ends the stream when the feed has lost the last
   * written event.
   */
  readonly wake: () => void;
}

/** Creates the streams that send a merchant's events to its programs as they happen. */
export function createEventStreams(deps: EventStreamDeps): StreamHub<EventStreamRequest> {
  return createStreamHub<EventStreamRequest, FeedReader>(deps, {
    name: 'event-streams',
    streamsMax: KEY_STREAMS_MAX,
    intervalMs: POLL_INTERVAL_MS,
    stalledMs: STALLED_MS,
    holdersOf: (request) => holdersOfKey({ ...request, merchantId: request.scope.merchantId }),
    start: (writer, request) => readerOf(deps, writer, request),
    async poll(readers) {
      const scopes = new Map(readers.map(({ scope }) => [nameOf(scope), scope]));
      const heads = await selectHeads(deps.database, { scopes: [...scopes.values()] });
      const newest = new Map(heads.map((head) => [nameOf(head), head.lastPosition]));
      for (const { scope, reached, wake } of readers) {
        if ((newest.get(nameOf(scope)) ?? 0n) !== reached()) wake();
      }
    },
  });
}

function readerOf(
  { database, logger }: EventStreamDeps,
  writer: EventWriter,
  { scope, kinds, after }: EventStreamRequest,
): FeedReader {
  let place = after;
  let isSending = false;

  /** Reads one page at a time, and the next page when the reader has taken it. */
  async function sendNew(): Promise<void> {
    for (let hasMore = true; hasMore && writer.isOpen(); ) {
      // The reader comes back with Last-Event-ID, and learns that its last event is gone.
      if (!(await hasKeptPosition(database, scope, place))) return writer.end();
      const query = { after: place.position, kinds, limit: EVENTS_AT_ONCE, withDelivery: false };
      const page = await readFeed(database, scope, query);
      const messages = page.events.map(({ id, kind, body }) =>
        messageOf(body, { id, event: kind }),
      );
      if (messages.length > 0) writer.send(messages.join(''));
      place = page.last ?? place;
      await writer.caughtUp();
      ({ hasMore } = page);
    }
  }

  function wake(): void {
    if (isSending) return;
    isSending = true;
    void sendNew()
      .catch(async (error: unknown) => {
        // The next round of polling retries.
        logger.error({ err: error }, 'a stream of events could not be continued');
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
      })
      .finally(() => {
        isSending = false;
      });
  }

  const reached = () => place.position;
  return { scope, reached, wake, firstId: after.id ?? ID_MIN, begin: wake, check: wake };
}

function nameOf({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
}
