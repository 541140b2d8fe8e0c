import type {
  NewWebhookExam,
  WebhookExam,
  WebhookExams as WebhookExamList,
  WebhookExamWithSecret,
} from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';

const PATH = '/v1/test/webhook-exams';

/** Exames do programa que recebe os seus webhooks. */
export class WebhookExams {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Examina um endereço. O de um webhook seu, já; outro, depois de `start`, com o `secret`. */
  create(body: NewWebhookExam, options?: RequestOptions): Promise<WebhookExamWithSecret> {
    return this.#http.json({ method: 'POST', path: PATH, body, options });
  }

  /** Começa um exame que aguarda, quando o seu programa já tem o segredo. */
  start(id: string, options?: RequestOptions): Promise<WebhookExam> {
    return this.#http.json({ method: 'POST', path: pathOf(PATH, id, '/start'), options });
  }

  list(options?: RequestOptions): Promise<WebhookExamList> {
    return this.#http.json({ method: 'GET', path: PATH, options });
  }

  retrieve(id: string, options?: RequestOptions): Promise<WebhookExam> {
    return this.#http.json({ method: 'GET', path: pathOf(PATH, id), options });
  }
}
