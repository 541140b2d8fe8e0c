import { followStream } from '../event-stream.ts';
import type {
  EventAttempts,
  EventDetails,
  EventFilters,
  EventPage,
  EventResend,
  EventStreamFilters,
  WebhookEvent,
} from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';

/** Um evento da sua conta, com o mesmo `data` que o webhook leva. */
export type FeedEvent = WebhookEvent & Pick<EventPage['data'][number], 'resource_id' | 'delivered'>;

/** Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos. */
export class Events {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido. */
  list(
    filters: EventFilters = {},
    options?: RequestOptions,
  ): Promise<Omit<EventPage, 'data'> & { readonly data: readonly FeedEvent[] }> {
    return this.#http.json({ method: 'GET', path: '/v1/events', query: filters, options });
  }

  /** Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`. */
  async *iterate(
    filters: EventFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<FeedEvent, void, undefined> {
    let page = await this.list(filters, options);
    yield* page.data;
    while (page.has_more && page.next_cursor !== null) {
      page = await this.list({ ...filters, after: page.next_cursor }, options);
      yield* page.data;
    }
  }

  /** Um evento com o estado de cada entrega. */
  retrieve(id: string, options?: RequestOptions): Promise<EventDetails> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/events', id), options });
  }

  /** As tentativas de entrega, com a resposta do seu servidor a cada uma. */
  attempts(id: string, options?: RequestOptions): Promise<EventAttempts> {
    const path = pathOf('/v1/events', id, '/attempts');
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Envia de novo agora, a todos os webhooks que recebem o evento ou a um. */
  resend(id: string, body: EventResend = {}, options?: RequestOptions): Promise<EventDetails> {
    const path = pathOf('/v1/events', id, '/resend');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /**
   * Os eventos à medida que acontecem, sem fim. Sem `after`, a partir de agora. Reconecta sozinho,
   * a partir do último evento recebido. Termina com `break` ou com `signal`.
   */
  stream(
    filters: EventStreamFilters = {},
    options: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<WebhookEvent, void, undefined> {
    const call = { path: '/v1/events/stream', query: filters, signal: options.signal };
    return followStream(this.#http, call);
  }
}
