import type {
  CanceledSubscription,
  NewSubscription,
  NewSubscriptionCycle,
  PaymentLinkFilters,
  Subscription,
  SubscriptionCycle,
  SubscriptionCyclePage,
  SubscriptionFilters,
  SubscriptionPage,
  SubscriptionRetry,
} from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

const PATH = '/v1/subscriptions';

/** Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança. */
export class Subscriptions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  create(body: NewSubscription, options?: KeyedRequestOptions): Promise<Subscription> {
    return this.#http.json({ method: 'POST', path: PATH, isKeyed: true, body, options });
  }

  retrieve(internalId: string, options?: RequestOptions): Promise<Subscription> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, internalId), options });
  }

  /** Uma página, as mais novas primeiro. */
  list(filters: SubscriptionFilters = {}, options?: RequestOptions): Promise<SubscriptionPage> {
    return this.#http.json({ method: 'GET', path: PATH, query: filters, options });
  }

  iterate(
    filters: SubscriptionFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Subscription, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** A imagem do código que o pagador lê, `png` ou `svg`. Nunca muda: guarde-a. */
  qrImage(
    internalId: string,
    { format = 'png', ...options }: RequestOptions & { readonly format?: 'png' | 'svg' } = {},
  ): Promise<Uint8Array> {
    const path = pathOf(PATH, internalId, '/image');
    const accept = format === 'svg' ? 'image/svg+xml' : 'image/png';
    return this.#http.bytes({ method: 'GET', path, accept, options });
  }

  /** Nenhuma cobrança nova é criada até `resume`. */
  pause(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf(PATH, internalId, '/pause');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  resume(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf(PATH, internalId, '/resume');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Cancela também as cobranças que ainda podem ser canceladas. */
  cancel(internalId: string, options?: RequestOptions): Promise<CanceledSubscription> {
    const path = pathOf(PATH, internalId, '/cancel');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Só com `min_amount`: a cobrança de um ciclo. */
  createCycle(
    internalId: string,
    body: NewSubscriptionCycle,
    options?: KeyedRequestOptions,
  ): Promise<SubscriptionCycle> {
    const path = pathOf(PATH, internalId, '/cycles');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }

  /** Uma página das cobranças, as mais novas primeiro. */
  cycles(
    internalId: string,
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): Promise<SubscriptionCyclePage> {
    const path = pathOf(PATH, internalId, '/cycles');
    return this.#http.json({ method: 'GET', path, query: filters, options });
  }

  /** Tenta de novo uma cobrança que falhou. */
  retry(
    internalId: string,
    body: SubscriptionRetry = {},
    options?: KeyedRequestOptions,
  ): Promise<SubscriptionCycle> {
    const path = pathOf(PATH, internalId, '/retry');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }
}
