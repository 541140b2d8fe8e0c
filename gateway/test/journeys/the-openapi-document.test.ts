import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type CallOptions,
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
  readonly parameters?: { name: string; description?: string }[];
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, unknown>;
}

const gateway = await startGateway({ after }, { hasWorker: false });
const { body: document, text } = await gateway.call<Document>('GET', '/openapi.json');

test('the document passes a linter made by others', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  // The server of a gateway under test is this machine: that is what it must say.
  const real = problems.filter((problem) => problem.ruleId !== 'no-server-example.com');
  assert.deepEqual(
    real.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('every operation of the contract and every webhook is described', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.sort(), [
    'GET /v1/balance',
    'GET /v1/pix/qrcode/{internal_id}/image',
    'GET /v1/transactions',
    'GET /v1/transactions/{internal_id}',
    'POST /v1/pix/payout',
    'POST /v1/pix/qrcode',
    'POST /v1/test/charges/{internal_id}/pay',
  ]);
  assert.deepEqual(Object.keys(document.webhooks), [
    'deposit.paid',
    'deposit.expired',
    'payout.paid',
    'payout.failed',
    'webhook.test',
  ]);
});

test('every field has a description, and every plain one an example', () => {
  const faults: string[] = [];
  function look(node: unknown, path: string): void {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, Record<string, unknown>> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      const described = [field, ...((field.anyOf as Record<string, unknown>[]) ?? [])];
      if (!described.some((one) => one.description)) faults.push(`${path}.${name}: description`);
      const isPlain = !described.some((one) => one.properties || one.items);
      if (isPlain && !described.some((one) => one.examples))
        faults.push(`${path}.${name}: example`);
    }
    for (const [name, child] of Object.entries(node)) look(child, `${path}/${name}`);
  }
  look(document.paths, '');
  assert.deepEqual(faults, []);
});

test('real answers are what the document says', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const charge = await receivePayment(gateway, keys);
  const id = String(charge.internal_id);
  await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  await check('post', '/v1/pix/qrcode', { keys, body: CHARGE });
  await check('post', '/v1/pix/qrcode', { keys, body: {} });
  await check('post', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 10 } });
  await check('post', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 10_000_000 } });
  await check('get', '/v1/balance', { keys });
  await check('get', '/v1/balance', {});
  await check('get', '/v1/transactions', { keys });
  await check('get', '/v1/transactions/{internal_id}', { keys, id });
  await check('get', '/v1/transactions/{internal_id}', { keys, id: 'unknown' });
  await check('post', '/v1/test/charges/{internal_id}/pay', { keys, id });
});

async function check(
  method: 'get' | 'post',
  path: string,
  { id = '', ...options }: CallOptions & { id?: string },
): Promise<void> {
  const answer = await gateway.call(
    method.toUpperCase(),
    path.replace('{internal_id}', id),
    options,
  );
  const response = document.paths[path]?.[method]?.responses[String(answer.status)];
  const schema = response?.content?.['application/json']?.schema;
  assert.ok(schema, `${method} ${path} may answer ${answer.status}`);
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(validate(answer.body), `${path} ${answer.text} ${JSON.stringify(validate.errors)}`);
}

test('the reference for people is a page of our own', async () => {
  const page = await gateway.call('GET', '/docs/');
  assert.equal(page.status, 200);
  assert.match(String(page.headers.get('content-type')), /text\/html/);
  assert.doesNotMatch(page.text, /<script[^>]+src="https?:/);
});
