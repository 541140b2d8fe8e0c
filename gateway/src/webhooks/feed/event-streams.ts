import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { MINUTE_MS } from '#src/platform/durations.ts';
import { ID_MIN } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import type { OpenLimits } from '#src/platform/work/concurrency-limits.ts';
import type { EventKind } from '../webhook-event.ts';
import { createFeedWatch } from './feed-watch.ts';
import { type FeedEvent, type FeedPlace, isStillPlaced, readFeed } from './read-feed.ts';

const HEARTBEAT_MS = 15_000;
/** How often a stream checks that its key may still read it, and its place in the feed. */
const CHECK_MS = MINUTE_MS;
/** A stream whose reader takes nothing for so long is closed. */
const STALLED_MS = MINUTE_MS;
const PAUSE_AFTER_ERROR_MS = 1_000;
const RETRY_MS = 3_000;
const EVENTS_AT_ONCE = 50;
const STREAMS_PER_KEY = 5;
/** Everybody has the sandbox's key. */
const STREAMS_OF_SANDBOX = 200;
const STREAMS_PER_ADDRESS = 10;
const STREAMS_PER_MERCHANT = 20;
const STREAMS_MAX = 1_000;

export interface EventStreamOptions {
  readonly scope: LedgerScope;
  readonly clientId: string;
  readonly isSandbox: boolean;
  /** The reader's address, as the rate limits count it. */
  readonly address: string;
  /** Undefined: every kind. */
  readonly kinds: readonly EventKind[] | undefined;
  /** The place after which the stream starts. */
  readonly after: FeedPlace;
  /** Called every minute: the stream ends when its key may not read it any more. */
  readonly isAllowed: () => Promise<boolean>;
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
  const limits = deps.openLimits('event-streams', STREAMS_MAX);
  const feedWatch = createFeedWatch(deps);
  const streams = new Set<PassThrough>();

  async function open(options: EventStreamOptions): Promise<Readable> {
    const release = await limits.acquire(holdersOf(options));
    const stream = new PassThrough();
    streams.add(stream);
    const sender = createSender(deps, stream, options);
    const unwatch = feedWatch.watch(options.scope, sender.reached, sender.wake);
    const timers = [
      setInterval(() => sender.beat(), HEARTBEAT_MS),
      setInterval(() => {
        void endUnlessAllowed(stream, options);
        sender.wake();
      }, CHECK_MS),
    ];
    stream.once('close', () => {
      unwatch();
      for (const timer of timers) clearInterval(timer);
      streams.delete(stream);
      release();
    });
    stream.on('error', () => {});
    // The id is where a reader continues that loses the connection before its first event.
    stream.write(`retry: ${RETRY_MS}\nid: ${options.after.id ?? ID_MIN}\n\n`);
    sender.wake();
    return stream;
  }

  return {
    open,
    endAll: () => {
      for (const stream of streams) stream.end();
    },
    stop: feedWatch.stop,
  };
}

function holdersOf({ scope, clientId, isSandbox, address }: EventStreamOptions) {
  return [
    { name: `key ${clientId}`, max: isSandbox ? STREAMS_OF_SANDBOX : STREAMS_PER_KEY },
    { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
    {
      name: `merchant ${scope.merchantId}`,
      max: isSandbox ? STREAMS_OF_SANDBOX : STREAMS_PER_MERCHANT,
    },
  ];
}

/** A failed check, such as without a database, does not end the stream. */
async function endUnlessAllowed(
  stream: PassThrough,
  { isAllowed }: EventStreamOptions,
): Promise<void> {
  if (!(await isAllowed().catch(() => true))) stream.end();
}

/** Writes the events of one stream. */
interface Sender {
  /** The position up to which all events were written. */
  readonly reached: () => bigint;
  /**
   * Writes what is new, unless it is being written already. Ends the stream when the feed has lost
   * the last event that was written.
   */
  wake(): void;
  beat(): void;
}

function createSender(
  { database, logger }: EventStreamDeps,
  stream: PassThrough,
  { scope, kinds, after }: EventStreamOptions,
): Sender {
  let place = after;
  let isSending = false;

  /** Reads one page at a time, and the next one when the reader has taken it. */
  async function sendNew(): Promise<void> {
    for (let hasMore = true; hasMore && stream.writable; ) {
      // The reader comes back with Last-Event-ID, and learns that its last event is gone.
      if (!(await isStillPlaced(database, scope, place))) return void stream.end();
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
          // The next round of the watch tries it again.
          logger.error({ err: error }, 'a stream of events could not be continued');
          await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
        })
        .finally(() => {
          isSending = false;
        });
    },
    beat() {
      if (stream.writable && !stream.writableNeedDrain) stream.write(': ainda aqui\n\n');
    },
  };
}

/** Waits until the reader has taken what was written; closes a stream that stands still. */
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
