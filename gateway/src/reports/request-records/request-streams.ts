import type { Queryable } from '#src/ground/database/database.ts';
import { type EventWriter, messageOf } from '#src/ground/http/event-writer.ts';
import { holdersOfKey, KEY_STREAMS_MAX, type KeyReader } from '#src/ground/http/key-streams.ts';
import {
  createStreamHub,
  type HubDeps,
  type StreamHub,
  type StreamReader,
} from '#src/ground/http/stream-hub.ts';
import { ID_MIN, instantOfId } from '#src/ground/ids.ts';
import { RECORDS_KEPT_MS } from './record-requests.ts';
import type { RecordedKey, RequestRecord } from './request-record.ts';
import { selectLatest } from './request-record-store.ts';
import { updateWatched } from './watched-keys-store.ts';

const POLL_INTERVAL_MS = 500;
/** How late a record may commit after its time: statements end after 12 seconds. */
const LOOK_BACK_MS = 15_000;
/** The most records that are read of each key in a poll. */
const RECORDS_MAX = 1_000;
/** Less time than a poll looks back. */
const STALLED_MS = 5_000;

export interface RequestStreamRequest extends KeyReader {
  /** The last request that the reader has; undefined: the stream starts now. */
  readonly lastId: string | undefined;
}

export interface RequestStreamDeps extends HubDeps {
  readonly database: Queryable;
}

interface RecordReader extends StreamReader {
  readonly key: RecordedKey;
  /** Gets the latest records of the key, also earlier ones. */
  readonly show: (latest: readonly RequestRecord[]) => void;
}

/** Creates the streams that show a key's requests to its programs as they are answered. */
export function createRequestStreams(deps: RequestStreamDeps): StreamHub<RequestStreamRequest> {
  return createStreamHub<RequestStreamRequest, RecordReader>(deps, {
    name: 'request-streams',
    streamsMax: KEY_STREAMS_MAX,
    intervalMs: POLL_INTERVAL_MS,
    stalledMs: STALLED_MS,
    holdersOf: holdersOfKey,
    start: (writer, request) => startReader(deps, writer, request),
    async poll(readers, sinceMs) {
      const keys = new Map(readers.map(({ key }) => [key.clientId, key]));
      // After an outage the first poll looks back to the last successful poll.
      const bounds = { lookBackMs: Math.ceil(LOOK_BACK_MS + sinceMs), limit: RECORDS_MAX };
      const records = await selectLatest(deps.database, [...keys.values()], bounds);
      const byKey = Map.groupBy(records, ({ clientId }) => clientId);
      for (const { key, show } of readers) show(byKey.get(key.clientId) ?? []);
    },
  });
}

/** Watches the key before the stream begins, so that its reader misses no later request. */
async function startReader(
  { database, logger }: RequestStreamDeps,
  writer: EventWriter,
  { merchantId, clientId, lastId }: RequestStreamRequest,
): Promise<RecordReader> {
  const key = { merchantId, clientId };
  await updateWatched(database, clientId);
  const look = { lookBackMs: RECORDS_KEPT_MS, limit: RECORDS_MAX };
  const records = await selectLatest(database, [key], look);
  const lastIndex = records.findIndex(({ id }) => id === lastId);
  const shown = lastId === undefined ? records : records.slice(0, lastIndex + 1);
  const show = createView(writer, shown);
  return {
    key,
    show,
    firstId: shown.at(-1)?.id ?? lastId ?? ID_MIN,
    begin: () => show(records),
    check() {
      updateWatched(database, clientId).catch((error: unknown) => {
        logger.warn({ err: error }, 'a key is not watched any longer');
      });
    },
  };
}

/** Creates a function that gets the latest records of each poll and writes the new ones. */
function createView(writer: EventWriter, before: readonly RequestRecord[]) {
  let writtenIds = new Set(before.map(({ id }) => id));
  return (latest: readonly RequestRecord[]): void => {
    // A later poll reads these records again.
    if (writer.isBehind()) return;
    const unwritten = latest.filter(({ id }) => !writtenIds.has(id));
    if (unwritten.length > 0) writer.send(unwritten.map(textOf).join(''));
    writtenIds = new Set(latest.map(({ id }) => id));
  };
}

function textOf(record: RequestRecord): string {
  const { id, method, path, operation, status, durationMs, isReplay, code } = record;
  const data = {
    request_id: id,
    started_at: new Date(instantOfId(id)).toISOString(),
    method,
    path,
    operation: operation ?? null,
    status,
    duration_ms: durationMs,
    idempotency_replayed: isReplay,
    code: code ?? null,
    unknown_fields: record.unknownFields ?? null,
    omitted: record.omitted,
  };
  return messageOf(JSON.stringify(data), { id, event: 'request' });
}
