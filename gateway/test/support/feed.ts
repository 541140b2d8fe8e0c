import type { Keys, TestGateway } from './gateway.ts';

/** An event as GET /v1/events shows it. */
export interface FeedEvent {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  readonly resource_id: string;
  readonly delivered: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventPage {
  readonly data: readonly FeedEvent[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

/** Reads a page of the feed of a key; `query` is a query such as `limit=2`. */
export async function readPage(gateway: TestGateway, keys: Keys, query = ''): Promise<EventPage> {
  const answer = await gateway.call<EventPage>('GET', `/v1/events?${query}`, { keys });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** A reader of a feed that keeps its place, as a merchant's program does. */
export function followFeed(gateway: TestGateway, keys: Keys) {
  let cursor: string | null = null;
  const seen: string[] = [];
  return {
    seen,
    /** Reads what is new, and returns its ids. */
    async readNew(): Promise<readonly string[]> {
      const from = seen.length;
      for (let hasMore = true; hasMore; ) {
        const after: string = cursor === null ? '' : `&after=${cursor}`;
        const page: EventPage = await readPage(gateway, keys, `limit=3${after}`);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
        hasMore = page.has_more;
      }
      return seen.slice(from);
    },
  };
}

/** A stream of events that a test reads. */
export interface ReadStream {
  readonly response: Response;
  /** The next event with its id; undefined at the end of the stream. */
  next(): Promise<
    { readonly id: string; readonly kind: string; readonly data: string } | undefined
  >;
  close(): Promise<void>;
}

/** Opens GET /v1/events/stream, or that of requests. */
export async function openStream(
  url: string,
  keys: Keys,
  options: {
    readonly query?: string;
    readonly lastEventId?: string;
    readonly of?: 'events' | 'requests';
  } = {},
): Promise<ReadStream> {
  const { query = '', lastEventId, of = 'events' } = options;
  const response = await fetch(`${url}/v1/${of}/stream?${query}`, {
    headers: { ...keys, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    async next() {
      for (;;) {
        const found = /id: (.*)\nevent: (.*)\ndata: (.*)\n\n/.exec(text);
        if (found) {
          const [whole, id = '', kind = '', data = ''] = found;
          text = text.slice(found.index + whole.length);
          return { id, kind, data };
        }
        const chunk = await reader?.read();
        if (chunk?.value === undefined) return undefined;
        text += chunk.value;
      }
    },
    close: async () => {
      await reader?.cancel();
    },
  };
}
