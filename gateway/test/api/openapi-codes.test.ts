import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { startGateway } from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');

const GUARDED: ProblemCode[] = [
  'invalid_credentials',
  'account_suspended',
  'account_not_approved',
  'address_not_allowed',
  'scope_missing',
  'rate_limited',
  'internal_error',
  'overloaded',
];
const BODY: ProblemCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];
const CREATES: ProblemCode[] = [
  ...GUARDED,
  ...BODY,
  'invalid_request',
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'provider_unavailable',
];
const CHANGES_WEBHOOK: ProblemCode[] = [
  ...GUARDED,
  ...BODY,
  'sandbox_forbidden',
  'webhook_not_found',
];
const OF_CLOCK: ProblemCode[] = [...GUARDED, ...BODY, 'test_key_required', 'sandbox_forbidden'];
const SETS_LINK: ProblemCode[] = [
  ...GUARDED,
  ...BODY,
  'sandbox_forbidden',
  'invalid_request',
  'amount_too_small',
];
const CREATES_LINK: ProblemCode[] = [
  ...SETS_LINK,
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'idempotency_in_progress',
];
const SETS_WEBHOOK: ProblemCode[] = [
  'invalid_request',
  'webhook_url_invalid',
  'webhook_events_invalid',
];
const CODES: Readonly<Record<string, ProblemCode[]>> = {
  createCharge: [
    ...CREATES,
    'demo_cannot_split',
    'invalid_split',
    'too_many_splits',
    'invalid_percentage',
    'duplicate_username',
    'self_split',
    'sum_exceeds_90',
    'username_not_found',
    'split_exceeds_net',
    'amount_too_small',
    'provider_refused',
    'test_clock_not_found',
  ],
  previewSplit: [
    ...GUARDED,
    ...BODY,
    'invalid_request',
    'demo_cannot_split',
    'invalid_split',
    'too_many_splits',
    'invalid_percentage',
    'duplicate_username',
    'self_split',
    'sum_exceeds_90',
    'username_not_found',
    'split_exceeds_net',
    'amount_too_small',
  ],
  createPayout: [
    ...CREATES,
    'external_id_reused',
    'payout_limit_exceeded',
    'beneficiary_not_saved',
    'insufficient_balance',
    'balance_limit_reached',
    'invalid_pix_key',
  ],
  createRefund: [
    ...CREATES,
    'transaction_not_found',
    'refund_not_possible',
    'refund_exceeds_payment',
    'payment_disputed',
    'refund_too_late',
    'insufficient_balance',
    'balance_limit_reached',
  ],
  listDisputes: [...GUARDED, 'invalid_request'],
  getDispute: [...GUARDED, 'dispute_not_found'],
  defendDispute: [
    ...CREATES.filter((code) => code !== 'provider_unavailable'),
    'dispute_not_found',
    'dispute_closed',
    'dispute_already_defended',
    'dispute_defense_too_late',
  ],
  openTestDispute: [
    ...GUARDED,
    ...BODY,
    'invalid_request',
    'transaction_not_found',
    'dispute_not_possible',
    'dispute_exceeds_payment',
    'balance_limit_reached',
  ],
  closeTestDispute: [
    ...GUARDED,
    ...BODY,
    'invalid_request',
    'dispute_not_found',
    'dispute_closed',
    'balance_limit_reached',
  ],
  payTestCharge: [
    ...GUARDED,
    ...BODY,
    'invalid_request',
    'sandbox_forbidden',
    'transaction_not_found',
    'charge_not_payable',
    'balance_limit_reached',
  ],
  cancelCharge: [
    ...GUARDED,
    ...BODY,
    'transaction_not_found',
    'charge_already_paid',
    'charge_expired',
    'provider_refused',
    'provider_unavailable',
  ],
  getQrImage: [...GUARDED, 'transaction_not_found'],
  getBalance: GUARDED,
  getStatement: [...GUARDED, 'invalid_request', 'export_too_large'],
  getTransaction: [...GUARDED, 'transaction_not_found'],
  getReceipt: [...GUARDED, 'transaction_not_found', 'receipt_not_ready'],
  listTransactions: [...GUARDED, 'invalid_request'],
  listSplits: [...GUARDED, 'invalid_request'],
  listEvents: [...GUARDED, 'invalid_request', 'cursor_expired'],
  streamEvents: [...GUARDED, 'invalid_request', 'cursor_expired'],
  streamRequests: [...GUARDED, 'invalid_request'],
  getEvent: [...GUARDED, 'event_not_found'],
  listEventAttempts: [...GUARDED, 'event_not_found'],
  resendEvent: [...CHANGES_WEBHOOK, 'invalid_request', 'event_not_found', 'event_has_no_webhook'],
  createTestClock: [
    ...OF_CLOCK,
    'invalid_request',
    'too_many_test_clocks',
    'test_clock_out_of_range',
  ],
  listTestClocks: [...GUARDED, 'test_key_required', 'sandbox_forbidden'],
  getTestClock: [...GUARDED, 'test_key_required', 'sandbox_forbidden', 'test_clock_not_found'],
  advanceTestClock: [
    ...OF_CLOCK,
    'invalid_request',
    'test_clock_not_found',
    'test_clock_busy',
    'test_clock_out_of_range',
  ],
  bindTestClock: [...OF_CLOCK, 'test_clock_not_found'],
  unbindTestClock: [...OF_CLOCK, 'test_clock_not_found'],
  deleteTestClock: [...OF_CLOCK, 'test_clock_not_found', 'test_clock_busy'],
  runWebhookScenario: [
    ...CHANGES_WEBHOOK,
    'invalid_request',
    'event_not_found',
    'event_has_no_webhook',
    'event_is_first',
  ],
  createWebhookExam: [
    ...GUARDED,
    ...BODY,
    'sandbox_forbidden',
    'invalid_request',
    'webhook_url_invalid',
    'transaction_not_found',
    'webhook_exam_only_in_test',
    'webhook_exam_running',
  ],
  startWebhookExam: [
    ...GUARDED,
    ...BODY,
    'sandbox_forbidden',
    'webhook_exam_not_found',
    'webhook_exam_running',
  ],
  listWebhookExams: GUARDED,
  getWebhookExam: [...GUARDED, 'webhook_exam_not_found'],
  listWebhookEndpoints: GUARDED,
  getWebhookEndpoint: [...GUARDED, 'webhook_not_found'],
  createPaymentLink: [...CREATES_LINK, 'product_not_found', 'too_many_payment_links'],
  listPaymentLinks: [...GUARDED, 'invalid_request'],
  getPaymentLink: [...GUARDED, 'payment_link_not_found'],
  changePaymentLink: [...SETS_LINK, 'payment_link_not_found', 'product_not_found'],
  listCustomers: [...GUARDED, 'invalid_request', 'sandbox_forbidden'],
  getCustomer: [...GUARDED, 'customer_not_found', 'sandbox_forbidden'],
  exportCustomer: [...GUARDED, 'customer_not_found', 'sandbox_forbidden'],
  eraseCustomer: [
    ...GUARDED,
    'customer_not_found',
    ...BODY,
    'customer_has_open_charges',
    'sandbox_forbidden',
  ],
  createProduct: [...CREATES_LINK, 'too_many_products'],
  listProducts: [...GUARDED, 'invalid_request'],
  getProduct: [...GUARDED, 'product_not_found'],
  changeProduct: [...SETS_LINK, 'product_not_found'],
  createWebhookEndpoint: [
    ...CHANGES_WEBHOOK.filter((code) => code !== 'webhook_not_found'),
    ...SETS_WEBHOOK,
    'too_many_webhooks',
  ],
  changeWebhookEndpoint: [...CHANGES_WEBHOOK, ...SETS_WEBHOOK],
  deleteWebhookEndpoint: CHANGES_WEBHOOK,
  pauseWebhookEndpoint: CHANGES_WEBHOOK,
  resumeWebhookEndpoint: CHANGES_WEBHOOK,
  testWebhookEndpoint: CHANGES_WEBHOOK,
  rotateWebhookEndpoint: CHANGES_WEBHOOK,
};

test('every operation lists exactly the problem codes that it can answer', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const named = Object.values(operation.responses).flatMap((response) => {
      return response.content?.['application/json']?.['x-error-codes'] ?? [];
    });
    const expected = CODES[operation.operationId] ?? [];
    assert.deepEqual(named.sort(), [...expected].sort(), operation.operationId);
  }
});
