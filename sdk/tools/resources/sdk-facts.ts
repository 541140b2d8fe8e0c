/** Facts about a class (`charges`, `test.clocks`) that neither the document nor SDK_CALLS has. */
export interface ResourceFacts {
  /** By default the last part of the name, in PascalCase. */
  readonly className?: string;
  readonly phpClass?: string;
  /** The name of the first parameter of its paths; by default the document's. */
  readonly id?: string;
  /** The same in Python only, where `id` is a function of the language. */
  readonly pythonId?: string;
}

export const RESOURCES: Readonly<Record<string, ResourceFacts>> = {
  customers: { pythonId: 'customer_id' },
  payer_mails: { id: 'charge_id' },
  statement: { className: 'AccountStatement' },
  refunds: { id: 'internal_id' },
  events: { pythonId: 'event_id' },
  webhook_endpoints: { pythonId: 'endpoint_id' },
  charge_batches: { pythonId: 'batch_id' },
  subscriptions: { id: 'internal_id' },
  payment_links: { pythonId: 'link_id' },
  products: { pythonId: 'product_id' },
  test: { className: 'TestTools', id: 'internal_id' },
  'test.clocks': { className: 'TestClockTools', phpClass: 'TestClocks', pythonId: 'clock_id' },
  'test.webhook_exams': { pythonId: 'exam_id' },
};

/** Facts about a method that neither the document nor SDK_CALLS has. */
export interface MethodFacts {
  /** A second method of an operation, for one of the types of its answer. */
  readonly also?: {
    readonly operationId: string;
    readonly result: string;
    readonly summary: string;
  };
  /** The name of the body as an argument; by default `body`. */
  readonly bodyName?: string;
  /** No field is required, but an empty body is refused. */
  readonly isBodyRequired?: boolean;
  /** Repeating the request changes nothing more: it is retried without a key. PATCH always is. */
  readonly isRepeatable?: boolean;
  /** Python and PHP take a time-out for the call. */
  readonly hasTimeout?: boolean;
  /** The method reads again until the status is no longer `advancing`. */
  readonly isAwaited?: boolean;
  /** Where `iterate` puts `next_cursor` (by default `cursor`), and the filter that this replaces. */
  readonly paging?: readonly [cursor: string, replaced: string];
  /** The type of an item of a stream. */
  readonly item?: string;
  /** The type of filters by name in Python, when one of their names is a keyword there. */
  readonly pythonFilters?: string;
  /** The type of the result in TypeScript, where it is another. */
  readonly typescript?: string;
}

const repeatable: MethodFacts = { isRepeatable: true };

export const METHODS: Readonly<Record<string, MethodFacts>> = {
  'charges.create': { hasTimeout: true },
  'charges.retrieve': {
    also: { operationId: 'getTransaction', result: 'Charge', summary: 'Lê uma cobrança' },
  },
  'charges.cancel': repeatable,
  'charges.refund': { hasTimeout: true },
  'payouts.create': { hasTimeout: true },
  'payouts.retrieve': {
    also: { operationId: 'getTransaction', result: 'Payout', summary: 'Lê um saque' },
  },
  'payer_mails.change_settings': { bodyName: 'settings' },
  'splits.preview': repeatable,
  'events.list': {
    typescript: "Omit<EventPage, 'data'> & { readonly data: readonly FeedEvent[] }",
  },
  'events.iterate': { paging: ['after', 'since'], typescript: 'FeedEvent' },
  'events.stream': { item: 'WebhookEvent' },
  'requests.stream': { item: 'RequestRecord' },
  'webhook_endpoints.pause': repeatable,
  'webhook_endpoints.resume': repeatable,
  'charge_batches.carne': { pythonFilters: 'int' },
  'subscriptions.pause': repeatable,
  'subscriptions.resume': repeatable,
  'subscriptions.cancel': repeatable,
  'test.clocks.advance': { isBodyRequired: true, isAwaited: true },
  'test.clocks.bind': repeatable,
  'test.clocks.unbind': repeatable,
};
