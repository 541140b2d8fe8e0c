import type { ListedRefund, RefundFilters, RefundPage } from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

/** Devoluções de todas as cobranças. `charges.refund` pede uma. */
export class Refunds {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  retrieve(internalId: string, options?: RequestOptions): Promise<ListedRefund> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/refunds', internalId), options });
  }

  list(filters: RefundFilters = {}, options?: RequestOptions): Promise<RefundPage> {
    return this.#http.json({ method: 'GET', path: '/v1/refunds', query: filters, options });
  }

  iterate(
    filters: RefundFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<ListedRefund, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }
}
