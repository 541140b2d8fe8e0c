import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MINUTE_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import type { LimitedHolder, OpenLimits } from '../work/concurrency-limits.ts';
import { type Poller, startPoller } from '../work/poller.ts';
import { createEventWriter, type EventWriter, type SlowReaderLimits } from './event-writer.ts';

const HEARTBEAT_MS = 15_000;
/** How often a stream checks that its reader may still read it. */
const CHECK_MS = MINUTE_MS;
const RETRY_MS = 3_000;

export interface HubDeps {
  readonly logger: Logger;
  readonly openLimits: OpenLimits;
}

/** A request for a stream of server-sent events. */
export interface StreamRequest {
  /** Called every minute: false ends the stream. A check that fails doesn't end it. */
  readonly isAllowed?: () => Promise<boolean>;
}

/** The reader of an open stream. */
export interface StreamReader {
  /** The `id` of the first message: a reader that reconnects continues after it. */
  readonly firstId?: string;
  /** Called once, after the first message. */
  begin?(): void;
  /** Called every minute. */
  check?(): void;
}

/** The source, the form and the limits of the streams of one kind. */
export interface StreamKind<Request, Reader> extends SlowReaderLimits {
  /** The name of the limits and of the poller. */
  readonly name: string;
  /** The most open streams of all processes together. */
  readonly streamsMax: number;
  /** A stream ends after this time; browsers reconnect automatically. */
  readonly lastsMs?: number;
  readonly intervalMs: number;
  /** The address, merchant and the like that a stream counts for. */
  holdersOf(request: Request): readonly LimitedHolder[];
  start(writer: EventWriter, request: Request): Reader | Promise<Reader>;
  /**
   * One round of polling: reads the changes of all readers with one query, so it finds those of all
   * processes. `sinceMs` is the time since the last successful round. Must be safe to repeat.
   */
  poll(readers: readonly Reader[], sinceMs: number): Promise<void>;
}

/** The open streams of one kind. */
export interface StreamHub<Request> {
  /** Opens a stream. Refuses `rate_limited` and `overloaded` above limits. */
  open(request: Request): Promise<Readable>;
  /**
   * Ends all streams, also those that are being opened, so that a stop of the process does not wait
   * for their readers.
   */
  endAll(): void;
  /** Ends the polling and waits for the round that is under way. */
  stop(): Promise<void>;
}

/** Creates the streams of one kind. They poll the database only while a stream is open. */
export function createStreamHub<Request extends StreamRequest, Reader extends StreamReader>(
  { openLimits, logger }: HubDeps,
  kind: StreamKind<Request, Reader>,
): StreamHub<Request> {
  const { name, intervalMs } = kind;
  const limits = openLimits(name, kind.streamsMax);
  const readers = new Map<PassThrough, Reader>();
  let poller: Poller | undefined;
  let polledAt = 0;
  let isEnding = false;

  async function work(): Promise<boolean> {
    const now = performance.now();
    await kind.poll([...readers.values()], now - polledAt);
    polledAt = now;
    return false;
  }

  function startPolling(): void {
    if (poller) return;
    polledAt = performance.now();
    poller = startPoller({ name, intervalMs, work, logger });
  }

  async function stop(): Promise<void> {
    const running = poller;
    poller = undefined;
    await running?.stop();
  }

  async function open(request: Request, release: () => void): Promise<Readable> {
    const stream = new PassThrough();
    const writer = createEventWriter(stream, kind);
    const reader = await kind.start(writer, request);
    const timers = startTimers(writer, reader, { ...kind, ...request });
    stream.on('error', () => {});
    stream.once('close', () => {
      for (const timer of timers) clearInterval(timer);
      readers.delete(stream);
      release();
      if (readers.size === 0) void stop();
    });
    readers.set(stream, reader);
    const id = reader.firstId === undefined ? '' : `id: ${reader.firstId}\n`;
    writer.send(`retry: ${RETRY_MS}\n${id}\n`);
    reader.begin?.();
    if (isEnding) writer.end();
    startPolling();
    return stream;
  }

  return {
    async open(request) {
      const release = await limits.acquire(kind.holdersOf(request));
      try {
        return await open(request, release);
      } catch (error) {
        release();
        throw error;
      }
    },
    endAll() {
      isEnding = true;
      for (const stream of readers.keys()) stream.end();
    },
    stop,
  };
}

function startTimers(
  writer: EventWriter,
  reader: StreamReader,
  { isAllowed, lastsMs }: StreamRequest & { readonly lastsMs?: number },
): readonly NodeJS.Timeout[] {
  async function check(): Promise<void> {
    reader.check?.();
    const mayRead = (await isAllowed?.().catch(() => true)) ?? true;
    if (!mayRead) writer.end();
  }
  return [
    setInterval(() => writer.send(': ainda aqui\n\n'), HEARTBEAT_MS),
    setInterval(() => void check(), CHECK_MS),
    ...(lastsMs === undefined ? [] : [setTimeout(() => writer.end(), lastsMs)]),
  ];
}

/** Ends the streams when the server stops. */
export function endWithServer(
  app: FastifyInstance,
  { endAll, stop }: Pick<StreamHub<never>, 'endAll' | 'stop'>,
): void {
  app.addHook('preClose', async () => endAll());
  app.addHook('onClose', stop);
}

/** Answers with a stream of server-sent events. */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  // A proxy that buffers or changes the stream would delay the events.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return reply.type('text/event-stream; charset=utf-8').send(stream);
}
