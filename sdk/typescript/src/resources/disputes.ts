import type {
  Dispute,
  DisputeFile,
  DisputeFiles,
  DisputeFilters,
  DisputePage,
  NewDefense,
  NewDisputeFile,
} from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';

/** Contestações (MED). */
export class Disputes {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  retrieve(internalId: string, options?: RequestOptions): Promise<Dispute> {
    const path = pathOf('/v1/disputes', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  list(filters: DisputeFilters = {}, options?: RequestOptions): Promise<DisputePage> {
    return this.#http.json({ method: 'GET', path: '/v1/disputes', query: filters, options });
  }

  iterate(
    filters: DisputeFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Dispute, void, undefined> {
    const read = (cursor = filters.cursor) =>
      this.list({ ...filters, ...(cursor !== undefined && { cursor }) }, options);
    return iterate(read);
  }

  /** Envia a defesa, uma vez por contestação. */
  defend(internalId: string, body: NewDefense, options?: KeyedRequestOptions): Promise<Dispute> {
    const path = pathOf('/v1/disputes', internalId, '/defense');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }

  /** Anexa um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo conteúdo fica uma vez. */
  addFile(
    internalId: string,
    body: NewDisputeFile,
    options?: RequestOptions,
  ): Promise<DisputeFile> {
    const path = pathOf('/v1/disputes', internalId, '/files');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Os arquivos da contestação. */
  listFiles(internalId: string, options?: RequestOptions): Promise<DisputeFiles> {
    const path = pathOf('/v1/disputes', internalId, '/files');
    return this.#http.json({ method: 'GET', path, options });
  }

  /** O conteúdo de um arquivo. */
  retrieveFile(internalId: string, fileId: string, options?: RequestOptions): Promise<Uint8Array> {
    const path = pathOf(pathOf('/v1/disputes', internalId, '/files'), fileId);
    return this.#http.bytes({ method: 'GET', path, accept: '*/*', options });
  }

  /** Remove um arquivo, antes da defesa. Devolve os que ficaram. */
  removeFile(internalId: string, fileId: string, options?: RequestOptions): Promise<DisputeFiles> {
    const path = pathOf(pathOf('/v1/disputes', internalId, '/files'), fileId);
    return this.#http.json({ method: 'DELETE', path, options });
  }
}
