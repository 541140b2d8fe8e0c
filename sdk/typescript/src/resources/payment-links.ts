import type {
  NewPaymentLink,
  PaymentLink,
  PaymentLinkChange,
  PaymentLinkFilters,
  PaymentLinkPage,
} from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

const PATH = '/v1/payment-links';

/** Páginas em que o próprio pagador cria a cobrança. */
export class PaymentLinks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  create(body: NewPaymentLink, options?: KeyedRequestOptions): Promise<PaymentLink> {
    return this.#http.json({ method: 'POST', path: PATH, isKeyed: true, body, options });
  }

  retrieve(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }

  /** Uma página, os mais novos primeiro. */
  list(filters: PaymentLinkFilters = {}, options?: RequestOptions): Promise<PaymentLinkPage> {
    return this.#http.json({ method: 'GET', path: PATH, query: filters, options });
  }

  iterate(
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<PaymentLink, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** Muda o que é enviado. Cobranças que já existem ficam como estão. */
  update(id: string, body: PaymentLinkChange, options?: RequestOptions): Promise<PaymentLink> {
    const path = pathOf(PATH, id);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }
}
