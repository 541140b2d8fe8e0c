interface NamesOfOperation {
  readonly body?: string;
  readonly query?: string;
  readonly result?: string;
}

/**
 * The names that the SDKs give to bodies, filters and answers of operations. An operation that is
 * not listed gets names from its operationId: `ListEventsQuery`.
 */
export const OPERATION_NAMES: Readonly<Record<string, NamesOfOperation>> = {
  getTransaction: { result: 'Transaction' },
  createCharge: { body: 'NewCharge', result: 'CreatedCharge' },
  changeCharge: { body: 'ChargeChange' },
  createPayout: { body: 'NewPayout', result: 'CreatedPayout' },
  createRefund: { body: 'NewRefund', result: 'CreatedRefund' },
  getDispute: { result: 'Dispute' },
  listTransactions: { query: 'TransactionFilters', result: 'TransactionPage' },
  listDisputes: { query: 'DisputeFilters', result: 'DisputePage' },
  defendDispute: { body: 'NewDefense' },
  addDisputeFile: { body: 'NewDisputeFile', result: 'DisputeFile' },
  listDisputeFiles: { result: 'DisputeFiles' },
  listSplits: { query: 'SplitFilters', result: 'SplitPage' },
  previewSplit: { body: 'NewSplitPreview', result: 'SplitPreview' },
  listEvents: { query: 'EventFilters', result: 'EventPage' },
  getEvent: { result: 'EventDetails' },
  listEventAttempts: { result: 'EventAttempts' },
  resendEvent: { body: 'EventResend' },
  streamEvents: { query: 'EventStreamFilters' },
  getWebhookEndpoint: { result: 'WebhookEndpoint' },
  createWebhookEndpoint: { body: 'NewWebhookEndpoint', result: 'WebhookEndpointWithSecret' },
  changeWebhookEndpoint: { body: 'WebhookEndpointChange' },
  listWebhookEndpoints: { result: 'WebhookEndpoints' },
  getStatement: { query: 'StatementFilters', result: 'Statement' },
  getBalance: { result: 'Balance' },
  getTestClock: { result: 'TestClock' },
  createTestClock: { body: 'NewTestClock' },
  listTestClocks: { result: 'TestClocks' },
  advanceTestClock: { body: 'TestClockAdvance' },
  payTestCharge: { body: 'TestPayment', result: 'PaidTestCharge' },
  runWebhookScenario: { body: 'WebhookScenario' },
  getWebhookExam: { result: 'WebhookExam' },
  createWebhookExam: { body: 'NewWebhookExam', result: 'WebhookExamWithSecret' },
  listWebhookExams: { result: 'WebhookExams' },
  getPaymentLink: { result: 'PaymentLink' },
  createPaymentLink: { body: 'NewPaymentLink' },
  changePaymentLink: { body: 'PaymentLinkChange' },
  listPaymentLinks: { query: 'PaymentLinkFilters', result: 'PaymentLinkPage' },
  getPayerMailSettings: { result: 'PayerMailSettings' },
  changePayerMailSettings: { body: 'PayerMailSettingsChange', result: 'PayerMailSettings' },
  listPayerMails: { result: 'ChargeMails' },
  getCustomer: { result: 'CustomerDetails' },
  listCustomers: { query: 'CustomerFilters', result: 'CustomerPage' },
  eraseCustomer: { result: 'CustomerErasure' },
  exportCustomer: { result: 'CustomerExport' },
  getProduct: { result: 'Product' },
  createProduct: { body: 'NewProduct' },
  changeProduct: { body: 'ProductChange' },
  listProducts: { result: 'ProductPage' },
  openTestDispute: { body: 'NewTestDispute' },
  closeTestDispute: { body: 'TestDisputeOutcome' },
};

/** Shorter names for objects that are part of others. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  TransactionCharge: 'Charge',
  TransactionPayout: 'Payout',
  ChargeRefund: 'Refund',
  RefundFailureReason: 'FailureReason',
  NewChargePayer: 'NewPayer',
  NewChargeSplit: 'NewSplit',
  PayoutBeneficiary: 'Beneficiary',
  SplitPageItem: 'ReceivedSplit',
  CustomerPageItem: 'Customer',
  CustomerDetailsSummary: 'CustomerSummary',
  CustomerExportNote: 'CustomerNote',
  BalanceAdjustedEventData: 'BalanceAdjustment',
  DepositPaidEventData: 'ChargeOfEvent',
  SplitReceivedEventData: 'SplitOfEvent',
  StatementItem: 'StatementEntry',
  EventAttemptsItem: 'EventAttempt',
  WebhookTestEventData: 'WebhookTest',
};
