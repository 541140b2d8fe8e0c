import { PassThrough, type Readable } from 'node:stream';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Logger } from '#src/ground/log.ts';
import type { OpenLimits } from '#src/ground/work/concurrency-limits.ts';
import { type Poller, startPoller } from '#src/ground/work/poller.ts';
import { type Payable, stateAt } from './payable.ts';
import { readPayables } from './read-payables.ts';

const POLL_INTERVAL_MS = 1_000;
const HEARTBEAT_ROUNDS = 15;
/** Rounds after which a stream ends; browsers reconnect automatically. */
const ROUNDS_MAX = 600;
const RETRY_MS = 3_000;
const STREAMS_PER_ADDRESS = 100;
const STREAMS_PER_CHARGE = 50;
const STREAMS_PER_MERCHANT = 1_000;
const STREAMS_MAX = 5_000;
const IDS_PER_READ = 500;
/** A stream with more unread bytes than this is closed. */
const UNREAD_BYTES_MAX = 16 * 1_024;

export interface PaymentStreamDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly openLimits: OpenLimits;
}

export interface PaymentStreams {
  /**
   * A stream of server-sent events with the state of a charge, now and after each change, until it
   * is paid. `network` is the reader's (`clientNetwork`). Refuses `rate_limited` and `overloaded`;
   * the page then polls.
   */
  open(payable: Payable, network: string): Promise<Readable>;
  /** Ends all streams, so that a stop of the server doesn't wait for their readers. */
  stop(): Promise<void>;
}

interface Watched {
  readonly id: string;
  rounds: number;
  sentStatus: string;
}

/**
 * The streams of open payment pages. One query a second serves all streams of this process, so they
 * report changes by any process. Without open streams there are no queries.
 */
export function createPaymentStreams(deps: PaymentStreamDeps): PaymentStreams {
  const streams = new Map<PassThrough, Watched>();
  const limits = deps.openLimits('payment-pages', STREAMS_MAX);
  let poller: Poller | undefined;

  function sendState(stream: PassThrough, watched: Watched, payable: Payable): void {
    const state = stateAt(payable, deps.clock.now());
    if (watched.sentStatus === state.status) return;
    watched.sentStatus = state.status;
    write(stream, `data: ${JSON.stringify(state)}\n\n`);
    if (state.status === 'paid' || state.status === 'refunded') stream.end();
  }

  async function pollOnce(): Promise<boolean> {
    const ids = [...new Set([...streams.values()].map(({ id }) => id))];
    const payables = await readInParts(deps.database, ids);
    for (const [stream, watched] of streams) {
      const payable = payables.get(watched.id);
      if (payable) sendState(stream, watched, payable);
      watched.rounds += 1;
      if (watched.rounds % HEARTBEAT_ROUNDS === 0) write(stream, ': ainda aqui\n\n');
      if (watched.rounds >= ROUNDS_MAX) stream.end();
    }
    return false;
  }

  async function open(payable: Payable, network: string): Promise<Readable> {
    const release = await limits.acquire([
      { name: `address ${network}`, max: STREAMS_PER_ADDRESS },
      { name: `charge ${payable.id}`, max: STREAMS_PER_CHARGE },
      { name: `merchant ${payable.merchantId}`, max: STREAMS_PER_MERCHANT },
    ]);
    const stream = new PassThrough();
    const watched = { id: payable.id, rounds: 0, sentStatus: '' };
    streams.set(stream, watched);
    stream.on('error', () => {});
    stream.once('close', () => {
      streams.delete(stream);
      release();
      if (streams.size === 0) void stopPolling();
    });
    write(stream, `retry: ${RETRY_MS}\n\n`);
    sendState(stream, watched, payable);
    const { logger } = deps;
    const options = { name: 'payment-pages', intervalMs: POLL_INTERVAL_MS, logger };
    poller ??= startPoller({ ...options, work: pollOnce });
    return stream;
  }

  async function stopPolling(): Promise<void> {
    const running = poller;
    poller = undefined;
    await running?.stop();
  }

  return {
    open,
    stop: async () => {
      for (const stream of streams.keys()) stream.end();
      await stopPolling();
    },
  };
}

function write(stream: PassThrough, text: string): void {
  if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy();
  else if (stream.writable) stream.write(text);
}

async function readInParts(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payable>> {
  const payables = new Map<string, Payable>();
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    for (const result of await readPayables(database, ids.slice(from, from + IDS_PER_READ))) {
      if ('value' in result && result.value) payables.set(result.value.id, result.value);
    }
  }
  return payables;
}
