import { ApiError } from './errors.ts';
import type { EventStreamFilters, WebhookEvent } from './generated/types.ts';
import type { Http } from './http.ts';
import { mayRetry } from './retry.ts';

// The gateway writes something every 15 seconds.
const SILENCE_MS_MAX = 45_000;

interface Message {
  readonly id: string | undefined;
  readonly data: string;
}

/** Os eventos da conta à medida que acontecem. Reconecta a partir do último recebido. */
export async function* followStream(
  http: Http,
  filters: EventStreamFilters,
  signal: AbortSignal | undefined,
): AsyncGenerator<WebhookEvent, void, undefined> {
  let lastId: string | undefined;
  for (let failures = 0; !signal?.aborted; ) {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal?.addEventListener('abort', abort);
    try {
      const call = { method: 'GET', path: '/v1/events/stream', query: filters } as const;
      const headers = { ...(lastId !== undefined && { 'last-event-id': lastId }) };
      const accept = 'text/event-stream';
      const response = await http.open({ ...call, accept }, headers, connection);
      for await (const { id, data } of messagesOf(response, connection)) {
        failures = 0;
        lastId = id ?? lastId;
        yield JSON.parse(data);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ApiError && !mayRetry(error, true)) throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      connection.abort();
    }
    failures += 1;
    await http.pause(failures);
  }
}

/** As mensagens de uma conexão. Desiste dela quando fica muda. */
async function* messagesOf(
  response: Response,
  connection: AbortController,
): AsyncGenerator<Message, void, undefined> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  while (reader) {
    const timer = setTimeout(() => connection.abort(), SILENCE_MS_MAX);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += decoder.decode(value, { stream: true }).replaceAll('\r', '');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = fieldsOf(block);
      const data = fields.filter(([name]) => name === 'data').map(([, content]) => content);
      const id = fields.findLast(([name]) => name === 'id')?.[1];
      if (data.length > 0) yield { id, data: data.join('\n') };
    }
  }
}

function fieldsOf(block: string): readonly (readonly [string, string])[] {
  return block.split('\n').map((line) => {
    const [name = '', ...content] = line.split(':');
    return [name, content.join(':').replace(/^ /, '')] as const;
  });
}
