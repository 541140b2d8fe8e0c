import { type Static, Type } from 'typebox';
import type { Queryable } from '#src/ground/database/database.ts';
import type { RecordedKey } from '#src/ground/http/answered-request.ts';
import { type EventWriter, messageOf } from '#src/ground/http/event-writer.ts';
import { holdersOfKey, KEY_STREAMS_MAX, type KeyReader } from '#src/ground/http/key-streams.ts';
import {
  createStreamHub,
  type HubDeps,
  type StreamHub,
  type StreamReader,
} from '#src/ground/http/stream-hub.ts';
import { ID_MIN, instantOfId } from '#src/ground/ids.ts';
import { instant, nullable, text } from '#src/ground/schemas/text-schemas.ts';
import { RECORDS_KEPT_MS } from './record-requests.ts';
import type { RequestRecord } from './request-record.ts';
import { selectLatest, updateWatched } from './request-record-store.ts';

/** The `data` of a message of the stream. */
export const StreamedRequest = Type.Object(
  {
    request_id: text('O X-Request-Id da resposta.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72'),
    started_at: instant('Quando a requisição chegou.'),
    method: text('O método HTTP.', 'POST'),
    path: text('O caminho, sem a query.', '/v1/pix/qrcode'),
    operation: nullable(text('A operação; null numa rota que não existe.', 'createCharge')),
    status: Type.Integer({
      description: 'O status HTTP da resposta.',
      maximum: 599,
      examples: [201],
    }),
    duration_ms: Type.Integer({
      description: 'Quanto a resposta demorou, em milissegundos.',
      maximum: 2_147_483_647,
      examples: [12],
    }),
    idempotency_replayed: Type.Boolean({
      description: 'A resposta repete a de uma requisição anterior com a mesma Idempotency-Key.',
      examples: [false],
    }),
    code: nullable(text('O código do erro, ou null.', 'insufficient_balance')),
    unknown_fields: nullable(
      text('Os campos do corpo que a operação não tem, ou null.', 'payer.nome, expire_in'),
    ),
    omitted: Type.Integer({
      description: 'Quantas outras não aparecem, por serem demais nesse instante.',
      maximum: 2_147_483_647,
      examples: [0],
    }),
  },
  {
    title: 'RequestRecord',
    description: 'Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves.',
  },
);

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
  await updateWatched(database, { clientId });
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
      updateWatched(database, { clientId }).catch((error: unknown) => {
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
  const data: Static<typeof StreamedRequest> = {
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
