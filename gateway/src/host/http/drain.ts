import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long open connections may stay silent before a stop: a request may be on its way. */
export const STOP_DRAIN_MS = 500;

/**
 * Stops accepting connections, which another process may still accept, and lets the open ones end:
 * each gets `Connection: close` with its next answer. A connection that stays silent, or a stream,
 * is left open until the time is over; the caller then closes the server.
 */
export async function drainConnections(app: FastifyInstance, durationMs: number): Promise<void> {
  const { server } = app;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('connection', 'close');
  });
  // The method of `node:http` would close idle connections, on which a request may be arriving.
  Server.prototype.close.call(server);
  const timer = AbortSignal.timeout(durationMs);
  await once(server, 'close', { signal: timer }).catch(() => {});
}
