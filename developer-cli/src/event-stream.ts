/** A message of server-sent events. */
export interface StreamMessage {
  /** The last id so far; empty before the first. */
  readonly id: string;
  readonly event: string;
  /** Undefined for a message that only sets the id. */
  readonly data: string | undefined;
}

/** The sender sends a comment every 15 seconds: after so long without a byte the stream is dead. */
const SILENCE_MS_MAX = 60_000;

/**
 * Reads server-sent events. A message that the connection cut is dropped: the next connection sends
 * it again. Ends with the signal. Throws when the stream fails or stays silent for a minute.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader();
  // Node 20 forgets the signal of a request when it collects garbage after the answer's headers.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  try {
    for (;;) {
      const { done, value } = await readInTime(reader);
      if (done) return;
      rest += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = parseMessage(block, id);
        id = message.id;
        if (message.data !== undefined || block.includes('id:')) yield message;
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    await reader.cancel().catch(() => {});
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('silêncio por um minuto')), SILENCE_MS_MAX);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function parseMessage(block: string, lastId: string): StreamMessage {
  let id = lastId;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return { id, event, data: data.length === 0 ? undefined : data.join('\n') };
}
