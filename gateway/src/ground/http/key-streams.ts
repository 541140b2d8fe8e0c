import { PassThrough, type Readable } from 'node:stream';
import { MINUTE_MS } from '../durations.ts';
import type { ConcurrencyLimits, OpenLimits } from '../work/concurrency-limits.ts';

const HEARTBEAT_MS = 15_000;
/** How often a stream checks that its key may still read it. */
const CHECK_MS = MINUTE_MS;
const RETRY_MS = 3_000;
const STREAMS_PER_KEY = 5;
/** More than for other keys, because all visitors share the sandbox's key. */
const STREAMS_OF_SANDBOX = 200;
const STREAMS_PER_ADDRESS = 10;
const STREAMS_PER_MERCHANT = 20;
const STREAMS_MAX = 1_000;

/** The reader of a stream of server-sent events. */
export interface StreamReader {
  readonly merchantId: string;
  readonly clientId: string;
  readonly isSandbox: boolean;
  /** The reader's address, as the rate limits count it. */
  readonly address: string;
  /** Called every minute: the stream ends when its key may not read it any more. */
  readonly isAllowed: () => Promise<boolean>;
}

/** The source of one stream's events. */
export interface StreamSource {
  /** The `id` of the first message. A reader that reconnects continues after it. */
  readonly id: string;
  /** Called once, after the first message. */
  begin(): void;
  /** Called every minute. */
  check(): void;
  /** Called once, when the stream has closed. */
  stop(): void;
}

/** The open streams of one kind. */
export interface KeyStreams {
  /** Opens a stream. Refuses `rate_limited` and `overloaded` above limits. */
  open(
    reader: StreamReader,
    start: (stream: PassThrough) => StreamSource | Promise<StreamSource>,
  ): Promise<Readable>;
  /** Ends all streams, so that a stop of the process does not wait for their readers. */
  endAll(): void;
}

/** Creates the streams of one kind, with their limits, heartbeats and checks. */
export function createKeyStreams(openLimits: OpenLimits, kind: string): KeyStreams {
  const limits = openLimits(kind, STREAMS_MAX);
  const streams = new Set<PassThrough>();

  return {
    async open(reader, start) {
      const release = await takeSlot(limits, reader);
      const stream = new PassThrough();
      stream.on('error', () => {});
      try {
        const source = await start(stream);
        streams.add(stream);
        const timers = keepOpen(stream, reader, source);
        stream.once('close', () => {
          source.stop();
          for (const timer of timers) clearInterval(timer);
          streams.delete(stream);
          release();
        });
        stream.write(`retry: ${RETRY_MS}\nid: ${source.id}\n\n`);
        source.begin();
      } catch (error) {
        release();
        throw error;
      }
      return stream;
    },
    endAll() {
      for (const stream of streams) stream.end();
    },
  };
}

function takeSlot(
  limits: ConcurrencyLimits,
  { merchantId, clientId, isSandbox, address }: StreamReader,
): Promise<() => void> {
  return limits.acquire([
    { name: `key ${clientId}`, max: isSandbox ? STREAMS_OF_SANDBOX : STREAMS_PER_KEY },
    { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
    {
      name: `merchant ${merchantId}`,
      max: isSandbox ? STREAMS_OF_SANDBOX : STREAMS_PER_MERCHANT,
    },
  ]);
}

function keepOpen(
  stream: PassThrough,
  reader: StreamReader,
  source: StreamSource,
): readonly NodeJS.Timeout[] {
  return [
    setInterval(() => {
      if (stream.writable && !stream.writableNeedDrain) stream.write(': ainda aqui\n\n');
    }, HEARTBEAT_MS),
    setInterval(() => {
      void endUnlessAllowed(stream, reader);
      source.check();
    }, CHECK_MS),
  ];
}

/** Ends the stream unless its key may still read it. A check that fails doesn't end it. */
async function endUnlessAllowed(stream: PassThrough, { isAllowed }: StreamReader): Promise<void> {
  if (!(await isAllowed().catch(() => true))) stream.end();
}
