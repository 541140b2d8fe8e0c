import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isObject } from './check-arguments.ts';
import type { McpServer } from './mcp-server.ts';
import { RpcError } from './rpc-error.ts';

const INVALID_JSON = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL = -32_603;

/**
 * Serves JSON-RPC, one message a line, until the input or the signal ends. Requests run at the same
 * time; those that are under way are answered before it returns.
 */
export async function serveLines(
  server: McpServer,
  { input, output, signal }: { input: Readable; output: Writable; signal: AbortSignal },
): Promise<void> {
  const lines = createInterface({ input });
  const underWay = new Set<Promise<void>>();
  const send = (answer: object): void =>
    void output.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`);
  signal.addEventListener('abort', () => lines.close(), { once: true });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const work = answerTo(server, line, send).finally(() => underWay.delete(work));
    underWay.add(work);
  }
  await Promise.all(underWay);
}

async function answerTo(
  server: McpServer,
  line: string,
  send: (answer: object) => void,
): Promise<void> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    send({ id: null, error: { code: INVALID_JSON, message: 'the line is no JSON' } });
    return;
  }
  if (!isObject(message) || typeof message.method !== 'string') {
    // An answer to a request that this server never sends, or no message at all.
    const isAnswer = isObject(message) && ('result' in message || 'error' in message);
    const error = { code: INVALID_REQUEST, message: 'the line is no request' };
    if (!isAnswer) send({ id: null, error });
    return;
  }
  const { id, method, params } = message;
  if (id === undefined || id === null) return;
  try {
    send({ id, result: await server.handle(method, isObject(params) ? params : {}) });
  } catch (error) {
    const code = error instanceof RpcError ? error.code : INTERNAL;
    send({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
  }
}
