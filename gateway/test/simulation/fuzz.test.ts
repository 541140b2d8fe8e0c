import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { createDisputer } from '../support/disputes.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { parseAnswers, request, type Wire } from '../support/raw-http.ts';
import { HAS_FEW_RUNS, runs } from '../support/runs.ts';

// Compares every answer with the OpenAPI document, gives every request a deadline, and writes the
// bytes of the requests itself.
// The gateway itself ends a request that doesn't arrive after 30 s.
const DEADLINE_MS = 25_000;
const gateway = await startGateway({ after }, { hasWorker: false });
const port = Number(new URL(gateway.url).port);
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { faultOfAnswer } = createAnswerCheck(document);
const { keys, merchant } = await createMerchantWithKeys(gateway);
const liveKeys = await createKeys(gateway.appContext, merchant, 'live');
const paid = await receivePayment(gateway, keys);
const id = String(paid.internal_id);
const { body: dispute } = await createDisputer(gateway).dispute(keys, id, { amount: 100 });
const { body: events } = await gateway.call<{ data: { id: string }[] }>('GET', '/v1/events', {
  keys,
});
const { body: webhook } = await gateway.call('POST', '/v1/webhook-endpoints', {
  keys,
  body: { url: 'https://loja.example.com/webhooks' },
});
const operations = documentedOperations(document, {
  charge: id,
  dispute: String(dispute.internal_id),
  event: events.data[0]?.id ?? '',
  webhook: String(webhook.id),
});

/** Sends bytes over a new connection and returns the answers, which must meet the deadline. */
async function send(bytes: Buffer, isCutOff = false): Promise<Wire[]> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  socket.write(bytes);
  if (isCutOff) socket.end();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, DEADLINE_MS);
  await once(socket, 'close');
  clearTimeout(timer);
  assert.ok(!isLate, `no end to ${bytes.toString('latin1').slice(0, 300)}`);
  return parseAnswers(Buffer.concat(chunks));
}

function checkWire(method: string, path: string, answer: Wire, isLive = false): void {
  const { status, headers, text } = answer;
  const words = `${method} ${path} → ${status} ${text}`;
  if (isLive && status === 503) assert.match(text, /"(provider|subscriptions)_unavailable"/);
  else assert.ok(status >= 200 && status < 500, words);
  assert.ok(headers.get('x-request-id'), words);
  if (status < 400 || method === 'HEAD') return;
  const { error, message, code } = JSON.parse(text);
  assert.ok(error && message && /^[a-z0-9_]+$/.test(code), words);
  assert.equal(status === 400 ? undefined : faultOfAnswer(method, path, answer), undefined);
}

/** A valid body for each operation, by the end of its path. */
const VALID_BODIES: Readonly<Record<string, object>> = {
  qrcode: CHARGE,
  payout: PAYOUT,
  preview: { amount: 10_000 },
  refund: { amount: 1 },
  dispute: { amount: 1 },
  defense: { text: 'Entregue.' },
  close: { outcome: 'rejected' },
  resend: {},
  'webhook-endpoints': { url: 'https://loja.example.com/webhooks', events: ['deposit.paid'] },
};
const ANY_OF = { requiredKeys: [] };
const json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
/** Bodies to replace the valid one; undefined keeps it. */
const bodies = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
  fc.integer({ min: 1, max: 30_000 }).map((depth) => Buffer.from('['.repeat(depth))),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => {
    return Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  }),
  fc.constantFrom(
    Buffer.from('{"__proto__": {"amount": 1}, "amount": 10000}'),
    Buffer.from('{"amount": 1, "amount": 2, "amount": "3"}'),
    Buffer.from('\ufeff{"amount": 1}'),
    Buffer.from('{"amount": 1}', 'utf16le'),
    Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28, 0x22]),
    gzipSync('{"amount": 1}'),
    Buffer.alloc(65_537, 'a'),
    Buffer.alloc(0),
  ),
  {
    weight: 4,
    arbitrary: fc
      .record({ amount: fc.oneof(fc.nat(9_999), fc.jsonValue()), split: fc.jsonValue() }, ANY_OF)
      .chain((change) => fc.constantFrom({ ...CHARGE, ...change }, { ...PAYOUT, ...change }))
      .map(json),
  },
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
);

const changes = operations.filter(({ method }) => method !== 'GET');
const posts = changes.filter(({ method }) => method === 'POST').map(({ path }) => path);
const gets = operations.filter(({ method }) => method === 'GET');
const texts = fc.oneof(fc.constantFrom(id, 'paid', 'open', '2026-11-20', '5'), fc.string());
const reads = fc.constantFrom(...gets).chain(({ path, query }) => {
  const unknown = path.includes(id) ? [path, `${path}0`] : [path];
  const queries = fc.dictionary(fc.constantFrom('odd', ...query), texts, { maxKeys: 3 });
  return fc
    .tuple(fc.constantFrom(...unknown), queries)
    .map(([target, values]) => `${target}?${new URLSearchParams(values)}`);
});
const methods = fc.constantFrom('POST', 'GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS');
const calls = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...changes).map(({ method, path }) => [method, path] as const),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('GET', 'HEAD'), reads) },
  { weight: 1, arbitrary: fc.tuple(methods, fc.oneof(fc.constantFrom(...posts), reads)) },
);
const printable = fc.string({ unit: fc.constantFrom(...'aZ09 _-=,;:/*"\\{}~é'), maxLength: 60 });
const oddHeaders = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'Application/JSON;q',
      'text/json',
      'text/plain',
      'application/problem+json',
      'multipart/form-data',
      'x',
      '',
    ),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity'),
    'idempotency-key': printable,
    accept: printable,
    'if-none-match': printable,
    expect: fc.constantFrom('100-continue', 'something-else'),
    'x-forwarded-for': printable,
    'x-http-method-override': fc.constantFrom('DELETE', 'PATCH'),
  },
  ANY_OF,
);
const someHeaders = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, oddHeaders);
const callers = fc.constantFrom(keys, keys, keys, keys, keys, keys, liveKeys, {});

test('any request to a route of /v1 is answered as the OpenAPI document says', async (context) => {
  const counts = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({ call: calls, extra: someHeaders, wild: bodies, by: callers }),
      async ({ call: [method, path], extra, wild, by }) => {
        const body = wild ?? json(VALID_BODIES[path.split('/').at(-1) ?? ''] ?? {});
        const length = { 'content-length': body.length, connection: 'close' };
        const headers = { 'content-type': 'application/json', ...by, ...extra, ...length };
        const answers = await send(request(method, path, headers, body));
        assert.equal(answers.length, 1);
        for (const answer of answers) {
          counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
          checkWire(method, path, answer, by === liveKeys);
        }
      },
    ),
    { numRuns: runs(2_500) },
  );
  context.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())));
  for (const status of HAS_FEW_RUNS ? [] : [200, 201, 400, 401, 404, 405, 413, 415, 422]) {
    assert.ok(counts.has(status), `${status} was never seen`);
  }
});

const operationPaths = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs/', '/', '/%00'];

test('any request to the pages, the metrics and the health routes gets an answer below 500', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operationPaths),
      methods,
      oddHeaders,
      fc.webQueryParameters(),
      async (path, method, { expect: _, ...extra }, query) => {
        const target = `${path}?${query.replaceAll(/[^\x21-\x7e]/g, '')}`;
        const headers = { ...extra, connection: 'close', 'content-length': 0 };
        const [answer] = await send(request(method, target, headers, Buffer.alloc(0)));
        assert.ok(answer && answer.status < 500, `${method} ${target} ${answer?.text}`);
      },
    ),
    { numRuns: runs(150) },
  );
});

const good = request(
  'POST',
  '/v1/pix/qrcode',
  { ...keys, 'content-type': 'application/json', 'content-length': json(CHARGE).length },
  json(CHARGE),
);
const smuggled = 'Transfer-Encoding: chunked\r\n\r\n';
const broken = fc.oneof(
  // A valid request with bytes replaced, cut off, or sent several times.
  fc
    .tuple(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    .map(([at, bytes]) => Buffer.concat([good.subarray(0, at), bytes, good.subarray(at + 8)])),
  fc.nat(good.length - 1).map((at) => good.subarray(0, at)),
  fc.nat(3).map((times) => Buffer.concat(Array(times + 1).fill(good))),
  fc.constantFrom(
    Buffer.from(
      `POST /v1/pix/qrcode HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n${smuggled}0\r\n\r\n`,
    ),
    Buffer.from(`POST /v1/pix/qrcode HTTP/1.1\r\nhost: x\r\n${smuggled}zz\r\n`),
    Buffer.from('GET /v1/balance HTTP/1.1\r\n\r\n'),
    Buffer.from('GET /v1/balance HTTP/9.9\r\nhost: x\r\n\r\n'),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`),
    Buffer.from(`GET / HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(4_000)}\r\n`),
    Buffer.from(
      'GET http://example.com/v1/balance HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    ),
    Buffer.from('CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n'),
    Buffer.from(
      'GET /v1/balance HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n',
    ),
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
  ),
);

test('broken HTTP is answered in the documented shape or cut off, and the gateway keeps serving', async () => {
  await fc.assert(
    fc.asyncProperty(broken, async (bytes) => {
      for (const answer of await send(bytes, true)) checkWire('POST', 'broken', answer);
    }),
    { numRuns: runs(400) },
  );
  assert.equal((await gateway.call('GET', '/v1/balance', { keys })).status, 200);
  assert.doesNotMatch(gateway.logLines.join(''), /"a request failed"/);
});
