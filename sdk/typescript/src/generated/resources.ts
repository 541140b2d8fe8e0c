// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.
import { followStream } from '../event-stream.ts';
import type { FeedEvent, RequestRecord } from '../feed.ts';
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';
import type {
  CanceledSubscription,
  CarneFilters,
  Charge,
  ChargeBatch,
  ChargeBatchItemFilters,
  ChargeBatchItemPage,
  ChargeBatchPage,
  ChargeChange,
  ChargeMails,
  ClosingFilters,
  ClosingPage,
  ClosingSettings,
  CreatedCharge,
  CreatedPayout,
  CreatedRefund,
  Customer,
  CustomerDetails,
  CustomerErasure,
  CustomerExport,
  CustomerFilters,
  CustomerPage,
  Dispute,
  DisputeFile,
  DisputeFiles,
  DisputeFilters,
  DisputePage,
  EventAttempts,
  EventDetails,
  EventFilters,
  EventPage,
  EventResend,
  EventStreamFilters,
  ListedRefund,
  MailedClosing,
  NewCharge,
  NewChargeBatch,
  NewDefense,
  NewDisputeFile,
  NewPaymentLink,
  NewPayout,
  NewProduct,
  NewRefund,
  NewSplitPreview,
  NewSubscription,
  NewSubscriptionCycle,
  NewTestClock,
  NewTestDispute,
  NewWebhookEndpoint,
  NewWebhookExam,
  PaidTestCharge,
  PayerMailSettings,
  PayerMailSettingsChange,
  PaymentLink,
  PaymentLinkChange,
  PaymentLinkFilters,
  PaymentLinkPage,
  Payout,
  Product,
  ProductChange,
  ProductPage,
  ReceivedSplit,
  RefundFilters,
  RefundPage,
  SplitFilters,
  SplitPage,
  SplitPreview,
  Statement,
  StatementEntry,
  StatementFilters,
  Subscription,
  SubscriptionCycle,
  SubscriptionCyclePage,
  SubscriptionFilters,
  SubscriptionPage,
  SubscriptionRetry,
  TestClock,
  TestClockAdvance,
  TestClocks,
  TestCycleFailure,
  TestDisputeOutcome,
  TestPayment,
  TestSubscriptionCancellation,
  TestSubscriptionRejection,
  Transaction,
  TransactionFilters,
  TransactionPage,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  WebhookEndpoints as WebhookEndpointList,
  WebhookEvent,
  WebhookExam,
  WebhookExamWithSecret,
  WebhookExams as WebhookExamList,
  WebhookScenario,
} from './types.ts';

export class Charges {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria uma cobrança Pix. Devolve o código copia e cola. */
  create(body: NewCharge, options?: KeyedRequestOptions): Promise<CreatedCharge> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/pix/qrcode',
      isKeyed: true,
      body,
      options,
    });
  }

  /** Imagem do QR code. Em `png` ou `svg`. Nunca muda: guarde-a. */
  qrImage(
    internalId: string,
    { format = 'png', ...options }: RequestOptions & { readonly format?: 'png' | 'svg' } = {},
  ): Promise<Uint8Array> {
    const path = pathOf('/v1/pix/qrcode', internalId, '/image');
    const accept = format === 'svg' ? 'image/svg+xml' : 'image/png';
    return this.#http.bytes({ method: 'GET', path, accept, options });
  }

  /**
   * Cancela uma cobrança pendente. O código deixa de poder ser pago. Um pagamento simultâneo vale,
   * e a resposta é a recusa `charge_already_paid`.
   */
  cancel(internalId: string, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/transactions', internalId, '/cancel');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /**
   * Altera uma cobrança com vencimento. Só enquanto não foi paga. O que falta fica como está; um
   * valor nulo retira a regra. O código do pagador continua o mesmo.
   */
  update(internalId: string, body: ChargeChange, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }

  /** Lê uma cobrança. */
  retrieve(internalId: string, options?: RequestOptions): Promise<Charge> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Devolve um pagamento. Devolve tudo ou, com `amount`, uma parte. */
  refund(
    internalId: string,
    body: NewRefund = {},
    options?: KeyedRequestOptions,
  ): Promise<CreatedRefund> {
    const path = pathOf('/v1/transactions', internalId, '/refund');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }
}

/** Cobranças e saques, dos mais novos aos mais antigos. */
export class Transactions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê uma transação. */
  retrieve(internalId: string, options?: RequestOptions): Promise<Transaction> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Lista transações. Uma página. */
  list(filters: TransactionFilters = {}, options?: RequestOptions): Promise<TransactionPage> {
    return this.#http.json({ method: 'GET', path: '/v1/transactions', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: TransactionFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Transaction, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /**
   * Baixa o comprovante. Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.
   */
  receipt(internalId: string, options?: RequestOptions): Promise<Uint8Array> {
    const path = pathOf('/v1/transactions', internalId, '/receipt');
    return this.#http.bytes({ method: 'GET', path, accept: 'application/pdf', options });
  }
}

export class Payouts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê um saque. */
  retrieve(internalId: string, options?: RequestOptions): Promise<Payout> {
    const path = pathOf('/v1/transactions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /**
   * Saca para uma chave Pix. Envie `external_id`: ele é único para sempre, e uma repetição depois
   * de 24 horas não paga duas vezes.
   */
  create(body: NewPayout, options?: KeyedRequestOptions): Promise<CreatedPayout> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/pix/payout',
      isKeyed: true,
      body,
      options,
    });
  }
}

/** Até 10.000 cobranças de uma vez. */
export class ChargeBatches {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria até 10.000 cobranças. Primeiro confere todas; elas são criadas em seguida. */
  create(body: NewChargeBatch, options?: KeyedRequestOptions): Promise<ChargeBatch> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/charges/batches',
      isKeyed: true,
      body,
      options,
    });
  }

  /** Lista lotes de cobranças. Uma página, os mais novos primeiro. */
  list(filters: PaymentLinkFilters = {}, options?: RequestOptions): Promise<ChargeBatchPage> {
    return this.#http.json({ method: 'GET', path: '/v1/charges/batches', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<ChargeBatch, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um lote de cobranças. */
  retrieve(id: string, options?: RequestOptions): Promise<ChargeBatch> {
    const path = pathOf('/v1/charges/batches', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Lista as cobranças de um lote. Uma página, cada item com a cobrança ou a recusa. */
  items(
    id: string,
    filters: ChargeBatchItemFilters = {},
    options?: RequestOptions,
  ): Promise<ChargeBatchItemPage> {
    const path = pathOf('/v1/charges/batches', id, '/items');
    return this.#http.json({ method: 'GET', path, query: filters, options });
  }

  /** Baixa o carnê de um lote. Em PDF: até 300 cobranças do lote, a partir de `from`. */
  carne(id: string, filters: CarneFilters = {}, options?: RequestOptions): Promise<Uint8Array> {
    const path = pathOf('/v1/charges/batches', id, '/carne.pdf');
    return this.#http.bytes({
      method: 'GET',
      path,
      query: filters,
      accept: 'application/pdf',
      options,
    });
  }
}

/** Páginas em que o próprio pagador cria a cobrança. */
export class PaymentLinks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria um link de pagamento. */
  create(body: NewPaymentLink, options?: KeyedRequestOptions): Promise<PaymentLink> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/payment-links',
      isKeyed: true,
      body,
      options,
    });
  }

  /** Lista links de pagamento. Uma página, os mais novos primeiro. */
  list(filters: PaymentLinkFilters = {}, options?: RequestOptions): Promise<PaymentLinkPage> {
    return this.#http.json({ method: 'GET', path: '/v1/payment-links', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<PaymentLink, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um link de pagamento. */
  retrieve(id: string, options?: RequestOptions): Promise<PaymentLink> {
    const path = pathOf('/v1/payment-links', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /**
   * Muda, pausa ou reativa um link de pagamento. Só o que é enviado muda. Cobranças que já existem
   * ficam como estão.
   */
  update(id: string, body: PaymentLinkChange, options?: RequestOptions): Promise<PaymentLink> {
    const path = pathOf('/v1/payment-links', id);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }
}

/** O que os links de pagamento vendem. */
export class Products {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria um produto. */
  create(body: NewProduct, options?: KeyedRequestOptions): Promise<Product> {
    return this.#http.json({ method: 'POST', path: '/v1/products', isKeyed: true, body, options });
  }

  /** Lista produtos. Uma página, os mais novos primeiro. */
  list(filters: PaymentLinkFilters = {}, options?: RequestOptions): Promise<ProductPage> {
    return this.#http.json({ method: 'GET', path: '/v1/products', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Product, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um produto. */
  retrieve(id: string, options?: RequestOptions): Promise<Product> {
    const path = pathOf('/v1/products', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Muda um produto. Só o que é enviado muda. Cobranças que já existem ficam como estão. */
  update(id: string, body: ProductChange, options?: RequestOptions): Promise<Product> {
    const path = pathOf('/v1/products', id);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }
}

export class Splits {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista as partes recebidas. Uma página das que você recebeu de cobranças de outros lojistas. */
  list(filters: SplitFilters = {}, options?: RequestOptions): Promise<SplitPage> {
    return this.#http.json({ method: 'GET', path: '/v1/splits', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: SplitFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<ReceivedSplit, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Calcula um split. Mostra como uma cobrança seria dividida. Não cria nada. */
  preview(body: NewSplitPreview, options?: RequestOptions): Promise<SplitPreview> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/splits/preview',
      isRepeatable: true,
      body,
      options,
    });
  }
}

/** Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança. */
export class Subscriptions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria uma assinatura por Pix Automático. */
  create(body: NewSubscription, options?: KeyedRequestOptions): Promise<Subscription> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/subscriptions',
      isKeyed: true,
      body,
      options,
    });
  }

  /** Lista assinaturas. Uma página, as mais novas primeiro. */
  list(filters: SubscriptionFilters = {}, options?: RequestOptions): Promise<SubscriptionPage> {
    return this.#http.json({ method: 'GET', path: '/v1/subscriptions', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: SubscriptionFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Subscription, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê uma assinatura. */
  retrieve(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf('/v1/subscriptions', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Lista as cobranças de uma assinatura. Uma página, as mais novas primeiro. */
  cycles(
    internalId: string,
    filters: PaymentLinkFilters = {},
    options?: RequestOptions,
  ): Promise<SubscriptionCyclePage> {
    const path = pathOf('/v1/subscriptions', internalId, '/cycles');
    return this.#http.json({ method: 'GET', path, query: filters, options });
  }

  /**
   * Cria uma cobrança de valor variável. Só para assinaturas com `min_amount`: a cobrança de um
   * ciclo.
   */
  createCycle(
    internalId: string,
    body: NewSubscriptionCycle,
    options?: KeyedRequestOptions,
  ): Promise<SubscriptionCycle> {
    const path = pathOf('/v1/subscriptions', internalId, '/cycles');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }

  /**
   * Imagem do QR code de uma assinatura. O código que o pagador lê, em `png` ou `svg`. A imagem
   * nunca muda: guarde-a.
   */
  qrImage(
    internalId: string,
    { format = 'png', ...options }: RequestOptions & { readonly format?: 'png' | 'svg' } = {},
  ): Promise<Uint8Array> {
    const path = pathOf('/v1/subscriptions', internalId, '/image');
    const accept = format === 'svg' ? 'image/svg+xml' : 'image/png';
    return this.#http.bytes({ method: 'GET', path, accept, options });
  }

  /** Pausa uma assinatura. Nenhuma cobrança nova é criada até `resume`. */
  pause(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf('/v1/subscriptions', internalId, '/pause');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Retoma uma assinatura pausada. As cobranças voltam a partir do próximo ciclo. */
  resume(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf('/v1/subscriptions', internalId, '/resume');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Cancela uma assinatura. Cancela também as cobranças que ainda podem ser canceladas. */
  cancel(internalId: string, options?: RequestOptions): Promise<CanceledSubscription> {
    const path = pathOf('/v1/subscriptions', internalId, '/cancel');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Tenta de novo uma cobrança que falhou. */
  retry(
    internalId: string,
    body: SubscriptionRetry = {},
    options?: KeyedRequestOptions,
  ): Promise<SubscriptionCycle> {
    const path = pathOf('/v1/subscriptions', internalId, '/retry');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }
}

/** Devoluções de todas as cobranças. O método `refund` das cobranças pede uma. */
export class Refunds {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista devoluções. */
  list(filters: RefundFilters = {}, options?: RequestOptions): Promise<RefundPage> {
    return this.#http.json({ method: 'GET', path: '/v1/refunds', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: RefundFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<ListedRefund, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Consulta uma devolução. */
  retrieve(internalId: string, options?: RequestOptions): Promise<ListedRefund> {
    const path = pathOf('/v1/refunds', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }
}

/** Contestações (MED). */
export class Disputes {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista contestações. */
  list(filters: DisputeFilters = {}, options?: RequestOptions): Promise<DisputePage> {
    return this.#http.json({ method: 'GET', path: '/v1/disputes', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: DisputeFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Dispute, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê uma contestação. */
  retrieve(internalId: string, options?: RequestOptions): Promise<Dispute> {
    const path = pathOf('/v1/disputes', internalId);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Defende uma contestação. Só uma vez por contestação. */
  defend(internalId: string, body: NewDefense, options?: KeyedRequestOptions): Promise<Dispute> {
    const path = pathOf('/v1/disputes', internalId, '/defense');
    return this.#http.json({ method: 'POST', path, isKeyed: true, body, options });
  }

  /**
   * Anexa um arquivo à defesa. Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo
   * conteúdo fica uma vez.
   */
  addFile(
    internalId: string,
    body: NewDisputeFile,
    options?: RequestOptions,
  ): Promise<DisputeFile> {
    const path = pathOf('/v1/disputes', internalId, '/files');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Lista os arquivos de uma contestação. */
  listFiles(internalId: string, options?: RequestOptions): Promise<DisputeFiles> {
    const path = pathOf('/v1/disputes', internalId, '/files');
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Baixa um arquivo de uma contestação. */
  retrieveFile(internalId: string, fileId: string, options?: RequestOptions): Promise<Uint8Array> {
    const path = pathOf(pathOf('/v1/disputes', internalId, '/files'), fileId);
    return this.#http.bytes({ method: 'GET', path, accept: '*/*', options });
  }

  /** Remove um arquivo antes da defesa. Devolve os que ficaram. */
  removeFile(internalId: string, fileId: string, options?: RequestOptions): Promise<DisputeFiles> {
    const path = pathOf(pathOf('/v1/disputes', internalId, '/files'), fileId);
    return this.#http.json({ method: 'DELETE', path, options });
  }
}

/** Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos. */
export class Events {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Lista eventos. Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem
   * repetido.
   */
  list(
    filters: EventFilters = {},
    options?: RequestOptions,
  ): Promise<Omit<EventPage, 'data'> & { readonly data: readonly FeedEvent[] }> {
    return this.#http.json({ method: 'GET', path: '/v1/events', query: filters, options });
  }

  /**
   * Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.
   * Leia-os com `for await (const item of …)`.
   */
  iterate(
    filters: EventFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<FeedEvent, void, undefined> {
    return iterate((query) => this.list(query, options), filters, 'after', 'since');
  }

  /** Lê um evento. Mostra o estado de cada entrega. */
  retrieve(id: string, options?: RequestOptions): Promise<EventDetails> {
    const path = pathOf('/v1/events', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Lista tentativas de entrega. Mostra a resposta do seu servidor a cada uma. */
  attempts(id: string, options?: RequestOptions): Promise<EventAttempts> {
    const path = pathOf('/v1/events', id, '/attempts');
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Reenvia um evento. Envia agora, a todos os webhooks que o recebem ou a um. */
  resend(id: string, body: EventResend = {}, options?: RequestOptions): Promise<EventDetails> {
    const path = pathOf('/v1/events', id, '/resend');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /**
   * Acompanha eventos. À medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira
   * conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do último evento
   * recebido. Termina com `break` ou com `signal`.
   */
  stream(
    filters: EventStreamFilters = {},
    options: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<WebhookEvent, void, undefined> {
    return followStream(this.#http, {
      path: '/v1/events/stream',
      query: filters,
      signal: options.signal,
    });
  }
}

/** Exames do programa que recebe os seus webhooks. */
export class WebhookExams {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Examina o programa que recebe webhooks. O endereço de um webhook seu, já; outro, depois de
   * `start`, com o `secret`.
   */
  create(body: NewWebhookExam, options?: RequestOptions): Promise<WebhookExamWithSecret> {
    return this.#http.json({ method: 'POST', path: '/v1/test/webhook-exams', body, options });
  }

  /** Lista exames de webhook. */
  list(options?: RequestOptions): Promise<WebhookExamList> {
    return this.#http.json({ method: 'GET', path: '/v1/test/webhook-exams', options });
  }

  /** Começa um exame que aguarda. Chame-o quando o seu programa já tem o segredo. */
  start(id: string, options?: RequestOptions): Promise<WebhookExam> {
    const path = pathOf('/v1/test/webhook-exams', id, '/start');
    return this.#http.json({ method: 'POST', path, options });
  }

  /** Lê um exame de webhook. */
  retrieve(id: string, options?: RequestOptions): Promise<WebhookExam> {
    const path = pathOf('/v1/test/webhook-exams', id);
    return this.#http.json({ method: 'GET', path, options });
  }
}

/** Os endereços que recebem os seus eventos. */
export class WebhookEndpoints {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista webhooks. */
  list(options?: RequestOptions): Promise<WebhookEndpointList> {
    return this.#http.json({ method: 'GET', path: '/v1/webhook-endpoints', options });
  }

  /** Cria um webhook. Guarde o `secret`: ele não é mostrado de novo. */
  create(body: NewWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.#http.json({ method: 'POST', path: '/v1/webhook-endpoints', body, options });
  }

  /** Lê um webhook. */
  retrieve(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    const path = pathOf('/v1/webhook-endpoints', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Muda um webhook. O que não é enviado fica como está. */
  update(
    id: string,
    body: WebhookEndpointChange,
    options?: RequestOptions,
  ): Promise<WebhookEndpoint> {
    const path = pathOf('/v1/webhook-endpoints', id);
    return this.#http.json({ method: 'PATCH', path, isRepeatable: true, body, options });
  }

  /** Apaga um webhook. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    const path = pathOf('/v1/webhook-endpoints', id);
    return this.#http.nothing({ method: 'DELETE', path, options });
  }

  /** Pausa um webhook. As entregas esperam até `resume`. */
  pause(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    const path = pathOf('/v1/webhook-endpoints', id, '/pause');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Retoma um webhook. */
  resume(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    const path = pathOf('/v1/webhook-endpoints', id, '/resume');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Testa um webhook. Envia o evento `webhook.test` ao endereço. */
  test(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    const path = pathOf('/v1/webhook-endpoints', id, '/test');
    return this.#http.json({ method: 'POST', path, options });
  }

  /** Troca o segredo de um webhook. Por 24 horas as entregas são assinadas com os dois. */
  rotate(id: string, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    const path = pathOf('/v1/webhook-endpoints', id, '/rotate');
    return this.#http.json({ method: 'POST', path, options });
  }
}

/** Lembretes e comprovantes por e-mail aos pagadores. */
export class PayerMails {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê o que os pagadores recebem por e-mail. */
  settings(options?: RequestOptions): Promise<PayerMailSettings> {
    return this.#http.json({ method: 'GET', path: '/v1/payer-mails/settings', options });
  }

  /** Muda o que os pagadores recebem por e-mail. Só o que vem muda. */
  changeSettings(
    settings: PayerMailSettingsChange,
    options?: RequestOptions,
  ): Promise<PayerMailSettings> {
    return this.#http.json({
      method: 'PATCH',
      path: '/v1/payer-mails/settings',
      isRepeatable: true,
      body: settings,
      options,
    });
  }

  /** Lista os e-mails ao pagador de uma cobrança. */
  list(chargeId: string, options?: RequestOptions): Promise<ChargeMails> {
    const path = pathOf('/v1/transactions', chargeId, '/mails');
    return this.#http.json({ method: 'GET', path, options });
  }
}

/** O extrato de uma conta, dos lançamentos mais antigos aos mais novos. */
export class AccountStatement {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê o extrato. Uma página. Guarde `next_cursor` e continue dele no dia seguinte. */
  list(filters: StatementFilters = {}, options?: RequestOptions): Promise<Statement> {
    return this.#http.json({ method: 'GET', path: '/v1/statement', query: filters, options });
  }

  /**
   * Todos os lançamentos do período. A `sequence` do último serve de `cursor`. Leia-os com `for
   * await (const item of …)`.
   */
  iterate(
    filters: StatementFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<StatementEntry, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }
}

/** Fechamentos que a loja recebe por e-mail. */
export class Closings {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê quem recebe os fechamentos por e-mail. Mostra também os arquivos que a loja escolheu. */
  settings(options?: RequestOptions): Promise<ClosingSettings> {
    return this.#http.json({ method: 'GET', path: '/v1/closings/settings', options });
  }

  /** Lista os fechamentos enviados por e-mail. */
  list(filters: ClosingFilters = {}, options?: RequestOptions): Promise<ClosingPage> {
    return this.#http.json({ method: 'GET', path: '/v1/closings', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: ClosingFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<MailedClosing, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }
}

/** Quem paga as suas cobranças: cada CPF ou CNPJ. */
export class Customers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista clientes. Uma página, os da cobrança mais nova primeiro. */
  list(filters: CustomerFilters = {}, options?: RequestOptions): Promise<CustomerPage> {
    return this.#http.json({ method: 'GET', path: '/v1/customers', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: CustomerFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<Customer, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um cliente. Mostra o que pagou e o que deve. */
  retrieve(id: string, options?: RequestOptions): Promise<CustomerDetails> {
    const path = pathOf('/v1/customers', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /**
   * Apaga os dados de um cliente. Não pode ser desfeito. Valores, identificadores e datas ficam.
   */
  erase(id: string, options?: RequestOptions): Promise<CustomerErasure> {
    const path = pathOf('/v1/customers', id);
    return this.#http.json({ method: 'DELETE', path, options });
  }

  /** Exporta os dados de um cliente. Tudo o que está guardado sobre a pessoa (LGPD). */
  export(id: string, options?: RequestOptions): Promise<CustomerExport> {
    const path = pathOf('/v1/customers', id, '/export');
    return this.#http.json({ method: 'GET', path, options });
  }
}

/** As requisições que os seus programas fazem com esta chave. */
export class Requests {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Acompanha requisições. À medida que são respondidas, a partir de agora, sem fim. Reconecta
   * sozinho, a partir da última recebida. Termina com `break` ou com `signal`.
   */
  stream(
    options: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<RequestRecord, void, undefined> {
    return followStream(this.#http, { path: '/v1/requests/stream', signal: options.signal });
  }
}

/** Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança. */
export class TestClockTools {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Cria um relógio de teste. Com `bind_key`, a chave que chama passa a viver no tempo do relógio.
   */
  create(body: NewTestClock = {}, options?: RequestOptions): Promise<TestClock> {
    return this.#http.json({ method: 'POST', path: '/v1/test/clocks', body, options });
  }

  /** Lista os relógios de teste. */
  list(options?: RequestOptions): Promise<TestClocks> {
    return this.#http.json({ method: 'GET', path: '/v1/test/clocks', options });
  }

  /** Lê um relógio de teste. */
  retrieve(id: string, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf('/v1/test/clocks', id);
    return this.#http.json({ method: 'GET', path, options });
  }

  /** Apaga um relógio de teste. Encerra o que espera por ele. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    const path = pathOf('/v1/test/clocks', id);
    return this.#http.nothing({ method: 'DELETE', path, options });
  }

  /** Avança um relógio de teste. Espera até que tudo o que vencia tenha acontecido. */
  advance(id: string, body: TestClockAdvance, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf('/v1/test/clocks', id, '/advance');
    const asked = this.#http.json<TestClock>({ method: 'POST', path, body, options });
    return this.#http.settle(asked, () => this.retrieve(id, options), options);
  }

  /** Liga a chave que chama a um relógio de teste. */
  bind(id: string, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf('/v1/test/clocks', id, '/bind');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }

  /** Desliga a chave que chama de um relógio de teste. */
  unbind(id: string, options?: RequestOptions): Promise<TestClock> {
    const path = pathOf('/v1/test/clocks', id, '/unbind');
    return this.#http.json({ method: 'POST', path, isRepeatable: true, options });
  }
}

/** Só com chaves de teste. */
export class TestTools {
  readonly webhookExams: WebhookExams;
  readonly clocks: TestClockTools;
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.webhookExams = new WebhookExams(http);
    this.clocks = new TestClockTools(http);
  }

  /**
   * Paga uma cobrança de teste agora. Paga o valor certo ou, com `scenario`, tarde, duas vezes, a
   * menos…
   */
  payCharge(
    internalId: string,
    body: TestPayment = {},
    options?: RequestOptions,
  ): Promise<PaidTestCharge> {
    const path = pathOf('/v1/test/charges', internalId, '/pay');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** O pagador de teste autoriza. */
  authorizeSubscription(internalId: string, options?: RequestOptions): Promise<Subscription> {
    const path = pathOf('/v1/test/subscriptions', internalId, '/authorize');
    return this.#http.json({ method: 'POST', path, options });
  }

  /** O pagador de teste recusa. */
  rejectSubscription(
    internalId: string,
    body: TestSubscriptionRejection = {},
    options?: RequestOptions,
  ): Promise<Subscription> {
    const path = pathOf('/v1/test/subscriptions', internalId, '/reject');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** O pagador de teste cancela no banco dele. */
  cancelSubscription(
    internalId: string,
    body: TestSubscriptionCancellation = {},
    options?: RequestOptions,
  ): Promise<Subscription> {
    const path = pathOf('/v1/test/subscriptions', internalId, '/cancel');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Faz falhar uma cobrança de teste. A que está aberta com este vencimento falha agora. */
  failCycle(
    internalId: string,
    dueOn: string,
    body: TestCycleFailure = {},
    options?: RequestOptions,
  ): Promise<SubscriptionCycle> {
    const path = pathOf(pathOf('/v1/test/subscriptions', internalId, '/cycles'), dueOn, '/fail');
    return this.#http.json({ method: 'POST', path, body, options });
  }

  /** Contesta um pagamento de teste. */
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

  /** Envia um evento de teste com defeito. Envia-o de novo aos seus webhooks. */
  runWebhookScenario(body: WebhookScenario, options?: RequestOptions): Promise<EventDetails> {
    return this.#http.json({ method: 'POST', path: '/v1/test/webhook-scenarios', body, options });
  }
}
