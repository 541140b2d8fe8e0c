import { PassThrough, type Readable } from 'node:stream';
import { MINUTE_MS } from '#src/platform/durations.ts';
import { createConcurrencyLimits } from '#src/platform/work/concurrency-limits.ts';
import type { LiveFeed, News } from './live-feed.ts';

const HEARTBEAT_MS = 15_000;
const SESSION_CHECK_MS = MINUTE_MS;
const RETRY_MS = 3_000;
const STREAMS_PER_SESSION = 6;
const STREAMS_PER_ADDRESS = 40;
const STREAMS_PER_MERCHANT = 400;
const STREAMS_MAX = 2_000;
/** What a reader that doesn't read may leave lying about. */
const UNREAD_BYTES_MAX = 64 * 1_024;

export interface StreamOptions {
  readonly merchantId: string;
  readonly sessionId: string;
  /** Of the reader, as budgets count it. */
  readonly address: string;
  /** Asked every minute: a stream must not outlive its log-in. */
  readonly isSessionOpen: () => Promise<boolean>;
}

export interface LiveStreams {
  /** A stream of server-sent events about a merchant. Throws a Refusal when there are too many. */
  open(options: StreamOptions): Readable;
  /** Ends all streams: a stop must not wait for their readers. */
  endAll(): void;
}

export function createLiveStreams(feed: LiveFeed): LiveStreams {
  const streams = new Set<PassThrough>();
  const limits = createConcurrencyLimits(STREAMS_MAX);

  function open({ merchantId, sessionId, address, isSessionOpen }: StreamOptions): Readable {
    const release = limits.acquire([
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
    const stopListening = feed.listen(merchantId, (news) => write(news.map(eventOf).join('')));
    const heartbeat = setInterval(() => write(': ainda aqui\n\n'), HEARTBEAT_MS);
    const sessionCheck = setInterval(() => {
      // A database that is away says nothing about the session.
      const isOpen = isSessionOpen().catch(() => true);
      void isOpen.then((yes) => (yes ? undefined : stream.end()));
    }, SESSION_CHECK_MS);
    stream.once('close', () => {
      stopListening();
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

function eventOf(news: News): string {
  return `data: ${JSON.stringify(news)}\n\n`;
}
