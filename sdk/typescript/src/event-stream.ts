import { connectionErrorOf, parseExactly } from './answers.ts';
import { ApiConnectionError, ApiError } from './errors.ts';
import type { Call, Http } from './http.ts';
import { mayRetry } from './retry.ts';

// The gateway writes something every 15 seconds.
const SILENCE_MS_MAX = 45_000;

interface Message {
  readonly id: string | undefined;
  /** Undefined when the message only says where the stream is. */
  readonly data: string | undefined;
}

/**
 * Os itens de um stream à medida que acontecem. A primeira conexão é tentada como uma leitura;
 * depois dela, reconecta sempre, a partir do último item recebido.
 */
export async function* followStream<Item>(
  http: Http,
  call: Call,
): AsyncGenerator<Item, void, undefined> {
  const signal = call.options?.signal;
  let lastId: string | undefined;
  for (let failures = 0; !signal?.aborted; ) {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal?.addEventListener('abort', abort);
    let retryAfterSeconds: number | undefined;
    try {
      const headers = { ...(lastId !== undefined && { 'last-event-id': lastId }) };
      const accept = 'text/event-stream';
      const response = await http.open({ ...call, accept }, headers, connection);
      for await (const { id, data } of messagesOf(response, connection)) {
        failures = 0;
        // The gateway begins with the id of the newest event, so that a connection that breaks
        // before its first event does not skip any either.
        lastId = id ?? lastId;
        if (data !== undefined) yield parseExactly(data) as Item;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const isTransient = error instanceof ApiError && mayRetry(error, true);
      if (!isTransient && !(error instanceof ApiConnectionError)) throw error;
      if (lastId === undefined && failures >= http.maxRetries) throw error;
      retryAfterSeconds = isTransient ? error.retryAfterSeconds : undefined;
    } finally {
      signal?.removeEventListener('abort', abort);
      connection.abort();
    }
    failures += 1;
    await http.pause(failures, retryAfterSeconds, signal);
  }
}

/** As mensagens de uma conexão. Desiste dela quando fica muda. @throws {ApiConnectionError} */
async function* messagesOf(
  response: Response,
  connection: AbortController,
): AsyncGenerator<Message, void, undefined> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  while (reader) {
    const timer = setTimeout(() => connection.abort(), SILENCE_MS_MAX);
    const { done, value } = await reader
      .read()
      .catch((cause) => {
        throw connectionErrorOf(cause);
      })
      .finally(() => clearTimeout(timer));
    if (done) return;
    text += decoder.decode(value, { stream: true }).replaceAll('\r', '');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.map(messageOf);
  }
}

function messageOf(block: string): Message {
  const fields = block.split('\n').map((line) => {
    const [name = '', ...content] = line.split(':');
    return [name, content.join(':').replace(/^ /, '')] as const;
  });
  const data = fields.filter(([name]) => name === 'data').map(([, content]) => content);
  return {
    id: fields.findLast(([name]) => name === 'id')?.[1],
    data: data.length > 0 ? data.join('\n') : undefined,
  };
}
