import { followStream } from '../event-stream.ts';
import type { Http, RequestOptions } from '../http.ts';

/** Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves. */
export interface RequestRecord {
  readonly request_id: string;
  readonly started_at: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: number;
  readonly duration_ms: number;
  readonly idempotency_replayed: boolean;
  readonly code: string | null;
  /** Quantas outras houve que não aparecem. */
  readonly omitted: number;
}

/** As requisições que os seus programas fazem com esta chave. */
export class Requests {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * As requisições à medida que são respondidas, a partir de agora, sem fim. Reconecta sozinho, a
   * partir da última recebida. Termina com `break` ou com `signal`.
   */
  stream(
    options: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<RequestRecord, void, undefined> {
    return followStream(this.#http, { path: '/v1/requests/stream', signal: options.signal });
  }
}
