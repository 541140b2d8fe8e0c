import type {
  CarneFilters,
  ChargeBatch,
  ChargeBatchItemFilters,
  ChargeBatchItemPage,
  ChargeBatchPage,
  NewChargeBatch,
  PaymentLinkFilters,
} from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

const PATH = '/v1/charges/batches';

/** Até 10.000 cobranças de uma vez. */
export class ChargeBatches {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Confere todas as cobranças; elas são criadas em seguida. */
  create(body: NewChargeBatch, options?: KeyedRequestOptions): Promise<ChargeBatch> {
    return this.#http.json({ method: 'POST', path: PATH, isKeyed: true, body, options });
  }

  retrieve(id: string, options?: RequestOptions): Promise<ChargeBatch> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }

  /** Uma página, os mais novos primeiro. */
  list(filters: PaymentLinkFilters = {}, options?: RequestOptions): Promise<ChargeBatchPage> {
    return this.#http.json({ method: 'GET', path: PATH, query: filters, options });
  }

  iterate(
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<ChargeBatch, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** Uma página das cobranças de um lote, cada uma com a cobrança ou a recusa. */
  items(
    id: string,
    filters: ChargeBatchItemFilters = {},
    options?: RequestOptions,
  ): Promise<ChargeBatchItemPage> {
    const path = pathOf(PATH, id, '/items');
    return this.#http.json({ method: 'GET', path, query: filters, options });
  }

  /** O carnê em PDF: até 300 cobranças do lote, a partir de `from`. */
  carne(id: string, filters: CarneFilters = {}, options?: RequestOptions): Promise<Uint8Array> {
    const path = pathOf(PATH, id, '/carne.pdf');
    const query = filters;
    return this.#http.bytes({ method: 'GET', path, query, accept: 'application/pdf', options });
  }
}
