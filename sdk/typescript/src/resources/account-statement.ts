import type { Statement, StatementEntry, StatementFilters } from '../generated/types.ts';
import type { Http, RequestOptions } from '../http.ts';

/** O extrato de uma conta, dos lançamentos mais antigos aos mais novos. */
export class AccountStatement {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Uma página. Guarde `next_cursor` e continue dele no dia seguinte. */
  list(filters: StatementFilters = {}, options?: RequestOptions): Promise<Statement> {
    return this.#http.json({ method: 'GET', path: '/v1/statement', query: filters, options });
  }

  /** Todos os lançamentos do período. A `sequence` do último serve de `cursor`. */
  async *iterate(
    filters: StatementFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<StatementEntry, void, undefined> {
    let page = await this.list(filters, options);
    yield* page.data;
    while (page.has_more && page.next_cursor !== null) {
      page = await this.list({ ...filters, cursor: page.next_cursor }, options);
      yield* page.data;
    }
  }
}
