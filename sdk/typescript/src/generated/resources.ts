// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.
import { followStream } from '../event-stream.ts';
import type { FeedEvent } from '../feed.ts';
import {
  type Http,
  type ImageOptions,
  imageType,
  type KeyedRequestOptions,
  pathOf,
  type RequestOptions,
} from '../http.ts';
import { iterate } from '../pages.ts';
import type * as types from './types.ts';

export class Charges {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria uma cobrança Pix. Devolve o código copia e cola. */
  create(body: types.NewCharge, options?: KeyedRequestOptions): Promise<types.CreatedCharge> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/pix/qrcode',
      body,
      isKeyed: true,
      options,
    });
  }

  /** Imagem do QR code. Em `png` ou `svg`. Nunca muda: guarde-a. */
  qrImage(internalId: string, options?: ImageOptions): Promise<Uint8Array> {
    return this.#http.bytes({
      method: 'GET',
      path: pathOf('/v1/pix/qrcode', internalId, '/image'),
      accept: imageType(options),
      options,
    });
  }

  /**
   * Cancela uma cobrança pendente. O código deixa de poder ser pago. Um pagamento simultâneo vale,
   * e a resposta é a recusa `charge_already_paid`.
   */
  cancel(internalId: string, options?: RequestOptions): Promise<types.Charge> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/transactions', internalId, '/cancel'),
      isRepeatable: true,
      options,
    });
  }

  /**
   * Altera uma cobrança com vencimento. Só enquanto não foi paga. O que falta fica como está; um
   * valor nulo retira a regra. O código do pagador continua o mesmo.
   */
  update(
    internalId: string,
    body: types.ChargeChange,
    options?: RequestOptions,
  ): Promise<types.Charge> {
    return this.#http.json({
      method: 'PATCH',
      path: pathOf('/v1/transactions', internalId),
      body,
      isRepeatable: true,
      options,
    });
  }

  /** Lê uma cobrança. */
  retrieve(internalId: string, options?: RequestOptions): Promise<types.Charge> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/transactions', internalId),
      options,
    });
  }

  /** Devolve um pagamento. Devolve tudo ou, com `amount`, uma parte. */
  refund(
    internalId: string,
    body: types.NewRefund = {},
    options?: KeyedRequestOptions,
  ): Promise<types.CreatedRefund> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/transactions', internalId, '/refund'),
      body,
      isKeyed: true,
      options,
    });
  }
}

/** Cobranças e saques, dos mais novos aos mais antigos. */
export class Transactions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê uma transação. */
  retrieve(internalId: string, options?: RequestOptions): Promise<types.Transaction> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/transactions', internalId),
      options,
    });
  }

  /** Lista transações. Uma página. */
  list(
    filters: types.TransactionFilters = {},
    options?: RequestOptions,
  ): Promise<types.TransactionPage> {
    return this.#http.json({ method: 'GET', path: '/v1/transactions', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.TransactionFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.Transaction, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /**
   * Baixa o comprovante. Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.
   */
  receipt(internalId: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.#http.bytes({
      method: 'GET',
      path: pathOf('/v1/transactions', internalId, '/receipt'),
      accept: 'application/pdf',
      options,
    });
  }
}

export class Payouts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê um saque. */
  retrieve(internalId: string, options?: RequestOptions): Promise<types.Payout> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/transactions', internalId),
      options,
    });
  }

  /**
   * Saca para uma chave Pix. Envie `external_id`: ele é único para sempre, e uma repetição depois
   * de 24 horas não paga duas vezes.
   */
  create(body: types.NewPayout, options?: KeyedRequestOptions): Promise<types.CreatedPayout> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/pix/payout',
      body,
      isKeyed: true,
      options,
    });
  }
}

export class Splits {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista as partes recebidas. Uma página das que você recebeu de cobranças de outros lojistas. */
  list(filters: types.SplitFilters = {}, options?: RequestOptions): Promise<types.SplitPage> {
    return this.#http.json({ method: 'GET', path: '/v1/splits', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.SplitFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.ReceivedSplit, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Calcula um split. Mostra como uma cobrança seria dividida. Não cria nada. */
  preview(body: types.NewSplitPreview, options?: RequestOptions): Promise<types.SplitPreview> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/splits/preview',
      body,
      isRepeatable: true,
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
  create(body: types.NewPaymentLink, options?: KeyedRequestOptions): Promise<types.PaymentLink> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/payment-links',
      body,
      isKeyed: true,
      options,
    });
  }

  /** Lista links de pagamento. Uma página, os mais novos primeiro. */
  list(
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): Promise<types.PaymentLinkPage> {
    return this.#http.json({ method: 'GET', path: '/v1/payment-links', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.PaymentLink, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um link de pagamento. */
  retrieve(id: string, options?: RequestOptions): Promise<types.PaymentLink> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/payment-links', id), options });
  }

  /**
   * Muda, pausa ou reativa um link de pagamento. Só o que é enviado muda. Cobranças que já existem
   * ficam como estão.
   */
  update(
    id: string,
    body: types.PaymentLinkChange,
    options?: RequestOptions,
  ): Promise<types.PaymentLink> {
    return this.#http.json({
      method: 'PATCH',
      path: pathOf('/v1/payment-links', id),
      body,
      isRepeatable: true,
      options,
    });
  }
}

/** O que os links de pagamento vendem. */
export class Products {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Cria um produto. */
  create(body: types.NewProduct, options?: KeyedRequestOptions): Promise<types.Product> {
    return this.#http.json({ method: 'POST', path: '/v1/products', body, isKeyed: true, options });
  }

  /** Lista produtos. Uma página, os mais novos primeiro. */
  list(
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): Promise<types.ProductPage> {
    return this.#http.json({ method: 'GET', path: '/v1/products', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.Product, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um produto. */
  retrieve(id: string, options?: RequestOptions): Promise<types.Product> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/products', id), options });
  }

  /** Muda um produto. Só o que é enviado muda. Cobranças que já existem ficam como estão. */
  update(id: string, body: types.ProductChange, options?: RequestOptions): Promise<types.Product> {
    return this.#http.json({
      method: 'PATCH',
      path: pathOf('/v1/products', id),
      body,
      isRepeatable: true,
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
  create(body: types.NewChargeBatch, options?: KeyedRequestOptions): Promise<types.ChargeBatch> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/charges/batches',
      body,
      isKeyed: true,
      options,
    });
  }

  /** Lista lotes de cobranças. Uma página, os mais novos primeiro. */
  list(
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): Promise<types.ChargeBatchPage> {
    return this.#http.json({ method: 'GET', path: '/v1/charges/batches', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.ChargeBatch, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um lote de cobranças. */
  retrieve(id: string, options?: RequestOptions): Promise<types.ChargeBatch> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/charges/batches', id), options });
  }

  /** Lista as cobranças de um lote. Uma página, cada item com a cobrança ou a recusa. */
  items(
    id: string,
    filters: types.ChargeBatchItemFilters = {},
    options?: RequestOptions,
  ): Promise<types.ChargeBatchItemPage> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/charges/batches', id, '/items'),
      query: filters,
      options,
    });
  }

  /** Baixa o carnê de um lote. Em PDF: até 300 cobranças do lote, a partir de `from`. */
  carne(
    id: string,
    filters: types.CarneFilters = {},
    options?: RequestOptions,
  ): Promise<Uint8Array> {
    return this.#http.bytes({
      method: 'GET',
      path: pathOf('/v1/charges/batches', id, '/carne.pdf'),
      query: filters,
      accept: 'application/pdf',
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
  create(body: types.NewSubscription, options?: KeyedRequestOptions): Promise<types.Subscription> {
    return this.#http.json({
      method: 'POST',
      path: '/v1/subscriptions',
      body,
      isKeyed: true,
      options,
    });
  }

  /** Lista assinaturas. Uma página, as mais novas primeiro. */
  list(
    filters: types.SubscriptionFilters = {},
    options?: RequestOptions,
  ): Promise<types.SubscriptionPage> {
    return this.#http.json({ method: 'GET', path: '/v1/subscriptions', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.SubscriptionFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.Subscription, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê uma assinatura. */
  retrieve(internalId: string, options?: RequestOptions): Promise<types.Subscription> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/subscriptions', internalId),
      options,
    });
  }

  /** Lista as cobranças de uma assinatura. Uma página, as mais novas primeiro. */
  cycles(
    internalId: string,
    filters: types.PaymentLinkFilters = {},
    options?: RequestOptions,
  ): Promise<types.SubscriptionCyclePage> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/subscriptions', internalId, '/cycles'),
      query: filters,
      options,
    });
  }

  /**
   * Cria uma cobrança de valor variável. Só para assinaturas com `min_amount`: a cobrança de um
   * ciclo.
   */
  createCycle(
    internalId: string,
    body: types.NewSubscriptionCycle,
    options?: KeyedRequestOptions,
  ): Promise<types.SubscriptionCycle> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/subscriptions', internalId, '/cycles'),
      body,
      isKeyed: true,
      options,
    });
  }

  /**
   * Imagem do QR code de uma assinatura. O código que o pagador lê, em `png` ou `svg`. A imagem
   * nunca muda: guarde-a.
   */
  qrImage(internalId: string, options?: ImageOptions): Promise<Uint8Array> {
    return this.#http.bytes({
      method: 'GET',
      path: pathOf('/v1/subscriptions', internalId, '/image'),
      accept: imageType(options),
      options,
    });
  }

  /** Pausa uma assinatura. Nenhuma cobrança nova é criada até `resume`. */
  pause(internalId: string, options?: RequestOptions): Promise<types.Subscription> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/subscriptions', internalId, '/pause'),
      isRepeatable: true,
      options,
    });
  }

  /** Retoma uma assinatura pausada. As cobranças voltam a partir do próximo ciclo. */
  resume(internalId: string, options?: RequestOptions): Promise<types.Subscription> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/subscriptions', internalId, '/resume'),
      isRepeatable: true,
      options,
    });
  }

  /** Cancela uma assinatura. Cancela também as cobranças que ainda podem ser canceladas. */
  cancel(internalId: string, options?: RequestOptions): Promise<types.CanceledSubscription> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/subscriptions', internalId, '/cancel'),
      isRepeatable: true,
      options,
    });
  }

  /** Tenta de novo uma cobrança que falhou. */
  retry(
    internalId: string,
    body: types.SubscriptionRetry = {},
    options?: KeyedRequestOptions,
  ): Promise<types.SubscriptionCycle> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/subscriptions', internalId, '/retry'),
      body,
      isKeyed: true,
      options,
    });
  }
}

/** Devoluções de todas as cobranças. O método `refund` das cobranças pede uma. */
export class Refunds {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista devoluções. */
  list(filters: types.RefundFilters = {}, options?: RequestOptions): Promise<types.RefundPage> {
    return this.#http.json({ method: 'GET', path: '/v1/refunds', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.RefundFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.ListedRefund, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Consulta uma devolução. */
  retrieve(internalId: string, options?: RequestOptions): Promise<types.ListedRefund> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/refunds', internalId), options });
  }
}

/** Contestações (MED). */
export class Disputes {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista contestações. */
  list(filters: types.DisputeFilters = {}, options?: RequestOptions): Promise<types.DisputePage> {
    return this.#http.json({ method: 'GET', path: '/v1/disputes', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.DisputeFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.Dispute, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê uma contestação. */
  retrieve(internalId: string, options?: RequestOptions): Promise<types.Dispute> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/disputes', internalId), options });
  }

  /** Defende uma contestação. Só uma vez por contestação. */
  defend(
    internalId: string,
    body: types.NewDefense,
    options?: KeyedRequestOptions,
  ): Promise<types.Dispute> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/disputes', internalId, '/defense'),
      body,
      isKeyed: true,
      options,
    });
  }

  /**
   * Anexa um arquivo à defesa. Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo
   * conteúdo fica uma vez.
   */
  addFile(
    internalId: string,
    body: types.NewDisputeFile,
    options?: RequestOptions,
  ): Promise<types.DisputeFile> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/disputes', internalId, '/files'),
      body,
      options,
    });
  }

  /** Lista os arquivos de uma contestação. */
  listFiles(internalId: string, options?: RequestOptions): Promise<types.DisputeFiles> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/disputes', internalId, '/files'),
      options,
    });
  }

  /** Baixa um arquivo de uma contestação. */
  retrieveFile(internalId: string, fileId: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.#http.bytes({
      method: 'GET',
      path: pathOf(pathOf('/v1/disputes', internalId, '/files'), fileId),
      accept: '*/*',
      options,
    });
  }

  /** Remove um arquivo antes da defesa. Devolve os que ficaram. */
  removeFile(
    internalId: string,
    fileId: string,
    options?: RequestOptions,
  ): Promise<types.DisputeFiles> {
    return this.#http.json({
      method: 'DELETE',
      path: pathOf(pathOf('/v1/disputes', internalId, '/files'), fileId),
      options,
    });
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
    filters: types.EventFilters = {},
    options?: RequestOptions,
  ): Promise<Omit<types.EventPage, 'data'> & { readonly data: readonly FeedEvent[] }> {
    return this.#http.json({ method: 'GET', path: '/v1/events', query: filters, options });
  }

  /**
   * Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.
   * Leia-os com `for await (const item of …)`.
   */
  iterate(
    filters: types.EventFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<FeedEvent, void, undefined> {
    return iterate((query) => this.list(query, options), filters, 'after', 'since');
  }

  /** Lê um evento. Mostra o estado de cada entrega. */
  retrieve(id: string, options?: RequestOptions): Promise<types.EventDetails> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/events', id), options });
  }

  /** Lista tentativas de entrega. Mostra a resposta do seu servidor a cada uma. */
  attempts(id: string, options?: RequestOptions): Promise<types.EventAttempts> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/events', id, '/attempts'), options });
  }

  /** Reenvia um evento. Envia agora, a todos os webhooks que o recebem ou a um. */
  resend(
    id: string,
    body: types.EventResend = {},
    options?: RequestOptions,
  ): Promise<types.EventDetails> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/events', id, '/resend'),
      body,
      options,
    });
  }

  /**
   * Acompanha eventos. À medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira
   * conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do último evento
   * recebido. Termina com `break` ou com `signal`.
   */
  stream(
    filters: types.EventStreamFilters = {},
    options?: Pick<RequestOptions, 'signal'>,
  ): AsyncGenerator<types.WebhookEvent, void, undefined> {
    return followStream(this.#http, {
      method: 'GET',
      path: '/v1/events/stream',
      query: filters,
      options,
    });
  }
}

/** Os endereços que recebem os seus eventos. */
export class WebhookEndpoints {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lista webhooks. */
  list(options?: RequestOptions): Promise<types.WebhookEndpoints> {
    return this.#http.json({ method: 'GET', path: '/v1/webhook-endpoints', options });
  }

  /** Cria um webhook. Guarde o `secret`: ele não é mostrado de novo. */
  create(
    body: types.NewWebhookEndpoint,
    options?: RequestOptions,
  ): Promise<types.WebhookEndpointWithSecret> {
    return this.#http.json({ method: 'POST', path: '/v1/webhook-endpoints', body, options });
  }

  /** Lê um webhook. */
  retrieve(id: string, options?: RequestOptions): Promise<types.WebhookEndpoint> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/webhook-endpoints', id), options });
  }

  /** Muda um webhook. O que não é enviado fica como está. */
  update(
    id: string,
    body: types.WebhookEndpointChange,
    options?: RequestOptions,
  ): Promise<types.WebhookEndpoint> {
    return this.#http.json({
      method: 'PATCH',
      path: pathOf('/v1/webhook-endpoints', id),
      body,
      isRepeatable: true,
      options,
    });
  }

  /** Apaga um webhook. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.#http.nothing({
      method: 'DELETE',
      path: pathOf('/v1/webhook-endpoints', id),
      accept: '*/*',
      options,
    });
  }

  /** Pausa um webhook. As entregas esperam até `resume`. */
  pause(id: string, options?: RequestOptions): Promise<types.WebhookEndpoint> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/webhook-endpoints', id, '/pause'),
      isRepeatable: true,
      options,
    });
  }

  /** Retoma um webhook. */
  resume(id: string, options?: RequestOptions): Promise<types.WebhookEndpoint> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/webhook-endpoints', id, '/resume'),
      isRepeatable: true,
      options,
    });
  }

  /** Testa um webhook. Envia o evento `webhook.test` ao endereço. */
  test(id: string, options?: RequestOptions): Promise<types.WebhookEndpoint> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/webhook-endpoints', id, '/test'),
      options,
    });
  }

  /** Troca o segredo de um webhook. Por 24 horas as entregas são assinadas com os dois. */
  rotate(id: string, options?: RequestOptions): Promise<types.WebhookEndpointWithSecret> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/webhook-endpoints', id, '/rotate'),
      options,
    });
  }

  /** Confere o segredo de um webhook. Diz se é o atual, e o dá nas duas formas. */
  checkSecret(
    id: string,
    body: types.NewWebhookSecretCheck,
    options?: RequestOptions,
  ): Promise<types.WebhookSecretCheck> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/webhook-endpoints', id, '/check-secret'),
      body,
      isRepeatable: true,
      options,
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
  create(
    body: types.NewWebhookExam,
    options?: RequestOptions,
  ): Promise<types.WebhookExamWithSecret> {
    return this.#http.json({ method: 'POST', path: '/v1/test/webhook-exams', body, options });
  }

  /** Lista exames de webhook. */
  list(options?: RequestOptions): Promise<types.WebhookExams> {
    return this.#http.json({ method: 'GET', path: '/v1/test/webhook-exams', options });
  }

  /** Começa um exame que aguarda. Chame-o quando o seu programa já tem o segredo. */
  start(id: string, options?: RequestOptions): Promise<types.WebhookExam> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/webhook-exams', id, '/start'),
      options,
    });
  }

  /** Lê um exame de webhook. */
  retrieve(id: string, options?: RequestOptions): Promise<types.WebhookExam> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/test/webhook-exams', id), options });
  }
}

/** Lembretes e comprovantes por e-mail aos pagadores. */
export class PayerMails {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê o que os pagadores recebem por e-mail. */
  settings(options?: RequestOptions): Promise<types.PayerMailSettings> {
    return this.#http.json({ method: 'GET', path: '/v1/payer-mails/settings', options });
  }

  /** Muda o que os pagadores recebem por e-mail. Só o que vem muda. */
  changeSettings(
    settings: types.PayerMailSettingsChange,
    options?: RequestOptions,
  ): Promise<types.PayerMailSettings> {
    return this.#http.json({
      method: 'PATCH',
      path: '/v1/payer-mails/settings',
      body: settings,
      isRepeatable: true,
      options,
    });
  }

  /** Lista os e-mails ao pagador de uma cobrança. */
  list(chargeId: string, options?: RequestOptions): Promise<types.ChargeMails> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/transactions', chargeId, '/mails'),
      options,
    });
  }
}

/** O extrato de uma conta, dos lançamentos mais antigos aos mais novos. */
export class AccountStatement {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lê o extrato. Uma página. Guarde `next_cursor` e continue dele no dia seguinte. */
  list(filters: types.StatementFilters = {}, options?: RequestOptions): Promise<types.Statement> {
    return this.#http.json({ method: 'GET', path: '/v1/statement', query: filters, options });
  }

  /**
   * Todos os lançamentos do período. A `sequence` do último serve de `cursor`. Leia-os com `for
   * await (const item of …)`.
   */
  iterate(
    filters: types.StatementFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.StatementEntry, void, undefined> {
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
  settings(options?: RequestOptions): Promise<types.ClosingSettings> {
    return this.#http.json({ method: 'GET', path: '/v1/closings/settings', options });
  }

  /** Lista os fechamentos enviados por e-mail. */
  list(filters: types.ClosingFilters = {}, options?: RequestOptions): Promise<types.ClosingPage> {
    return this.#http.json({ method: 'GET', path: '/v1/closings', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.ClosingFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.MailedClosing, void, undefined> {
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
  list(filters: types.CustomerFilters = {}, options?: RequestOptions): Promise<types.CustomerPage> {
    return this.#http.json({ method: 'GET', path: '/v1/customers', query: filters, options });
  }

  /** Os itens de todas as páginas. Leia-os com `for await (const item of …)`. */
  iterate(
    filters: types.CustomerFilters = {},
    options?: RequestOptions,
  ): AsyncGenerator<types.Customer, void, undefined> {
    return iterate((query) => this.list(query, options), filters);
  }

  /** Lê um cliente. Mostra o que pagou e o que deve. */
  retrieve(id: string, options?: RequestOptions): Promise<types.CustomerDetails> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/customers', id), options });
  }

  /**
   * Apaga os dados de um cliente. Não pode ser desfeito. Valores, identificadores e datas ficam.
   */
  erase(id: string, options?: RequestOptions): Promise<types.CustomerErasure> {
    return this.#http.json({ method: 'DELETE', path: pathOf('/v1/customers', id), options });
  }

  /** Exporta os dados de um cliente. Tudo o que está guardado sobre a pessoa (LGPD). */
  export(id: string, options?: RequestOptions): Promise<types.CustomerExport> {
    return this.#http.json({
      method: 'GET',
      path: pathOf('/v1/customers', id, '/export'),
      options,
    });
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
    options?: Pick<RequestOptions, 'signal'>,
  ): AsyncGenerator<types.RequestRecord, void, undefined> {
    return followStream(this.#http, { method: 'GET', path: '/v1/requests/stream', options });
  }
}

/** Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança. */
export class TestClocks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Cria um relógio de teste. Com `bind_key`, a chave que chama passa a viver no tempo do relógio.
   */
  create(body: types.NewTestClock = {}, options?: RequestOptions): Promise<types.TestClock> {
    return this.#http.json({ method: 'POST', path: '/v1/test/clocks', body, options });
  }

  /** Lista os relógios de teste. */
  list(options?: RequestOptions): Promise<types.TestClocks> {
    return this.#http.json({ method: 'GET', path: '/v1/test/clocks', options });
  }

  /** Lê um relógio de teste. */
  retrieve(id: string, options?: RequestOptions): Promise<types.TestClock> {
    return this.#http.json({ method: 'GET', path: pathOf('/v1/test/clocks', id), options });
  }

  /** Apaga um relógio de teste. Encerra o que espera por ele. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.#http.nothing({
      method: 'DELETE',
      path: pathOf('/v1/test/clocks', id),
      accept: '*/*',
      options,
    });
  }

  /** Avança um relógio de teste. Espera até que tudo o que vencia tenha acontecido. */
  advance(
    id: string,
    body: types.TestClockAdvance,
    options?: RequestOptions,
  ): Promise<types.TestClock> {
    return this.#http.settle({
      method: 'POST',
      path: pathOf('/v1/test/clocks', id, '/advance'),
      body,
      options,
    });
  }

  /** Liga a chave que chama a um relógio de teste. */
  bind(id: string, options?: RequestOptions): Promise<types.TestClock> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/clocks', id, '/bind'),
      isRepeatable: true,
      options,
    });
  }

  /** Desliga a chave que chama de um relógio de teste. */
  unbind(id: string, options?: RequestOptions): Promise<types.TestClock> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/clocks', id, '/unbind'),
      isRepeatable: true,
      options,
    });
  }
}

/** Só com chaves de teste. */
export class TestTools {
  /** Exames do programa que recebe os seus webhooks. */
  readonly webhookExams: WebhookExams;
  /** Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança. */
  readonly clocks: TestClocks;
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.webhookExams = new WebhookExams(http);
    this.clocks = new TestClocks(http);
  }

  /**
   * Paga uma cobrança de teste agora. Paga o valor certo ou, com `scenario`, tarde, duas vezes, a
   * menos…
   */
  payCharge(
    internalId: string,
    body: types.TestPayment = {},
    options?: RequestOptions,
  ): Promise<types.PaidTestCharge> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/charges', internalId, '/pay'),
      body,
      options,
    });
  }

  /** O pagador de teste autoriza. */
  authorizeSubscription(internalId: string, options?: RequestOptions): Promise<types.Subscription> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/subscriptions', internalId, '/authorize'),
      options,
    });
  }

  /** O pagador de teste recusa. */
  rejectSubscription(
    internalId: string,
    body: types.TestSubscriptionRejection = {},
    options?: RequestOptions,
  ): Promise<types.Subscription> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/subscriptions', internalId, '/reject'),
      body,
      options,
    });
  }

  /** O pagador de teste cancela no banco dele. */
  cancelSubscription(
    internalId: string,
    body: types.TestSubscriptionCancellation = {},
    options?: RequestOptions,
  ): Promise<types.Subscription> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/subscriptions', internalId, '/cancel'),
      body,
      options,
    });
  }

  /** Faz falhar uma cobrança de teste. A que está aberta com este vencimento falha agora. */
  failCycle(
    internalId: string,
    dueOn: string,
    body: types.TestCycleFailure = {},
    options?: RequestOptions,
  ): Promise<types.SubscriptionCycle> {
    return this.#http.json({
      method: 'POST',
      path: pathOf(pathOf('/v1/test/subscriptions', internalId, '/cycles'), dueOn, '/fail'),
      body,
      options,
    });
  }

  /** Contesta um pagamento de teste. */
  openDispute(
    internalId: string,
    body: types.NewTestDispute = {},
    options?: RequestOptions,
  ): Promise<types.Dispute> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/charges', internalId, '/dispute'),
      body,
      options,
    });
  }

  /** Encerra uma contestação de teste. */
  closeDispute(
    internalId: string,
    body: types.TestDisputeOutcome,
    options?: RequestOptions,
  ): Promise<types.Dispute> {
    return this.#http.json({
      method: 'POST',
      path: pathOf('/v1/test/disputes', internalId, '/close'),
      body,
      options,
    });
  }

  /** Envia um evento de teste com defeito. Envia-o de novo aos seus webhooks. */
  runWebhookScenario(
    body: types.WebhookScenario,
    options?: RequestOptions,
  ): Promise<types.EventDetails> {
    return this.#http.json({ method: 'POST', path: '/v1/test/webhook-scenarios', body, options });
  }
}

/** Os recursos da API. */
export class Client {
  readonly charges: Charges;
  /** Só com chaves de teste. */
  readonly test: TestTools;
  /** Cobranças e saques, dos mais novos aos mais antigos. */
  readonly transactions: Transactions;
  readonly payouts: Payouts;
  readonly splits: Splits;
  /** Páginas em que o próprio pagador cria a cobrança. */
  readonly paymentLinks: PaymentLinks;
  /** O que os links de pagamento vendem. */
  readonly products: Products;
  /** Até 10.000 cobranças de uma vez. */
  readonly chargeBatches: ChargeBatches;
  /** Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança. */
  readonly subscriptions: Subscriptions;
  /** Devoluções de todas as cobranças. O método `refund` das cobranças pede uma. */
  readonly refunds: Refunds;
  /** Contestações (MED). */
  readonly disputes: Disputes;
  /** Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos. */
  readonly events: Events;
  /** Os endereços que recebem os seus eventos. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** Lembretes e comprovantes por e-mail aos pagadores. */
  readonly payerMails: PayerMails;
  /** O extrato de uma conta, dos lançamentos mais antigos aos mais novos. */
  readonly statement: AccountStatement;
  /** Fechamentos que a loja recebe por e-mail. */
  readonly closings: Closings;
  /** Quem paga as suas cobranças: cada CPF ou CNPJ. */
  readonly customers: Customers;
  /** As requisições que os seus programas fazem com esta chave. */
  readonly requests: Requests;
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    this.charges = new Charges(http);
    this.test = new TestTools(http);
    this.transactions = new Transactions(http);
    this.payouts = new Payouts(http);
    this.splits = new Splits(http);
    this.paymentLinks = new PaymentLinks(http);
    this.products = new Products(http);
    this.chargeBatches = new ChargeBatches(http);
    this.subscriptions = new Subscriptions(http);
    this.refunds = new Refunds(http);
    this.disputes = new Disputes(http);
    this.events = new Events(http);
    this.webhookEndpoints = new WebhookEndpoints(http);
    this.payerMails = new PayerMails(http);
    this.statement = new AccountStatement(http);
    this.closings = new Closings(http);
    this.customers = new Customers(http);
    this.requests = new Requests(http);
  }

  /** Lê o saldo. O saldo do ambiente da chave, em centavos. */
  balance(options?: RequestOptions): Promise<types.Balance> {
    return this.#http.json({ method: 'GET', path: '/v1/balance', options });
  }
}
