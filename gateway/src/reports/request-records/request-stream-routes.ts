import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { hasScope } from '#src/ground/access/key-rights.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { lastEventId } from '#src/ground/http/key-streams.ts';
import { endWithServer, sendStream } from '#src/ground/http/stream-hub.ts';
import { createRequestStreams, type RequestStreamDeps } from './request-streams.ts';

const SCOPE = 'webhooks:read';

export interface RequestStreamRoutesDeps extends RequestStreamDeps {
  /** The current caller of a request; undefined when the request would be refused now. */
  readonly readCaller: (request: FastifyRequest) => Promise<Caller | undefined>;
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

/** GET /v1/requests/stream: the requests of the calling key as they are answered. */
export function streamRequestsRoute(deps: RequestStreamRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const streams = createRequestStreams(deps);
    endWithServer(app, streams);
    app.get(
      '/v1/requests/stream',
      {
        config: { keyScope: SCOPE },
        // The stream of a HEAD request would never end.
        exposeHeadRoute: false,
        schema: {
          operationId: 'streamRequests',
          summary: 'Acompanha requisições',
          description:
            'Server-sent events: as requisições desta chave, de todos os seus programas, cerca ' +
            'de meio segundo depois da resposta. Nunca corpos, cabeçalhos ou chaves. Começa ' +
            'agora: requisições só são registradas enquanto alguém as acompanha, e por cinco ' +
            'minutos. Ao reconectar, envie o último `id` em `Last-Event-ID`. Até 5 por chave.',
          tags: ['Events'],
          response: {
            200: {
              description: 'As requisições, à medida que são respondidas.',
              content: { 'text/event-stream': { schema: RequestStream } },
            },
            ...guardedResponses(['invalid_request', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, clientId, isSandbox } = callerOf(request);
        const stream = await streams.open({
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
    );
  };
}
