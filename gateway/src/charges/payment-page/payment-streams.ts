import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { messageOf } from '#src/ground/http/event-writer.ts';
import {
  createStreamHub,
  type HubDeps,
  type StreamHub,
  type StreamReader,
  type StreamRequest,
} from '#src/ground/http/stream-hub.ts';
import { type Payable, stateAt } from './payable.ts';
import { readPayables } from './read-payables.ts';

const POLL_INTERVAL_MS = 1_000;
const LASTS_MS = 10 * MINUTE_MS;
const STREAMS_PER_ADDRESS = 100;
const STREAMS_PER_CHARGE = 50;
const STREAMS_PER_MERCHANT = 1_000;
const STREAMS_MAX = 5_000;
const IDS_PER_READ = 500;
const UNREAD_BYTES_MAX = 16 * 1_024;

export interface PaymentStreamDeps extends HubDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export interface PaymentStreamRequest extends StreamRequest {
  readonly payable: Payable;
  /** The reader's network (`clientNetwork`). */
  readonly address: string;
}

interface PageReader extends StreamReader {
  readonly chargeId: string;
  /** Sends the state if it differs from the last one that was sent. */
  readonly show: (payable: Payable) => void;
}

/**
 * The streams of open payment pages: the state of the charge, now and after each change, until it
 * is paid. A page whose stream is refused polls.
 */
export function createPaymentStreams(deps: PaymentStreamDeps): StreamHub<PaymentStreamRequest> {
  const { database, clock } = deps;
  return createStreamHub<PaymentStreamRequest, PageReader>(deps, {
    ...{ name: 'payment-pages', streamsMax: STREAMS_MAX, intervalMs: POLL_INTERVAL_MS },
    ...{ lastsMs: LASTS_MS, unreadBytesMax: UNREAD_BYTES_MAX },
    holdersOf: ({ payable, address }) => [
      { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
      { name: `charge ${payable.id}`, max: STREAMS_PER_CHARGE },
      { name: `merchant ${payable.merchantId}`, max: STREAMS_PER_MERCHANT },
    ],
    start(writer, { payable }) {
      let sent = '';
      function show(current: Payable): void {
        const state = stateAt(current, clock.now());
        const seen = `${state.status} ${state.version ?? ''}`;
        if (sent === seen) return;
        sent = seen;
        writer.send(messageOf(JSON.stringify(state)));
        if (state.status === 'paid' || state.status === 'refunded') writer.end();
      }
      return { chargeId: payable.id, show, begin: () => show(payable) };
    },
    async poll(readers) {
      const ids = new Set(readers.map(({ chargeId }) => chargeId));
      const payables = await readInParts(database, [...ids]);
      for (const { chargeId, show } of readers) {
        const payable = payables.get(chargeId);
        if (payable) show(payable);
      }
    },
  });
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
