import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberOf } from '#src/access/member-of-request.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { panelReadResponses } from '#src/platform/errors/problem-schemas.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';
import type { Logger } from '#src/platform/log.ts';
import { createLiveFeed } from './live-feed.ts';
import { createLiveStreams } from './live-streams.ts';

export interface LiveDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readSession: (headers: IncomingHttpHeaders) => Promise<object | undefined>;
}

/** Described as the text that it is, sent as the stream that writes it. */
const EventStream = Type.Unsafe<Readable>({ type: 'string' });

/** What changes, as it changes: server-sent events for the pages of a merchant that are open. */
export function livePanelRoutes(deps: LiveDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const feed = createLiveFeed(deps);
    const streams = createLiveStreams(feed);
    app.addHook('preClose', async () => streams.endAll());
    app.addHook('onClose', () => feed.stop());
    app.get(
      '/api/panel/events',
      {
        // A stream without a reader would never end.
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
        const stream = streams.open({
          merchantId: merchant.merchantId,
          sessionId,
          address: clientNetwork(request.ip),
          isSessionOpen: async () => (await deps.readSession(request.headers)) !== undefined,
        });
        // A proxy that gathers or changes what it passes on would make news old.
        reply.header('cache-control', 'no-store, no-transform');
        reply.header('x-accel-buffering', 'no');
        return reply.type('text/event-stream; charset=utf-8').send(stream);
      },
    );
  };
}
