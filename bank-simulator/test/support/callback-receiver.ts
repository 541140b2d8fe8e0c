import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';

export interface ReceivedCallback {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
  readonly body: any;
  /** Whether the client sent a certificate that the server trusts. */
  readonly isAuthorized: boolean;
}

export interface CallbackReceiver {
  readonly url: string;
  readonly received: readonly ReceivedCallback[];
  /** The statuses of the next answers; 200 when there are none left. */
  answerNext(...statuses: number[]): void;
  close(): Promise<void>;
}

/** A server that receives call-backs over http, or https with the given certificate. */
export async function startCallbackReceiver(tls?: ServerOptions): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  const statuses: number[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({
      path: request.url ?? '',
      body: JSON.parse(Buffer.concat(chunks).toString()),
      isAuthorized: (request.socket as TLSSocket).authorized === true,
    });
    response.writeHead(statuses.shift() ?? 200).end();
  }

  const server = tls === undefined ? createHttpServer(take) : createHttpsServer(tls, take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/aviso`,
    received,
    answerNext: (...next) => void statuses.push(...next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
