import type {
  Customer,
  CustomerDetails,
  CustomerErasure,
  CustomerExport,
  CustomerFilters,
  CustomerPage,
} from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

const PATH = '/v1/customers';

/** Quem paga as suas cobranças: cada CPF ou CNPJ. */
export class Customers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Um cliente, com o que pagou e o que deve. */
  retrieve(id: string, options?: RequestOptions): Promise<CustomerDetails> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }

  /** Uma página, os da cobrança mais nova primeiro. */
  list(filters: CustomerFilters = {}, options?: RequestOptions): Promise<CustomerPage> {
    return this.#http.json({ method: 'GET', path: PATH, query: filters, options });
  }

  iterate(
    filters: CustomerFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Customer, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** Tudo o que está guardado sobre a pessoa (LGPD). */
  export(id: string, options?: RequestOptions): Promise<CustomerExport> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id, '/export'), options });
  }

  /** Apaga os dados da pessoa para sempre. Valores, identificadores e datas ficam. */
  erase(id: string, options?: RequestOptions): Promise<CustomerErasure> {
    return this.#http.json({ method: 'DELETE', path: pathOf(PATH, id), options });
  }
}
