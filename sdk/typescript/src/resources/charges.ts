import type {
  Charge,
  ChargeChange,
  CreatedCharge,
  CreatedRefund,
  NewCharge,
  NewRefund,
} from '../generated/types.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';

export class Charges {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria uma cobrança e devolve o código copia e cola. */
  create(body: NewCharge, options?: KeyedRequestOptions): Promise<CreatedCharge> {
    const call = { method: 'POST', path: '/v1/pix/qrcode', isKeyed: true } as const;
    return this.#http.json({ ...call, body, options });
  }

  /** Uma cobrança com tudo o que se sabe dela. */
  retrieve(internalId: string, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** A imagem do QR code. Nunca muda: guarde-a. */
  qrImage(
    internalId: string,
    { format = 'png', ...options }: RequestOptions & { readonly format?: 'png' | 'svg' } = {},
  ): Promise<Uint8Array> {
    const path = pathOf('/v1/pix/qrcode', internalId, '/image');
    const accept = format === 'svg' ? 'image/svg+xml' : 'image/png';
    return this.#http.bytes({ method: 'GET', path, accept, options });
  }

  /**
   * Altera uma cobrança com vencimento que ainda não foi paga. O que falta fica como está; `null`
   * retira a regra. O código do pagador continua o mesmo.
   */
  update(internalId: string, body: ChargeChange, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }

  /**
   * Cancela uma cobrança pendente: o código deixa de poder ser pago. Um pagamento simultâneo vale,
   * e a resposta é a recusa `charge_already_paid`.
   */
  cancel(internalId: string, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/transactions', internalId, '/cancel');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Devolve o pagamento ao pagador, inteiro ou, com `amount`, em parte. */
  refund(
    internalId: string,
    body: NewRefund = {},
    options?: KeyedRequestOptions,
  ): Promise<CreatedRefund> {
    const path = pathOf('/v1/transactions', internalId, '/refund');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }
}
