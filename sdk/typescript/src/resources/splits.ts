import type {
  NewSplitPreview,
  ReceivedSplit,
  SplitFilters,
  SplitPage,
  SplitPreview,
} from '../generated/types.ts';
import type { Http, RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

const PREVIEW = { method: 'POST', path: '/v1/splits/preview', isRepeatable: true } as const;

export class Splits {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Uma página das partes que você recebeu de cobranças de outros lojistas. */
  list(filters: SplitFilters = {}, options?: RequestOptions): Promise<SplitPage> {
    return this.#http.json({ method: 'GET', path: '/v1/splits', query: filters, options });
  }

  iterate(
    filters: SplitFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<ReceivedSplit, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** Como uma cobrança seria dividida. Não cria nada. */
  preview(body: NewSplitPreview, options?: RequestOptions): Promise<SplitPreview> {
    return this.#http.json({ ...PREVIEW, body, options });
  }
}
