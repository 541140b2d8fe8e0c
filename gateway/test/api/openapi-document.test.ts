import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
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

const OPERATIONS = [
  'DELETE /v1/test/clocks/{id}',
  'DELETE /v1/webhook-endpoints/{id}',
  'GET /v1/balance',
  'GET /v1/disputes',
  'GET /v1/disputes/{internal_id}',
  'GET /v1/events',
  'GET /v1/events/stream',
  'GET /v1/events/{id}',
  'GET /v1/events/{id}/attempts',
  'GET /v1/payment-links',
  'GET /v1/payment-links/{id}',
  'GET /v1/pix/qrcode/{internal_id}/image',
  'GET /v1/products',
  'GET /v1/products/{id}',
  'GET /v1/requests/stream',
  'GET /v1/splits',
  'GET /v1/statement',
  'GET /v1/test/clocks',
  'GET /v1/test/clocks/{id}',
  'GET /v1/test/webhook-exams',
  'GET /v1/test/webhook-exams/{id}',
  'GET /v1/transactions',
  'GET /v1/transactions/{internal_id}',
  'GET /v1/transactions/{internal_id}/receipt',
  'GET /v1/webhook-endpoints',
  'GET /v1/webhook-endpoints/{id}',
  'PATCH /v1/payment-links/{id}',
  'PATCH /v1/products/{id}',
  'PATCH /v1/webhook-endpoints/{id}',
  'POST /v1/disputes/{internal_id}/defense',
  'POST /v1/events/{id}/resend',
  'POST /v1/payment-links',
  'POST /v1/pix/payout',
  'POST /v1/pix/qrcode',
  'POST /v1/products',
  'POST /v1/splits/preview',
  'POST /v1/test/charges/{internal_id}/dispute',
  'POST /v1/test/charges/{internal_id}/pay',
  'POST /v1/test/clocks',
  'POST /v1/test/clocks/{id}/advance',
  'POST /v1/test/clocks/{id}/bind',
  'POST /v1/test/clocks/{id}/unbind',
  'POST /v1/test/disputes/{internal_id}/close',
  'POST /v1/test/webhook-exams',
  'POST /v1/test/webhook-exams/{id}/start',
  'POST /v1/test/webhook-scenarios',
  'POST /v1/transactions/{internal_id}/cancel',
  'POST /v1/transactions/{internal_id}/refund',
  'POST /v1/webhook-endpoints',
  'POST /v1/webhook-endpoints/{id}/pause',
  'POST /v1/webhook-endpoints/{id}/resume',
  'POST /v1/webhook-endpoints/{id}/rotate',
  'POST /v1/webhook-endpoints/{id}/test',
];

test('the document describes every operation', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.sort(), OPERATIONS);
});

test('the document describes every webhook', () => {
  assert.deepEqual(Object.keys(document.webhooks), [
    'deposit.paid',
    'deposit.expired',
    'deposit.canceled',
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

test('the headers of requests and answers are described', () => {
  const { responses, parameters } = document.paths['/v1/pix/qrcode']?.post ?? {};
  assert.ok(parameters?.some((one) => one.name === 'Idempotency-Key' && one.in === 'header'));
  const created = Object.keys(Object(responses?.['201']).headers);
  const limited = Object.keys(Object(responses?.['429']).headers);
  const budget = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  assert.deepEqual(created, ['X-Request-Id', ...budget, 'Idempotency-Replayed']);
  assert.deepEqual(limited, ['X-Request-Id', ...budget, 'Retry-After', 'Link']);
  const stream = document.paths['/v1/events/stream']?.get?.parameters;
  assert.ok(stream?.some((one) => one.name === 'Last-Event-ID' && one.in === 'header'));
  const webhook = document.paths['/v1/webhook-endpoints']?.post?.responses;
  assert.deepEqual(Object.keys(Object(webhook?.['201']).headers), ['X-Request-Id', ...budget]);
});

test('the reference page loads no script from another site', async () => {
  const page = await gateway.call('GET', '/docs/');
  assert.equal(page.status, 200);
  assert.match(String(page.headers.get('content-type')), /text\/html/);
  assert.doesNotMatch(page.text, /<script[^>]+src="https?:/);
});
