import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Member, memberOf } from '#src/ground/access/member-of-request.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { endWithServer, sendStream } from '#src/ground/http/stream-hub.ts';
import { createUpdateStreams, type UpdateStreamDeps } from './update-streams.ts';

export interface LiveUpdateDeps extends UpdateStreamDeps {
  /** The current member of a request; undefined when the request would be refused now. */
  readonly readMember: (request: FastifyRequest) => Promise<Member | undefined>;
}

/** In the API document a text; the handler returns a stream. */
const EventStream = Type.Unsafe<Readable>({ type: 'string' });

/** Sends a merchant's changes to its open pages as they happen, by server-sent events. */
export function liveUpdatePanelRoutes(deps: LiveUpdateDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const streams = createUpdateStreams(deps);
    endWithServer(app, streams);
    app.get(
      '/api/panel/events',
      {
        // The stream of a HEAD request would never end.
        exposeHeadRoute: false,
        schema: {
          operationId: 'listenToEvents',
          response: {
            200: { content: { 'text/event-stream': { schema: EventStream } } },
            ...panelReadResponses(['rate_limited']),
          },
        },
      },
      async (request, reply) => {
        const { merchant, sessionId } = memberOf(request);
        const { merchantId } = merchant;
        const stream = await streams.open({
          merchantId,
          sessionId,
          address: clientNetwork(request.ip),
          // An operator's session may see another merchant by now, or none.
          isAllowed: async () =>
            (await deps.readMember(request))?.merchant.merchantId === merchantId,
        });
        return sendStream(reply, stream);
      },
    );
  };
}
