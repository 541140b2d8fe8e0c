import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { lastEventId } from '#src/ground/http/key-streams.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { type StreamHub, sendStream } from '#src/ground/http/stream-hub.ts';
import { StreamQuery } from './event-schemas.ts';
import type { EventStreamRequest } from './event-streams.ts';
import { cursorOfStart, requireId, requireStart } from './feed-start.ts';
import { type FeedCursor, newestCursor } from './read-feed.ts';
import { readableKinds, requestedKinds } from './readable-kinds.ts';

export interface EventStreamParts {
  /** The current caller of a request; undefined when the request would be refused now. */
  readonly readCaller: (request: FastifyRequest) => Promise<Caller | undefined>;
}

interface EventStreamDeps extends EventStreamParts {
  readonly database: Queryable;
  readonly streams: StreamHub<EventStreamRequest>;
}

/** In the API document a text; the handler returns a stream. */
const EventStream = Type.Unsafe<Readable>({
  type: 'string',
  description:
    'Server-sent events: `id` é o id do evento, `event` o tipo, `data` o corpo exato do webhook.',
  examples: ['id: 019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72\nevent: deposit.paid\ndata: {…}\n\n'],
});

const { operation } = operationsOf<EventStreamDeps>('Events');

/** The events of the feed as they happen, by server-sent events. */
export const eventStreamOperations = [
  operation({
    at: 'GET /events/stream',
    program: {
      id: 'streamEvents',
      sdk: 'events.stream',
      sdkNote:
        'À medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira conexão é ' +
        'tentada como uma leitura; depois dela, reconecta sempre, a partir do último evento ' +
        'recebido.',
      scope: 'webhooks:read',
      summary: 'Acompanha eventos',
      description:
        'Server-sent events. Sem `Last-Event-ID` nem `after`, a partir de agora: a primeira ' +
        'mensagem tem só o `id` do evento mais novo. Ao reconectar, envie o último `id` ' +
        'recebido: nada é pulado. Até 5 por chave.',
    },
    query: StreamQuery,
    answer: [
      200,
      {
        description: 'Os eventos, à medida que acontecem.',
        content: { 'text/event-stream': { schema: EventStream } },
      },
    ],
    refuses: ['cursor_expired'],
    isDownload: true,
    run: async ({ deps, owner: { caller, scope }, query, request, reply }) => {
      const { clientId, isSandbox, scopes } = caller;
      const kinds = requestedKinds(scopes, query.type);
      const stream = await deps.streams.open({
        scope,
        clientId,
        isSandbox,
        kinds,
        address: clientNetwork(request.ip),
        after: await startOf(deps.database, scope, request, query),
        isAllowed: () => isUnchanged(deps, request),
      });
      return sendStream(reply, stream);
    },
  }),
];

/** The cursor at which a stream starts: the reader's last event, an instant, or now. */
async function startOf(
  database: Queryable,
  scope: LedgerScope,
  request: FastifyRequest,
  { after, since }: Static<typeof StreamQuery>,
): Promise<FeedCursor> {
  const lastId = lastEventId(request);
  const start = lastId ? { eventId: lastId } : requireStart(requireId('after', after), since);
  const isNow = 'isBeginning' in start;
  return isNow ? newestCursor(database, scope) : cursorOfStart(database, scope, start);
}

/** Whether the key may read the same kinds of events as when the stream began. */
async function isUnchanged(
  { readCaller }: EventStreamParts,
  request: FastifyRequest,
): Promise<boolean> {
  const now = await readCaller(request);
  const before = callerOf(request);
  return now !== undefined && String(readableKinds(now.scopes)) === kindsOf(before);
}

function kindsOf({ scopes }: Caller): string {
  return String(readableKinds(scopes));
}
