import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CLOSE_EVERY_MS = 50;

/**
 * What a close of the server leaves open, to be called when it is about to close. A connection
 * whose request ends later would be kept alive, and the process with it. One that never asked for
 * anything, as browsers open them ahead of need, doesn't even count as idle.
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
    }, CLOSE_EVERY_MS);
    timer.unref();
    app.server.once('close', () => clearInterval(timer));
    done();
  };
}
