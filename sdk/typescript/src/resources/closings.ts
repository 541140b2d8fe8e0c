import type {
  ClosingFilters,
  ClosingPage,
  ClosingSettings,
  MailedClosing,
} from '../generated/types.ts';
import type { Http, RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

/** Fechamentos que a loja recebe por e-mail. */
export class Closings {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Os arquivos e os endereços que a loja escolheu. */
  settings(options?: RequestOptions): Promise<ClosingSettings> {
    return this.#http.json({ method: 'GET', path: '/v1/closings/settings', options });
  }

  /** Os fechamentos enviados. */
  list(filters: ClosingFilters = {}, options?: RequestOptions): Promise<ClosingPage> {
    return this.#http.json({ method: 'GET', path: '/v1/closings', query: filters, options });
  }

  iterate(
    filters: ClosingFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<MailedClosing, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }
}
