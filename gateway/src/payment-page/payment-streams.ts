import { PassThrough, type Readable } from 'node:stream';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Logger } from '#src/platform/log.ts';
import { createConcurrencyLimits } from '#src/platform/work/concurrency-limits.ts';
import { type Poller, startPoller } from '#src/platform/work/poller.ts';
import { type Payable, stateAt } from './payable.ts';
import { readPayables } from './read-payables.ts';

const LOOK_INTERVAL_MS = 1_000;
const HEARTBEAT_LOOKS = 15;
/** A browser comes again by itself; what nobody reads any more is gone after this long. */
const LOOKS_MAX = 600;
const RETRY_MS = 3_000;
const STREAMS_PER_ADDRESS = 100;
const STREAMS_PER_CHARGE = 50;
const STREAMS_PER_MERCHANT = 1_000;
const STREAMS_MAX = 5_000;
const IDS_PER_READ = 500;
/** What a reader that doesn't read may leave lying about. */
const UNREAD_BYTES_MAX = 16 * 1_024;

export interface PaymentStreamDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface PaymentStreams {
  /**
   * Tells the state of a charge now, and each time it changes, until it is paid. `address` is the
   * reader's, as budgets count it. Throws a Refusal when there are too many; a page then polls.
   */
  open(payable: Payable, address: string): Readable;
  /** Ends all streams: a stop must not wait for their readers. */
  stop(): Promise<void>;
}

interface Watched {
  readonly id: string;
  looks: number;
  told: string;
}

/**
 * The live part of open payment pages. One look a second at the database serves all pages that this
 * process has open, so it tells what any process did, and an idle gateway asks nothing.
 */
export function createPaymentStreams(deps: PaymentStreamDeps): PaymentStreams {
  const streams = new Map<PassThrough, Watched>();
  const limits = createConcurrencyLimits(STREAMS_MAX);
  let poller: Poller | undefined;

  function tell(stream: PassThrough, watched: Watched, payable: Payable): void {
    const state = stateAt(payable, deps.clock.now());
    if (watched.told === state.status) return;
    watched.told = state.status;
    write(stream, `data: ${JSON.stringify(state)}\n\n`);
    if (state.status === 'paid' || state.status === 'refunded') stream.end();
  }

  async function look(): Promise<boolean> {
    const ids = [...new Set([...streams.values()].map(({ id }) => id))];
    const payables = await readInParts(deps.database, ids);
    for (const [stream, watched] of streams) {
      const payable = payables.get(watched.id);
      if (payable) tell(stream, watched, payable);
      watched.looks += 1;
      if (watched.looks % HEARTBEAT_LOOKS === 0) write(stream, ': ainda aqui\n\n');
      if (watched.looks >= LOOKS_MAX) stream.end();
    }
    return false;
  }

  function open(payable: Payable, address: string): Readable {
    const release = limits.acquire([
      { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
      { name: `charge ${payable.id}`, max: STREAMS_PER_CHARGE },
      { name: `merchant ${payable.merchantId}`, max: STREAMS_PER_MERCHANT },
    ]);
    const stream = new PassThrough();
    const watched = { id: payable.id, looks: 0, told: '' };
    streams.set(stream, watched);
    stream.on('error', () => {});
    stream.once('close', () => {
      streams.delete(stream);
      release();
      if (streams.size === 0) void stopLooking();
    });
    write(stream, `retry: ${RETRY_MS}\n\n`);
    tell(stream, watched, payable);
    const { logger } = deps;
    const options = { name: 'payment-pages', intervalMs: LOOK_INTERVAL_MS, logger };
    poller ??= startPoller({ ...options, work: look });
    return stream;
  }

  async function stopLooking(): Promise<void> {
    const running = poller;
    poller = undefined;
    await running?.stop();
  }

  return {
    open,
    stop: async () => {
      for (const stream of streams.keys()) stream.end();
      await stopLooking();
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
  const found = new Map<string, Payable>();
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    for (const result of await readPayables(database, ids.slice(from, from + IDS_PER_READ))) {
      if ('value' in result && result.value) found.set(result.value.id, result.value);
    }
  }
  return found;
}
