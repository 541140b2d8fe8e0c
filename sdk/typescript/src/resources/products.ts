import type {
  NewProduct,
  PaymentLinkFilters,
  Product,
  ProductChange,
  ProductPage,
} from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

const PATH = '/v1/products';

/** O que os links de pagamento vendem. */
export class Products {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  create(body: NewProduct, options?: KeyedRequestOptions): Promise<Product> {
    return this.#http.json({ method: 'POST', path: PATH, isKeyed: true, body, options });
  }

  retrieve(id: string, options?: RequestOptions): Promise<Product> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }

  /** Uma página, os mais novos primeiro. */
  list(filters: PaymentLinkFilters = {}, options?: RequestOptions): Promise<ProductPage> {
    return this.#http.json({ method: 'GET', path: PATH, query: filters, options });
  }

  iterate(
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Product, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** Muda o que é enviado. Cobranças que já existem ficam como estão. */
  update(id: string, body: ProductChange, options?: RequestOptions): Promise<Product> {
    const path = pathOf(PATH, id);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }
}
