import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hasScope } from '#src/ground/access/key-rights.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { lastEventId } from '#src/ground/http/key-streams.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { sendStream } from '#src/ground/http/stream-hub.ts';
import { type createRequestStreams, StreamedRequest } from './request-streams.ts';

const SCOPE = 'webhooks:read';

export interface RequestStreamParts {
  /** The current caller of a request; undefined when the request would be refused now. */
  readonly readCaller: (request: FastifyRequest) => Promise<Caller | undefined>;
}

interface RequestStreamDeps extends RequestStreamParts {
  readonly streams: ReturnType<typeof createRequestStreams>;
}

/** In the API document a text; the handler returns a stream. */
const RequestStream = Type.Unsafe<Readable>({
  type: 'string',
  description:
    'Server-sent events: `id` é o X-Request-Id, `event` é sempre `request`, e `data` tem ' +
    '`request_id`, `started_at`, `method`, `path` (sem a query), `operation` (null numa rota que ' +
    'não existe), `status`, `duration_ms`, `idempotency_replayed`, `code` (o código do erro, ou ' +
    'null), `unknown_fields` (os campos do corpo que a operação não tem, ou null) e ' +
    '`omitted` (quantas outras não aparecem, por serem demais nesse instante).',
  examples: ['id: 019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72\nevent: request\ndata: {…}\n\n'],
});

const { operation } = operationsOf<RequestStreamDeps>('Events');

/** The requests of the calling key as they are answered. */
export const requestStreamOperations = [
  operation({
    at: 'GET /requests/stream',
    program: {
      id: 'streamRequests',
      sdk: 'requests.stream',
      sdkNote:
        'À medida que são respondidas, a partir de agora, sem fim. Reconecta sozinho, a partir ' +
        'da última recebida.',
      scope: SCOPE,
      summary: 'Acompanha requisições',
      description:
        'Server-sent events: as requisições desta chave, de todos os seus programas, cerca ' +
        'de meio segundo depois da resposta. Nunca corpos, cabeçalhos ou chaves. Começa ' +
        'agora: requisições só são registradas enquanto alguém as acompanha, e por cinco ' +
        'minutos. Ao reconectar, envie o último `id` em `Last-Event-ID`. Até 5 por chave.',
    },
    answer: [
      200,
      {
        description: 'As requisições, à medida que são respondidas.',
        content: {
          'text/event-stream': { schema: RequestStream, 'x-item-schema': StreamedRequest },
        },
      },
    ],
    refuses: ['invalid_request'],
    isDownload: true,
    run: async ({ deps, owner: { caller }, request, reply }) => {
      const { merchantId, clientId, isSandbox } = caller;
      const stream = await deps.streams.open({
        merchantId,
        clientId,
        isSandbox,
        address: clientNetwork(request.ip),
        lastId: lastEventId(request),
        isAllowed: async () => {
          const now = await deps.readCaller(request);
          return now !== undefined && hasScope(now.scopes, SCOPE);
        },
      });
      return sendStream(reply, stream);
    },
  }),
];
