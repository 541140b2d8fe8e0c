import type {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpoints as WebhookEndpointList,
  WebhookEndpointWithSecret,
} from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';

const PATH = '/v1/webhook-endpoints';

/** Os endereços que recebem os seus eventos. */
export class WebhookEndpoints {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Registra um endereço. Guarde o `secret`: ele não é mostrado de novo. */
  create(body: NewWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.#http.json({ method: 'POST', path: PATH, body, options });
  }

  list(options?: RequestOptions): Promise<WebhookEndpointList> {
    return this.#http.json({ method: 'GET', path: PATH, options });
  }

  retrieve(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }

  /** Muda o endereço ou os eventos. O que não é enviado fica como está. */
  update(
    id: string,
    body: WebhookEndpointChange,
    options?: RequestOptions,
  ): Promise<WebhookEndpoint> {
    const call = { method: 'PATCH', path: pathOf(PATH, id), isRepeatable: true } as const;
    return this.#http.json({ ...call, body, options });
  }

  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.#http.nothing({ method: 'DELETE', path: pathOf(PATH, id), options });
  }

  /** As entregas esperam até `resume`. */
  pause(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    const path = pathOf(PATH, id, '/pause');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  resume(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    const path = pathOf(PATH, id, '/resume');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Envia o evento `webhook.test` ao endereço. */
  test(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.#http.json({ method: 'POST', path: pathOf(PATH, id, '/test'), options });
  }

  /** Troca o segredo. Por 24 horas as entregas são assinadas com os dois. */
  rotate(id: string, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.#http.json({ method: 'POST', path: pathOf(PATH, id, '/rotate'), options });
  }
}
