/** How the SDKs call an operation. */
export interface SdkCall {
  /** The method, by its path in snake_case: `charges.create`. */
  readonly method: string;
  /** What it returns: an object by default. */
  readonly result?: 'bytes' | 'nothing' | 'stream';
}

/**
 * The method of each operation, as `sdk/behaviours.json` calls it. A method takes the parameters of
 * the path, in their order, and then the body.
 */
export const SDK_CALLS: Readonly<Record<string, SdkCall>> = {
  createCharge: { method: 'charges.create' },
  getQrImage: { method: 'charges.qr_image', result: 'bytes' },
  payTestCharge: { method: 'test.pay_charge' },
  cancelCharge: { method: 'charges.cancel' },
  createPaymentLink: { method: 'payment_links.create' },
  listPaymentLinks: { method: 'payment_links.list' },
  getPaymentLink: { method: 'payment_links.retrieve' },
  changePaymentLink: { method: 'payment_links.update' },
  createProduct: { method: 'products.create' },
  listProducts: { method: 'products.list' },
  getProduct: { method: 'products.retrieve' },
  changeProduct: { method: 'products.update' },
  listSplits: { method: 'splits.list' },
  previewSplit: { method: 'splits.preview' },
  createPayout: { method: 'payouts.create' },
  createRefund: { method: 'charges.refund' },
  listDisputes: { method: 'disputes.list' },
  getDispute: { method: 'disputes.retrieve' },
  defendDispute: { method: 'disputes.defend' },
  openTestDispute: { method: 'test.open_dispute' },
  closeTestDispute: { method: 'test.close_dispute' },
  getBalance: { method: 'balance' },
  listEvents: { method: 'events.list' },
  getEvent: { method: 'events.retrieve' },
  listEventAttempts: { method: 'events.attempts' },
  resendEvent: { method: 'events.resend' },
  streamEvents: { method: 'events.stream', result: 'stream' },
  streamRequests: { method: 'requests.stream', result: 'stream' },
  runWebhookScenario: { method: 'test.run_webhook_scenario' },
  createWebhookExam: { method: 'test.webhook_exams.create' },
  listWebhookExams: { method: 'test.webhook_exams.list' },
  startWebhookExam: { method: 'test.webhook_exams.start' },
  getWebhookExam: { method: 'test.webhook_exams.retrieve' },
  listWebhookEndpoints: { method: 'webhook_endpoints.list' },
  createWebhookEndpoint: { method: 'webhook_endpoints.create' },
  getWebhookEndpoint: { method: 'webhook_endpoints.retrieve' },
  changeWebhookEndpoint: { method: 'webhook_endpoints.update' },
  deleteWebhookEndpoint: { method: 'webhook_endpoints.delete', result: 'nothing' },
  pauseWebhookEndpoint: { method: 'webhook_endpoints.pause' },
  resumeWebhookEndpoint: { method: 'webhook_endpoints.resume' },
  testWebhookEndpoint: { method: 'webhook_endpoints.test' },
  rotateWebhookEndpoint: { method: 'webhook_endpoints.rotate' },
  getTransaction: { method: 'transactions.retrieve' },
  listTransactions: { method: 'transactions.list' },
  getReceipt: { method: 'transactions.receipt', result: 'bytes' },
  getStatement: { method: 'statement.list' },
  getPayerMailSettings: { method: 'payer_mails.settings' },
  changePayerMailSettings: { method: 'payer_mails.change_settings' },
  listPayerMails: { method: 'payer_mails.list' },
  listCustomers: { method: 'customers.list' },
  getCustomer: { method: 'customers.retrieve' },
  eraseCustomer: { method: 'customers.erase' },
  exportCustomer: { method: 'customers.export' },
  createTestClock: { method: 'test.clocks.create' },
  listTestClocks: { method: 'test.clocks.list' },
  getTestClock: { method: 'test.clocks.retrieve' },
  deleteTestClock: { method: 'test.clocks.delete', result: 'nothing' },
  advanceTestClock: { method: 'test.clocks.advance' },
  bindTestClock: { method: 'test.clocks.bind' },
  unbindTestClock: { method: 'test.clocks.unbind' },
};
