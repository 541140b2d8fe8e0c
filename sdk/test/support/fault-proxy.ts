import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Cleanup } from '../../../gateway/test/support/cleanup.ts';

/** What happens to one request on its way to the gateway. */
export type Fault =
  /** The connection breaks before the gateway has the request. */
  | 'lose_request'
  /** The gateway handles the request, and the connection breaks before its answer. */
  | 'lose_answer'
  /** The gateway handles the request, and half of the answer arrives. */
  | 'cut_answer'
  /** The connection of a stream breaks after its first event. */
  | 'cut_stream'
  /** Nothing happens until the client gives up. */
  | 'hang'
  /** A stream breaks after its first message, and then the charge with this id is paid. */
  | { readonly cut_stream_and_pay: string }
  /** A server between answers, and the gateway never has the request. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** The port of the client, which is another one for each connection. */
  readonly connection: number | undefined;
}

/** A network between a client and the gateway, which fails as it is told to. */
export interface FaultProxy {
  readonly url: string;
  /** What happens to the next requests, in order. */
  readonly faults: Fault[];
  /** The requests since the last call. */
  takeSeen(): readonly SeenRequest[];
  /** How many streams a client holds open. */
  openStreams(): number;
}

const EVENT_STREAM = 'text/event-stream';

export async function startFaultProxy(context: Cleanup, target: string): Promise<FaultProxy> {
  const faults: Fault[] = [];
  const seen: SeenRequest[] = [];
  let streams = 0;
  const server = createServer(async (request, response) => {
    const key = request.headers['idempotency-key'];
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      idempotencyKey: key === undefined ? undefined : String(key),
      connection: request.socket.remotePort,
    });
    if (request.headers.accept === EVENT_STREAM) {
      streams += 1;
      response.on('close', () => {
        streams -= 1;
      });
    }
    await pass({ request, response, target, fault: faults.shift() });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    takeSeen: () => seen.splice(0),
    openStreams: () => streams,
  };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: string;
  readonly fault: Fault | undefined;
}

async function pass({ request, response, target, fault }: Passing): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (fault === 'hang') return;
  if (fault === 'lose_request') {
    request.socket.destroy();
    return;
  }
  if (typeof fault === 'object' && 'status' in fault) {
    response.writeHead(fault.status, fault.headers).end(fault.body);
    return;
  }
  if (request.headers.accept === EVENT_STREAM) {
    await passStream({ request, response, target, fault });
    return;
  }
  const { body, status, headers } = await forward(request, target, Buffer.concat(chunks));
  if (fault === 'lose_answer') {
    request.socket.destroy();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (fault === 'cut_answer') {
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
    return;
  }
  response.end(body);
}

async function passStream({ request, response, target, fault }: Passing): Promise<void> {
  const connection = new AbortController();
  response.on('close', () => connection.abort());
  const { host: _, connection: __, ...headers } = request.headers;
  const answer = await fetch(`${target}${request.url}`, {
    headers: headers as Record<string, string>,
    signal: connection.signal,
  });
  response.writeHead(answer.status, { 'content-type': String(answer.headers.get('content-type')) });
  const isBroken = fault === 'cut_stream' || chargeToPay(fault) !== undefined;
  let text = '';
  try {
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      const end = isBroken ? endOfFirst(fault === 'cut_stream' ? 'data:' : 'id:', text) : -1;
      if (!isBroken) response.write(chunk);
      if (end < 0) continue;
      const part = text.slice(0, end);
      await new Promise((resolve) => response.write(part, resolve));
      await payCharge(target, chargeToPay(fault), headers as Record<string, string>);
      request.socket.destroy();
      return;
    }
    response.end();
  } catch (error) {
    // The client has closed the stream.
    if (!connection.signal.aborted) throw error;
  }
}

function chargeToPay(fault: Fault | undefined): string | undefined {
  const isPaying = typeof fault === 'object' && 'cut_stream_and_pay' in fault;
  return isPaying ? fault.cut_stream_and_pay : undefined;
}

/** Where the first message of a stream ends that has a field; negative while it has not come. */
function endOfFirst(field: string, text: string): number {
  const start = text.indexOf(field);
  const end = text.indexOf('\n\n', start);
  return start < 0 || end < 0 ? -1 : end + 2;
}

async function payCharge(
  target: string,
  id: string | undefined,
  headers: Record<string, string>,
): Promise<void> {
  if (id === undefined) return;
  const { 'client-id': clientId = '', 'client-secret': secret = '' } = headers;
  const paid = await fetch(`${target}/v1/test/charges/${id}/pay`, {
    method: 'POST',
    headers: { 'client-id': clientId, 'client-secret': secret },
  });
  if (!paid.ok) throw new Error(`the charge was not paid: ${await paid.text()}`);
}

async function forward(request: IncomingMessage, target: string, sent: Buffer) {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const answer = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    redirect: 'manual',
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const { 'transfer-encoding': _te, connection: _c, ...kept } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: kept, body };
}
