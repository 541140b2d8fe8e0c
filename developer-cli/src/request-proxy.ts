import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp, type Server } from 'node:http';
import { request as requestHttps } from 'node:https';
import { reasonOf } from './call.ts';

const EXCERPT_LENGTH_MAX = 2_000;
const BAD_GATEWAY = 502;

/** What is shown of a request: nothing of its body, its query or its headers. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Null when the gateway did not answer. */
  readonly status: number | null;
  readonly duration_ms: number;
  readonly request_id: string | null;
  /** Whether the answer repeats that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** The code of an error. */
  readonly code: string | null;
}

/**
 * Starts a server on this machine that passes each request to the gateway as it is, and reports it
 * when its answer has ended. Throws when the port is taken.
 */
export async function startRequestProxy(
  port: number,
  gateway: string,
  report: (request: SeenRequest) => void,
): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const startedAt = performance.now();
    const target = new URL(`${gateway}${incoming.url ?? '/'}`);
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const tell = (answer: IncomingMessage | undefined, excerpt: string): void =>
      report({
        method: incoming.method ?? 'GET',
        path: target.pathname,
        status: answer?.statusCode ?? null,
        duration_ms: Math.round(performance.now() - startedAt),
        request_id: headerOf(answer, 'x-request-id'),
        replayed: headerOf(answer, 'idempotency-replayed') === 'true',
        code: /"code":"([a-z_]+)"/.exec(excerpt)?.[1] ?? null,
      });
    const headers = { ...incoming.headers, host: target.host };
    const passed = send(target, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? BAD_GATEWAY, answer.headers);
      const isError = (answer.statusCode ?? 0) >= 400;
      let excerpt = '';
      answer.on('data', (bytes: Buffer) => {
        if (isError && excerpt.length < EXCERPT_LENGTH_MAX) excerpt += bytes.toString('utf8');
      });
      answer.once('close', () => tell(answer, excerpt));
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => {
      if (!outgoing.headersSent) {
        outgoing.writeHead(BAD_GATEWAY).end(`o gateway não responde: ${reasonOf(error)}`);
        tell(undefined, '');
      } else outgoing.destroy();
    });
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function headerOf(answer: IncomingMessage | undefined, name: string): string | null {
  const value = answer?.headers[name];
  return typeof value === 'string' ? value : null;
}
