import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createDisputer } from '../support/disputes.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { runs } from '../support/runs.ts';

const gateway = await startGateway({ after });
const { keys } = await createMerchantWithKeys(gateway);
const paid = await receivePayment(gateway, keys);
const known = String(paid.internal_id);
const { body: dispute } = await createDisputer(gateway).dispute(keys, known, { amount: 100 });
const disputeId = String(dispute.internal_id);

const anything = fc.jsonValue({ maxDepth: 4 });
const oddNumbers = fc.constantFrom(0, -0, -1, 0.1, 1e21, 2 ** 53, 1e-7, 999_999_999_999, 1e12);
const oddTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    '١٢٣',
    'a'.repeat(3_000),
    '%00',
    "';--",
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const printable = fc
  .integer({ min: 0x21, max: 0x7e })
  .map((charCode) => String.fromCharCode(charCode));
const asciiText = fc.string({ unit: printable, maxLength: 140 });
const values = fc.oneof(anything, oddNumbers, oddTexts);

/** A valid body with some of its fields, at any depth, replaced or removed. */
function spoiled(good: object): fc.Arbitrary<unknown> {
  const changes = fc.dictionary(fc.constantFrom(...fieldsOf(good)), fc.option(values), {
    maxKeys: 4,
  });
  return fc.oneof(
    { weight: 5, arbitrary: changes.map((change) => merge(good, change)) },
    { weight: 1, arbitrary: anything },
  );
}

const OPTIONAL = ['external_id', 'expires_in', 'webhook_url', 'utm', 'split', 'pix_key_type'];

function fieldsOf(good: object): string[] {
  const nested = Object.entries(good).flatMap(([name, value]) =>
    typeof value === 'object' ? Object.keys(value).map((inner) => `${name}.${inner}`) : [],
  );
  return [...Object.keys(good), ...nested, 'payer.email', ...OPTIONAL];
}

function merge(good: object, change: Record<string, unknown>): unknown {
  const body: Record<string, unknown> = structuredClone({ ...good });
  for (const [path, value] of Object.entries(change)) {
    const [name = '', inner] = path.split('.');
    const parent = inner === undefined ? body : body[name];
    if (typeof parent === 'object' && parent !== null) Reflect.set(parent, inner ?? name, value);
  }
  return body;
}

interface Problem {
  readonly error: string;
  readonly message: string;
  readonly code: string;
}

function checkAnswer(answer: { status: number; headers: Headers; text: string }): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  assert.ok(answer.headers.get('x-request-id'));
  if (answer.status < 400) return;
  const { error, message, code }: Problem = JSON.parse(answer.text);
  assert.ok(error && message && /^[a-z0-9_]+$/.test(code), answer.text);
}

const SPLIT = [
  { username: 'parceiro', percentage: 5 },
  { username: 'outro', amount: 100 },
];

for (const [path, good, numRuns] of [
  ['/v1/pix/qrcode', CHARGE, 400],
  ['/v1/pix/payout', PAYOUT, 400],
  ['/v1/splits/preview', { amount: 10_000, split: SPLIT }, 200],
  [`/v1/transactions/${known}/refund`, { amount: 1, reason: 'Troca', bear_all: true }, 100],
  [`/v1/test/charges/${known}/dispute`, { amount: 1, reason: 'fraud' }, 100],
  [`/v1/test/disputes/${disputeId}/close`, { outcome: 'rejected' }, 100],
  [`/v1/disputes/${disputeId}/defense`, { text: 'Entregue.' }, 100],
] as const) {
  const name = path.replace(known, ':id').replace(disputeId, ':id');
  test(`any body posted to ${name} gets an answer of the documented shape`, async () => {
    const headers = fc.dictionary(fc.constantFrom('idempotency-key', 'accept', 'x-odd'), asciiText);
    await fc.assert(
      fc.asyncProperty(spoiled(good), headers, async (body, extra) => {
        checkAnswer(
          await gateway.call('POST', path, {
            keys,
            headers: extra,
            body: JSON.stringify(body) ?? '',
          }),
        );
      }),
      { numRuns: runs(numRuns) },
    );
  });
}

test('a body of any content type and encoding gets an answer', async () => {
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=latin1',
    'text/plain',
    'application/problem+json',
    'multipart/form-data',
    'x',
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 500 }), types, async (body, type) => {
      const headers = { 'content-type': type };
      checkAnswer(await gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body }));
    }),
    { numRuns: runs(150) },
  );
});

test('any path, method and query gets an answer', async () => {
  const segments = fc.oneof(
    fc.constantFrom(known, 'v1', 'pix', 'image', '..', '%', '%ff'),
    asciiText,
  );
  const heads = fc.constantFrom('/v1/transactions/', '/v1/pix/qrcode/', '/v1/test/charges/', '/');
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
  const queries = fc.dictionary(
    fc.constantFrom('limit', 'cursor', 'status', 'type', 'created_from', 'charge_id', 'odd'),
    oddTexts.map((text) => text.toWellFormed()),
  );
  await fc.assert(
    fc.asyncProperty(heads, segments, methods, queries, async (head, segment, method, query) => {
      const path = `${head}${segment.replaceAll(/[?#\\]/g, '')}?${new URLSearchParams(query)}`;
      const answer = await gateway.call(method, path, { keys });
      if (answer.headers.get('content-type')?.includes('json')) checkAnswer(answer);
      assert.ok(answer.status < 500, `${method} ${path} ${answer.text}`);
      for (const list of ['transactions', 'splits', 'disputes']) {
        const target = `/v1/${list}?${new URLSearchParams(query)}`;
        checkAnswer(await gateway.call('GET', target, { keys }));
      }
    }),
    { numRuns: runs(300) },
  );
});

test('a connection that does not send HTTP is answered or closed', async () => {
  const port = Number(new URL(gateway.url).port);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.setEncoding('latin1').on('data', (text) => {
        received += text;
      });
      socket.on('error', () => {});
      socket.end(Buffer.concat([bytes, Buffer.from('\r\n\r\n\r\n\r\n')]));
      await once(socket, 'close');
      assert.doesNotMatch(received, /^HTTP\/1\.1 5/);
    }),
    { numRuns: runs(100) },
  );
});
