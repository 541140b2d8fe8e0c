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
import type { BatchResult } from '#src/ground/work/batcher.ts';

const POLL_INTERVAL_MS = 1_000;
const LASTS_MS = 10 * MINUTE_MS;
const STREAMS_PER_ADDRESS = 100;
const STREAMS_PER_PAGE = 50;
const STREAMS_PER_MERCHANT = 1_000;
const STREAMS_MAX = 5_000;
const IDS_PER_READ = 500;
const UNREAD_BYTES_MAX = 16 * 1_024;

export interface PayerStreamDeps extends HubDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The thing that an open page shows. */
interface Shown {
  readonly id: string;
  readonly merchantId: string;
}

/** The pages of one kind. */
export interface StreamedPages<Thing extends Shown> {
  /** The name of the limits and of the poller. */
  readonly name: string;
  /** The word for the thing in the name of a limit. */
  readonly thing: string;
  readonly read: (
    database: Database,
    ids: readonly string[],
  ) => Promise<readonly BatchResult<Thing | undefined>[]>;
  /** The state at an instant (milliseconds); it is sent when `seen` changes. */
  readonly stateOf: (
    thing: Thing,
    now: number,
  ) => { readonly state: object; readonly seen: string; readonly isLast: boolean };
}

export interface PayerStreamRequest<Thing extends Shown> extends StreamRequest {
  readonly thing: Thing;
  /** The reader's network (`clientNetwork`). */
  readonly address: string;
}

interface PageReader<Thing> extends StreamReader {
  readonly id: string;
  /** Sends the state if it differs from the last one that was sent. */
  readonly show: (thing: Thing) => void;
}

/**
 * The streams of open pages of payers. Each sends the state that its page shows, at once and after
 * each change, until the last one. A page whose stream is refused polls.
 */
export function createPayerStreams<Thing extends Shown>(
  deps: PayerStreamDeps,
  pages: StreamedPages<Thing>,
): StreamHub<PayerStreamRequest<Thing>> {
  const { database, clock } = deps;
  return createStreamHub<PayerStreamRequest<Thing>, PageReader<Thing>>(deps, {
    name: pages.name,
    streamsMax: STREAMS_MAX,
    intervalMs: POLL_INTERVAL_MS,
    lastsMs: LASTS_MS,
    unreadBytesMax: UNREAD_BYTES_MAX,
    holdersOf: ({ thing, address }) => [
      { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
      { name: `${pages.thing} ${thing.id}`, max: STREAMS_PER_PAGE },
      { name: `merchant ${thing.merchantId}`, max: STREAMS_PER_MERCHANT },
    ],
    start(writer, { thing }) {
      let sent: string | undefined;
      function show(current: Thing): void {
        const { state, seen, isLast } = pages.stateOf(current, clock.now());
        if (sent === seen) return;
        sent = seen;
        writer.send(messageOf(JSON.stringify(state)));
        if (isLast) writer.end();
      }
      return { id: thing.id, show, begin: () => show(thing) };
    },
    async poll(readers) {
      const ids = new Set(readers.map(({ id }) => id));
      const things = await readInParts(pages, database, [...ids]);
      for (const { id, show } of readers) {
        const thing = things.get(id);
        if (thing) show(thing);
      }
    },
  });
}

async function readInParts<Thing extends Shown>(
  { read }: StreamedPages<Thing>,
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Thing>> {
  const things = new Map<string, Thing>();
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    for (const result of await read(database, ids.slice(from, from + IDS_PER_READ))) {
      if ('value' in result && result.value) things.set(result.value.id, result.value);
    }
  }
  return things;
}
