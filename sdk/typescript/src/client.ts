import {
  AccountStatement,
  ChargeBatches,
  Charges,
  Closings,
  Customers,
  Disputes,
  Events,
  PayerMails,
  PaymentLinks,
  Payouts,
  Products,
  Refunds,
  Requests,
  Splits,
  Subscriptions,
  TestTools,
  Transactions,
  WebhookEndpoints,
} from './generated/resources.ts';
import type { Balance } from './generated/types.ts';
import { type ClientOptions, Http, type RequestOptions } from './http.ts';

/**
 * O cliente de um gateway, com um par de chaves. O prefixo da chave escolhe o ambiente. Os
 * métodos lançam `ApiError` quando o gateway recusa e `ApiConnectionError` quando não há resposta.
 */
export class PixGateway {
  readonly charges: Charges;
  readonly payouts: Payouts;
  readonly transactions: Transactions;
  readonly customers: Customers;
  readonly payerMails: PayerMails;
  readonly splits: Splits;
  readonly statement: AccountStatement;
  readonly refunds: Refunds;
  readonly closings: Closings;
  readonly disputes: Disputes;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly chargeBatches: ChargeBatches;
  readonly subscriptions: Subscriptions;
  readonly paymentLinks: PaymentLinks;
  readonly products: Products;
  readonly requests: Requests;
  /** Só com chaves de teste. */
  readonly test: TestTools;
  readonly #http: Http;

  constructor(options: ClientOptions) {
    this.#http = new Http(options);
    this.charges = new Charges(this.#http);
    this.payouts = new Payouts(this.#http);
    this.transactions = new Transactions(this.#http);
    this.customers = new Customers(this.#http);
    this.payerMails = new PayerMails(this.#http);
    this.splits = new Splits(this.#http);
    this.statement = new AccountStatement(this.#http);
    this.refunds = new Refunds(this.#http);
    this.closings = new Closings(this.#http);
    this.disputes = new Disputes(this.#http);
    this.events = new Events(this.#http);
    this.webhookEndpoints = new WebhookEndpoints(this.#http);
    this.chargeBatches = new ChargeBatches(this.#http);
    this.subscriptions = new Subscriptions(this.#http);
    this.paymentLinks = new PaymentLinks(this.#http);
    this.products = new Products(this.#http);
    this.requests = new Requests(this.#http);
    this.test = new TestTools(this.#http);
  }

  /** O saldo do ambiente da chave, em centavos. */
  balance(options?: RequestOptions): Promise<Balance> {
    return this.#http.json({ method: 'GET', path: '/v1/balance', options });
  }
}
