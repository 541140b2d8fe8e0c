import { once } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { createKeyStreams, type StreamReader } from '#src/ground/http/key-streams.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import type { OpenLimits } from '#src/ground/work/concurrency-limits.ts';
import type { EventKind } from '../webhook-event.ts';
import { createFeedWatch } from './feed-watch.ts';
import { type FeedCursor, type FeedEvent, hasKeptPosition, readFeed } from './read-feed.ts';

/** A stream is closed when its reader has read nothing for this long. */
const STALLED_MS = MINUTE_MS;
const PAUSE_AFTER_ERROR_MS = 1_000;
const EVENTS_AT_ONCE = 50;

export interface EventStreamOptions extends Omit<StreamReader, 'merchantId'> {
  readonly scope: LedgerScope;
  /** Undefined: every kind. */
  readonly kinds: readonly EventKind[] | undefined;
  /** The cursor after which the stream starts. */
  readonly after: FeedCursor;
}

export interface EventStreams {
  /** Opens a stream of server-sent events. Refuses `rate_limited` and `overloaded` above limits. */
  open(options: EventStreamOptions): Promise<Readable>;
  /** Ends all streams, so that a stop of the process does not wait for their readers. */
  endAll(): void;
  stop(): Promise<void>;
}

export interface EventStreamDeps {
  readonly database: Queryable;
  readonly logger: Logger;
  readonly openLimits: OpenLimits;
}

/** Creates the streams that send a merchant's events to its programs as they happen. */
export function createEventStreams(deps: EventStreamDeps): EventStreams {
  const streams = createKeyStreams(deps.openLimits, 'event-streams');
  const feedWatch = createFeedWatch(deps);
  return {
    open(options) {
      const { scope, after } = options;
      const reader = { ...options, merchantId: scope.merchantId };
      return streams.open(reader, (stream) => {
        const sender = createSender(deps, stream, options);
        const stop = feedWatch.watch(scope, sender.reached, sender.wake);
        const { wake } = sender;
        return { id: after.id ?? ID_MIN, begin: wake, check: wake, stop };
      });
    },
    endAll: streams.endAll,
    stop: feedWatch.stop,
  };
}

/** Writes the events of one stream. */
interface Sender {
  /** The position up to which all events were written. */
  readonly reached: () => bigint;
  /**
   * Writes new events, unless a write is under way. Ends the stream when the feed has lost the last
   * written event.
   */
  wake(): void;
}

function createSender(
  { database, logger }: EventStreamDeps,
  stream: PassThrough,
  { scope, kinds, after }: EventStreamOptions,
): Sender {
  let place = after;
  let isSending = false;

  /** Reads one page at a time, and the next page when the reader has taken it. */
  async function sendNew(): Promise<void> {
    for (let hasMore = true; hasMore && stream.writable; ) {
      // The reader comes back with Last-Event-ID, and learns that its last event is gone.
      if (!(await hasKeptPosition(database, scope, place))) return void stream.end();
      const query = { after: place.position, kinds, limit: EVENTS_AT_ONCE, withDelivery: false };
      const page = await readFeed(database, scope, query);
      if (!stream.writable) return;
      const hasRoom = page.events.length === 0 || stream.write(page.events.map(textOf).join(''));
      place = page.last ?? place;
      if (!hasRoom) await drained(stream);
      ({ hasMore } = page);
    }
  }

  return {
    reached: () => place.position,
    wake() {
      if (isSending) return;
      isSending = true;
      void sendNew()
        .catch(async (error: unknown) => {
          // The next round of the watch retries.
          logger.error({ err: error }, 'a stream of events could not be continued');
          await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
        })
        .finally(() => {
          isSending = false;
        });
    },
  };
}

/** Waits until the reader has taken the written events; closes the stream after `STALLED_MS`. */
async function drained(stream: PassThrough): Promise<void> {
  const late = setTimeout(() => stream.destroy(), STALLED_MS);
  const ended = new AbortController();
  const { signal } = ended;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
    .catch(() => {})
    .finally(() => {
      clearTimeout(late);
      ended.abort();
    });
}

function textOf({ id, kind, body }: FeedEvent): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${body}\n\n`;
}
