import type { CreatedPayout, NewPayout, Payout } from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';

export class Payouts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Saca para uma chave Pix. Envie `external_id`: ele é único para sempre, e uma repetição depois
   * de 24 horas não paga duas vezes.
   */
  create(body: NewPayout, options?: KeyedRequestOptions): Promise<CreatedPayout> {
    const call = { method: 'POST', path: '/v1/pix/payout', isKeyed: true } as const;
    return this.#http.json({ ...call, body, options });
  }

  retrieve(internalId: string, options?: RequestOptions): Promise<Payout> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }
}
