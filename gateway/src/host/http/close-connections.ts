import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CLOSE_INTERVAL_MS = 50;

/**
 * Makes the hook that runs before the server closes. It closes two kinds of connections that would
 * keep the process alive: those whose request ends after the close began, and those without a
 * request, which browsers open in advance and which don't count as idle.
 */
export function closeConnectionsAsTheyEnd(app: FastifyInstance) {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return (done: () => void): void => {
    const timer = setInterval(() => {
      for (const socket of silent) socket.destroy();
      app.server.closeIdleConnections();
    }, CLOSE_INTERVAL_MS);
    timer.unref();
    app.server.once('close', () => clearInterval(timer));
    done();
  };
}
