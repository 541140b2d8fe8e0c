import type { PassThrough, Readable } from 'node:stream';
import type { Queryable } from '#src/ground/database/database.ts';
import {
  createKeyStreams,
  type StreamReader,
  type StreamSource,
} from '#src/ground/http/key-streams.ts';
import { ID_MIN, instantOfId } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import type { OpenLimits } from '#src/ground/work/concurrency-limits.ts';
import { createWatchers } from '#src/ground/work/watchers.ts';
import { RECORDS_KEPT_MS } from './record-requests.ts';
import type { RecordedKey, RequestRecord } from './request-record.ts';
import { selectLatest } from './request-record-store.ts';
import { updateWatched } from './watched-keys-store.ts';

const POLL_INTERVAL_MS = 500;
/** How late a record may commit after its time: statements end after 12 seconds. */
const LOOK_BACK_MS = 15_000;
/** The most records that are read of each key in a poll. */
const RECORDS_MAX = 1_000;

/** A reader may stall this many polls: less time than a poll looks back. */
const STALLED_ROUNDS_MAX = 10;

export interface RequestStreamOptions extends StreamReader {
  /** The last request that the reader has; undefined: the stream starts now. */
  readonly lastId: string | undefined;
}

export interface RequestStreamDeps {
  readonly database: Queryable;
  readonly logger: Logger;
  readonly openLimits: OpenLimits;
}

export interface RequestStreams {
  /** Opens a stream of server-sent events. Refuses `rate_limited` and `overloaded` above limits. */
  open(options: RequestStreamOptions): Promise<Readable>;
  /** Ends all streams, so that a stop of the process does not wait for their readers. */
  endAll(): void;
  stop(): Promise<void>;
}

/** Creates the streams that show a key's requests to its programs as they are answered. */
export function createRequestStreams(deps: RequestStreamDeps): RequestStreams {
  const streams = createKeyStreams(deps.openLimits, 'request-streams');
  const requestWatch = createRequestWatch(deps);

  /** Watches the key before the stream begins, so that its reader misses no later request. */
  async function start(stream: PassThrough, options: RequestStreamOptions): Promise<StreamSource> {
    const { database, logger } = deps;
    const { merchantId, clientId, lastId } = options;
    const key = { merchantId, clientId };
    await updateWatched(database, clientId);
    const look = { lookBackMs: RECORDS_KEPT_MS, limit: RECORDS_MAX };
    const records = await selectLatest(database, [key], look);
    const lastIndex = records.findIndex(({ id }) => id === lastId);
    const shown = lastId === undefined ? records : records.slice(0, lastIndex + 1);
    const show = createView(stream, shown);
    return {
      id: shown.at(-1)?.id ?? lastId ?? ID_MIN,
      stop: requestWatch.watch(key, show),
      begin: () => show(records),
      check() {
        updateWatched(database, clientId).catch((error: unknown) => {
          logger.warn({ err: error }, 'a key is not watched any longer');
        });
      },
    };
  }

  return {
    open: (options) => streams.open(options, (stream) => start(stream, options)),
    endAll: streams.endAll,
    stop: requestWatch.stop,
  };
}

/**
 * Creates a function that gets the latest records of each poll and writes the new ones. The stream
 * of a reader that doesn't keep up is closed; the reader reconnects with the id of its last record.
 */
function createView(stream: PassThrough, before: readonly RequestRecord[]) {
  let writtenIds = new Set(before.map(({ id }) => id));
  let stalledRounds = 0;
  return (latest: readonly RequestRecord[]): void => {
    if (!stream.writable) return;
    stalledRounds = stream.writableNeedDrain ? stalledRounds + 1 : 0;
    if (stalledRounds > STALLED_ROUNDS_MAX) return void stream.destroy();
    if (stalledRounds > 0) return;
    const text = latest.filter(({ id }) => !writtenIds.has(id)).map(textOf);
    if (text.length > 0) stream.write(text.join(''));
    writtenIds = new Set(latest.map(({ id }) => id));
  };
}

function textOf(record: RequestRecord): string {
  const { id, method, path, operation, status, durationMs, isReplay, code, omitted } = record;
  const data = {
    ...{ request_id: id, started_at: new Date(instantOfId(id)).toISOString(), method, path },
    ...{ operation: operation ?? null, status, duration_ms: durationMs },
    ...{ idempotency_replayed: isReplay, code: code ?? null, omitted },
  };
  return `id: ${id}\nevent: request\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Passes the latest records of keys to their streams. */
interface RequestWatch {
  /**
   * Calls `show` twice a second with the latest records of a key, also with earlier ones. Returns
   * the function that ends the watch.
   */
  watch(key: RecordedKey, show: (latest: readonly RequestRecord[]) => void): () => void;
  stop(): Promise<void>;
}

interface Watched {
  readonly key: RecordedKey;
  readonly show: (latest: readonly RequestRecord[]) => void;
}

/**
 * Creates the watch of this process. While keys are watched, one query reads the latest records of
 * all of them, so it finds the requests of all processes.
 */
function createRequestWatch(deps: { database: Queryable; logger: Logger }): RequestWatch {
  let lastLookAt = performance.now();

  function begin(): void {
    lastLookAt = performance.now();
  }

  async function look(watched: ReadonlySet<Watched>): Promise<void> {
    const now = performance.now();
    // After an outage the first poll looks back to the last successful poll.
    const lookBackMs = Math.ceil(LOOK_BACK_MS + now - lastLookAt);
    const round = [...watched];
    const keys = new Map(round.map(({ key }) => [key.clientId, key]));
    const bounds = { lookBackMs, limit: RECORDS_MAX };
    const records = await selectLatest(deps.database, [...keys.values()], bounds);
    lastLookAt = now;
    const byKey = Map.groupBy(records, ({ clientId }) => clientId);
    for (const { key, show } of round) show(byKey.get(key.clientId) ?? []);
  }

  const { logger } = deps;
  const name = 'request-streams';
  const { add, stop } = createWatchers({ name, intervalMs: POLL_INTERVAL_MS, look, begin, logger });
  return { watch: (key, show) => add({ key, show }), stop };
}
