import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { ProblemCode } from '#src/platform/errors/problems.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { SANDBOX_KEYS, startGateway } from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { body: document, text } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');

test('an independent linter finds no fault in the document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  // A gateway under test runs on this machine, and the document must name it.
  const real = problems.filter((problem) => problem.ruleId !== 'no-server-example.com');
  assert.deepEqual(
    real.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('the document describes every operation', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.sort(), [
    'DELETE /v1/webhook-endpoints/{id}',
    'GET /v1/balance',
    'GET /v1/disputes',
    'GET /v1/disputes/{internal_id}',
    'GET /v1/events',
    'GET /v1/events/stream',
    'GET /v1/events/{id}',
    'GET /v1/events/{id}/attempts',
    'GET /v1/pix/qrcode/{internal_id}/image',
    'GET /v1/splits',
    'GET /v1/statement',
    'GET /v1/transactions',
    'GET /v1/transactions/{internal_id}',
    'GET /v1/webhook-endpoints',
    'GET /v1/webhook-endpoints/{id}',
    'PATCH /v1/webhook-endpoints/{id}',
    'POST /v1/disputes/{internal_id}/defense',
    'POST /v1/events/{id}/resend',
    'POST /v1/pix/payout',
    'POST /v1/pix/qrcode',
    'POST /v1/splits/preview',
    'POST /v1/test/charges/{internal_id}/dispute',
    'POST /v1/test/charges/{internal_id}/pay',
    'POST /v1/test/disputes/{internal_id}/close',
    'POST /v1/transactions/{internal_id}/refund',
    'POST /v1/webhook-endpoints',
    'POST /v1/webhook-endpoints/{id}/pause',
    'POST /v1/webhook-endpoints/{id}/resume',
    'POST /v1/webhook-endpoints/{id}/rotate',
    'POST /v1/webhook-endpoints/{id}/test',
  ]);
});

test('the document describes every webhook', () => {
  assert.deepEqual(Object.keys(document.webhooks), [
    'deposit.paid',
    'deposit.expired',
    'deposit.refunded',
    'payout.paid',
    'payout.failed',
    'payout.returned',
    'payout.awaiting_approval',
    'payout.rejected',
    'split.received',
    'split.refunded',
    'split.disputed',
    'dispute.opened',
    'dispute.updated',
    'dispute.closed',
    'balance.adjusted',
    'webhook.test',
  ]);
});

test('the published secrets of the sandbox are in the document as examples', () => {
  const { clientId, clientSecret } = document.components.securitySchemes;
  assert.equal(clientId?.['x-example'], SANDBOX_KEYS['client-id']);
  assert.equal(clientSecret?.['x-example'], SANDBOX_KEYS['client-secret']);
  for (const secret of [...Object.values(SANDBOX_KEYS), 'whsec_sandbox_publico']) {
    assert.ok(document.info.description.includes(secret));
  }
});

test('every field has a description, and every field without sub-fields an example', () => {
  const faults: string[] = [];
  function collectFaults(node: unknown, path: string): void {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, Record<string, unknown>> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      const described = [field, ...((field.anyOf as Record<string, unknown>[]) ?? [])];
      if (!described.some((one) => one.description)) faults.push(`${path}.${name}: description`);
      const isPlain = !described.some((one) => one.properties || one.items);
      if (isPlain && !described.some((one) => one.examples))
        faults.push(`${path}.${name}: example`);
    }
    for (const [name, child] of Object.entries(node)) {
      collectFaults(child, `${path}/${name}`);
    }
  }
  collectFaults(document.paths, '');
  assert.deepEqual(faults, []);
});

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
    'transaction_not_found',
    'charge_not_payable',
    'balance_limit_reached',
  ],
  getQrImage: [...GUARDED, 'transaction_not_found'],
  getBalance: GUARDED,
  getStatement: [...GUARDED, 'invalid_request'],
  getTransaction: [...GUARDED, 'transaction_not_found'],
  listTransactions: [...GUARDED, 'invalid_request'],
  listSplits: [...GUARDED, 'invalid_request'],
  listEvents: [...GUARDED, 'invalid_request', 'cursor_expired'],
  streamEvents: [...GUARDED, 'invalid_request', 'cursor_expired'],
  getEvent: [...GUARDED, 'event_not_found'],
  listEventAttempts: [...GUARDED, 'event_not_found'],
  resendEvent: [...CHANGES_WEBHOOK, 'invalid_request', 'event_not_found', 'event_has_no_webhook'],
  listWebhookEndpoints: GUARDED,
  getWebhookEndpoint: [...GUARDED, 'webhook_not_found'],
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
      const schema = Object(response.content?.['application/json']?.schema);
      return 'code' in (schema.properties ?? {}) ? [schema.properties.code.enum].flat() : [];
    });
    const expected = CODES[operation.operationId] ?? [];
    assert.deepEqual(named.sort(), [...expected].sort(), operation.operationId);
  }
});

test('the headers of requests and answers are described', () => {
  const { responses, parameters } = document.paths['/v1/pix/qrcode']?.post ?? {};
  assert.ok(parameters?.some((one) => one.name === 'Idempotency-Key' && one.in === 'header'));
  const created = Object.keys(Object(responses?.['201']).headers);
  const limited = Object.keys(Object(responses?.['429']).headers);
  const budget = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  assert.deepEqual(created, ['X-Request-Id', ...budget, 'Idempotency-Replayed']);
  assert.deepEqual(limited, ['X-Request-Id', ...budget, 'Retry-After']);
});

test('the reference page loads no script from another site', async () => {
  const page = await gateway.call('GET', '/docs/');
  assert.equal(page.status, 200);
  assert.match(String(page.headers.get('content-type')), /text\/html/);
  assert.doesNotMatch(page.text, /<script[^>]+src="https?:/);
});
