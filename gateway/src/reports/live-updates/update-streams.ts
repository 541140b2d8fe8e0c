import { PassThrough, type Readable } from 'node:stream';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { OpenLimits } from '#src/ground/work/concurrency-limits.ts';
import type { LiveUpdate, UpdateFeed } from './update-feed.ts';

const HEARTBEAT_MS = 15_000;
const SESSION_CHECK_MS = MINUTE_MS;
const RETRY_MS = 3_000;
const STREAMS_PER_SESSION = 6;
const STREAMS_PER_ADDRESS = 40;
const STREAMS_PER_MERCHANT = 400;
const STREAMS_MAX = 2_000;
/** A stream is closed when its reader has left more than this many bytes unread. */
const UNREAD_BYTES_MAX = 64 * 1_024;

export interface StreamOptions {
  readonly merchantId: string;
  readonly sessionId: string;
  /** The reader's address, as the rate limits count it. */
  readonly address: string;
  /** Checked every minute: the stream ends when its session or the operator's view has ended. */
  readonly isSessionOpen: () => Promise<boolean>;
}

export interface UpdateStreams {
  /** Opens a stream of server-sent events. Refuses `rate_limited` and `overloaded` above limits. */
  open(options: StreamOptions): Promise<Readable>;
  /** Ends all streams, so that a stop of the process does not wait for their readers. */
  endAll(): void;
}

/** Creates the streams that send a merchant's updates to its open pages. */
export function createUpdateStreams(feed: UpdateFeed, openLimits: OpenLimits): UpdateStreams {
  const streams = new Set<PassThrough>();
  const limits = openLimits('live-updates', STREAMS_MAX);

  async function open(options: StreamOptions): Promise<Readable> {
    const { merchantId, sessionId, address, isSessionOpen } = options;
    const release = await limits.acquire([
      { name: `session ${sessionId}`, max: STREAMS_PER_SESSION },
      { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
      { name: `merchant ${merchantId}`, max: STREAMS_PER_MERCHANT },
    ]);
    const stream = new PassThrough();
    streams.add(stream);
    const write = (text: string): void => {
      if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy();
      else if (stream.writable) stream.write(text);
    };
    const unsubscribe = feed.subscribe(merchantId, (updates) =>
      write(updates.map(eventOf).join('')),
    );
    const heartbeat = setInterval(() => write(': ainda aqui\n\n'), HEARTBEAT_MS);
    const sessionCheck = setInterval(() => {
      // A check that fails, for example because the database is down, doesn't end the stream.
      const isOpen = isSessionOpen().catch(() => true);
      void isOpen.then((yes) => (yes ? undefined : stream.end()));
    }, SESSION_CHECK_MS);
    stream.once('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      clearInterval(sessionCheck);
      streams.delete(stream);
      release();
    });
    stream.on('error', () => {});
    write(`retry: ${RETRY_MS}\n\n`);
    return stream;
  }

  return {
    open,
    endAll: () => {
      for (const stream of streams) stream.end();
    },
  };
}

function eventOf(update: LiveUpdate): string {
  return `data: ${JSON.stringify(update)}\n\n`;
}
