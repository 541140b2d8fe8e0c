import type { Transaction, TransactionFilters, TransactionPage } from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

/** Cobranças e saques, dos mais novos aos mais antigos. */
export class Transactions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  retrieve(internalId: string, options?: RequestOptions): Promise<Transaction> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** O comprovante em PDF de uma cobrança paga, de um saque pago ou de uma devolução concluída. */
  receipt(internalId: string, options?: RequestOptions): Promise<Uint8Array> {
    const path = pathOf('/v1/transactions', internalId, '/receipt');
    return this.#http.bytes({ method: 'GET', path, accept: 'application/pdf', options });
  }

  /** Uma página. */
  list(filters: TransactionFilters = {}, options?: RequestOptions): Promise<TransactionPage> {
    return this.#http.json({ method: 'GET', path: '/v1/transactions', query: filters, options });
  }

  /** Todas as transações, página a página: `for await (const transaction of …)`. */
  iterate(
    filters: TransactionFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Transaction, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }
}
