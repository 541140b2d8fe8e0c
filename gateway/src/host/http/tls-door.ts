import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { ApiPixTls } from '#src/ground/config/api-pix-config.ts';

const HEADER_BYTES_MAX = 16 * 1_024;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const CLOSE_INTERVAL_MS = 100;
/** The paths of the Central Bank's API and of its tokens. */
const PATHS = /^\/(pix|oauth)(\/|$)/;
/** The headers by which a proxy would name the client. Here the client itself connects. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

export interface TlsDoor {
  readonly host: string;
  readonly tls: ApiPixTls;
  /** The header by which a proxy tells the certificate of a client; undefined without one. */
  readonly certificateHeader: string | undefined;
}

/**
 * Serves the Central Bank's API by TLS in this process, and asks clients for a certificate (mTLS):
 * one of the clients' authority, if there is one, else any. It listens before the app does and ends
 * with it. Other paths are answered 404 there.
 */
export function serveByTls(app: FastifyInstance, { host, tls, certificateHeader }: TlsDoor): void {
  const { port, cert, key, clientAuthority } = tls;
  const server = createServer({
    cert,
    key,
    requestCert: true,
    rejectUnauthorized: clientAuthority !== undefined,
    ...(clientAuthority && { ca: clientAuthority }),
    minVersion: 'TLSv1.2',
    maxHeaderSize: HEADER_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  const untrusted = certificateHeader ? [...PROXY_HEADERS, certificateHeader] : PROXY_HEADERS;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const name of untrusted) delete request.headers[name];
    if (PATHS.test(pathOf(request))) app.server.emit('request', request, response);
    else refusePath(request, response);
  });
  app.addHook('onReady', async () => {
    server.listen(port, host);
    await once(server, 'listening');
  });
  app.addHook('preClose', (done) => {
    endConnections(server);
    done();
  });
}

/** Stops accepting connections, and closes each one when it has no request under way. */
function endConnections(server: Server): void {
  if (!server.listening) return;
  const timer = setInterval(() => server.closeIdleConnections(), CLOSE_INTERVAL_MS);
  timer.unref();
  server.close(() => clearInterval(timer));
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?')[0] ?? '';
}

function refusePath(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const body = { type: 'about:blank', title: 'Não encontrado.', status: 404 };
  response.writeHead(404, { 'content-type': 'application/problem+json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
