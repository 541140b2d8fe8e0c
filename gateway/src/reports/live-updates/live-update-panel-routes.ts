import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Member, memberOf } from '#src/ground/access/member-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { Logger } from '#src/ground/log.ts';
import type { OpenLimits } from '#src/ground/work/concurrency-limits.ts';
import { createUpdateFeed } from './update-feed.ts';
import { createUpdateStreams } from './update-streams.ts';

export interface LiveUpdateDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly openLimits: OpenLimits;
  /** The current member of a request; undefined when the request would be refused now. */
  readonly readMember: (request: FastifyRequest) => Promise<Member | undefined>;
}

/** In the API document a text; the handler returns a stream. */
const EventStream = Type.Unsafe<Readable>({ type: 'string' });

/** Sends a merchant's changes to its open pages as they happen, by server-sent events. */
export function liveUpdatePanelRoutes(deps: LiveUpdateDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const feed = createUpdateFeed(deps);
    const streams = createUpdateStreams(feed, deps.openLimits);
    app.addHook('preClose', async () => streams.endAll());
    app.addHook('onClose', () => feed.stop());
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
          ...{ merchantId, sessionId },
          address: clientNetwork(request.ip),
          // An operator's session may see another merchant by now, or none.
          isSessionOpen: async () =>
            (await deps.readMember(request))?.merchant.merchantId === merchantId,
        });
        // A proxy that buffers or changes the stream would delay the updates.
        reply.header('cache-control', 'no-store, no-transform');
        reply.header('x-accel-buffering', 'no');
        return reply.type('text/event-stream; charset=utf-8').send(stream);
      },
    );
  };
}
