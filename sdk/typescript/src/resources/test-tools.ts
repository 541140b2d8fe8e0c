import type {
  Dispute,
  EventDetails,
  NewTestDispute,
  PaidTestCharge,
  Subscription,
  SubscriptionCycle,
  TestCycleFailure,
  TestDisputeOutcome,
  TestPayment,
  TestSubscriptionCancellation,
  TestSubscriptionRejection,
  WebhookScenario,
} from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';
import { TestClockTools } from './test-clocks.ts';
import { WebhookExams } from './webhook-exams.ts';

/** Só com chaves de teste. */
export class TestTools {
  readonly clocks: TestClockTools;
  readonly webhookExams: WebhookExams;
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.clocks = new TestClockTools(http);
    this.webhookExams = new WebhookExams(http);
  }

  /** Paga uma cobrança agora: no valor certo, ou, com `scenario`, tarde, duas vezes, a menos… */
  payCharge(
    internalId: string,
    body: TestPayment = {},
    options?: RequestOptions,
  ): Promise<PaidTestCharge> {
    const path = pathOf('/v1/test/charges', internalId, '/pay');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Envia um evento de novo aos seus webhooks, com um defeito. */
  runWebhookScenario(body: WebhookScenario, options?: RequestOptions): Promise<EventDetails> {
    const path = '/v1/test/webhook-scenarios';
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Contesta uma cobrança paga. */
  openDispute(
    internalId: string,
    body: NewTestDispute = {},
    options?: RequestOptions,
  ): Promise<Dispute> {
    const path = pathOf('/v1/test/charges', internalId, '/dispute');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Encerra uma contestação de teste. */
  closeDispute(
    internalId: string,
    body: TestDisputeOutcome,
    options?: RequestOptions,
  ): Promise<Dispute> {
    const path = pathOf('/v1/test/disputes', internalId, '/close');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** O pagador autoriza. */
  authorizeSubscription(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf('/v1/test/subscriptions', internalId, '/authorize');
    return this.#http.json({ method: 'POST', path, options });
  }

  /** O pagador recusa. */
  rejectSubscription(
    internalId: string,
    body: TestSubscriptionRejection = {},
    options?: RequestOptions,
  ): Promise<Subscription> {
    const path = pathOf('/v1/test/subscriptions', internalId, '/reject');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** O pagador cancela no banco dele. */
  cancelSubscription(
    internalId: string,
    body: TestSubscriptionCancellation = {},
    options?: RequestOptions,
  ): Promise<Subscription> {
    const path = pathOf('/v1/test/subscriptions', internalId, '/cancel');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** A cobrança aberta com este vencimento falha agora. */
  failCycle(
    internalId: string,
    dueOn: string,
    body: TestCycleFailure = {},
    options?: RequestOptions,
  ): Promise<SubscriptionCycle> {
    const ofCycle = `/cycles/${encodeURIComponent(dueOn)}/fail`;
    const path = pathOf('/v1/test/subscriptions', internalId, ofCycle);
    return this.#http.json({ method: 'POST', path, body, options });
  }
}
