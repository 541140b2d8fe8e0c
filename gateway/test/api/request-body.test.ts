import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, PAYOUT, startGateway } from '../support/gateway.ts';

const BODY_BYTES_MAX = 64 * 1_024;
const gateway = await startGateway({ after }, { hasWorker: false });
const { keys } = await createMerchantWithKeys(gateway);
const posts = ['/v1/pix/qrcode', '/v1/pix/payout'];

/** Sends bytes unchanged; without a content type here, none is sent. */
async function post(path: string, body: Buffer | undefined, contentType?: string) {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { ...keys, ...(contentType !== undefined && { 'content-type': contentType }) },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  const { code } = JSON.parse(text);
  return { status: response.status, code, headers: response.headers };
}

/** A valid body, padded with white space to the length. */
function charge(lengthBytes: number): Buffer {
  return Buffer.from(JSON.stringify(CHARGE).padEnd(lengthBytes, ' '));
}

test('an empty body is refused as invalid JSON, with or without a Content-Type', async () => {
  for (const path of posts) {
    for (const type of ['application/json', undefined]) {
      const { status, code } = await post(path, undefined, type);
      assert.deepEqual([status, code], [400, 'invalid_json'], `${path} ${type}`);
    }
  }
});

test('a body that is not valid JSON is refused', async () => {
  const broken = ['{', '{"amount":1,}', "{'amount':1}", 'amount=1', ' ', '{"a":NaN}', '{}{}'];
  for (const path of posts) {
    for (const text of broken) {
      const { status, code } = await post(path, Buffer.from(text), 'application/json');
      assert.deepEqual([status, code], [400, 'invalid_json'], text);
    }
  }
});

test('a body that nests more than 64 levels is refused, also in a field that is ignored', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const withField = (levels: number) =>
    Buffer.from(`${JSON.stringify(CHARGE).slice(0, -1)},"ignored":${nested(levels)}}`);
  for (const path of [...posts, '/v1/payment-links', '/api/account/log-in', '/v1/unknown']) {
    for (const body of [withField(64), withField(30_000), Buffer.from(nested(30_000))]) {
      const { status, code } = await post(path, body, 'application/json');
      if (path === '/v1/unknown') assert.deepEqual([status, code], [404, 'route_not_found']);
      else assert.deepEqual([status, code], [400, 'invalid_json'], path);
    }
  }
  const accepted = await post('/v1/pix/qrcode', withField(63), 'application/json');
  assert.equal(accepted.status, 201);
});

test('a body with another Content-Type than JSON, or without one, is refused', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'json',
    undefined,
  ];
  for (const path of posts) {
    for (const type of types) {
      const { status, code } = await post(path, Buffer.from(JSON.stringify(PAYOUT)), type);
      assert.deepEqual([status, code], [415, 'unsupported_media_type'], type);
    }
  }
});

test('JSON is accepted with any spelling of its Content-Type and with any characters', async () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ]) {
    assert.equal((await post('/v1/pix/qrcode', charge(0), type)).status, 201, type);
  }
  const name = 'João \u{1f600} Ñandú 日本';
  const body = Buffer.from(JSON.stringify({ ...CHARGE, payer: { ...CHARGE.payer, name } }));
  assert.equal((await post('/v1/pix/qrcode', body, 'application/json')).status, 201);
});

test('a body that is not UTF-8 is refused, so that no name loses characters', async () => {
  const text = JSON.stringify({ ...CHARGE, payer: { ...CHARGE.payer, name: 'João' } });
  for (const body of [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]) {
    const { status, code } = await post('/v1/pix/qrcode', body, 'application/json');
    assert.deepEqual([status, code], [400, 'invalid_json']);
  }
});

test('64 KiB are accepted and one byte more is refused, with or without Content-Length', async () => {
  const json = 'application/json';
  assert.equal((await post('/v1/pix/qrcode', charge(BODY_BYTES_MAX), json)).status, 201);
  for (const path of posts) {
    const { status, code } = await post(path, charge(BODY_BYTES_MAX + 1), json);
    assert.deepEqual([status, code], [413, 'payload_too_large']);
  }
  const answer = await sendChunked(charge(BODY_BYTES_MAX + 1));
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /"code":"payload_too_large"/);
  assert.match(await sendChunked(charge(BODY_BYTES_MAX)), /^HTTP\/1\.1 201 /);
});

async function sendChunked(body: Buffer): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  // The gateway may close before it has read everything.
  socket.on('error', () => {});
  socket.write(
    'POST /v1/pix/qrcode HTTP/1.1\r\nhost: x\r\nconnection: close\r\n' +
      `client-id: ${keys['client-id']}\r\nclient-secret: ${keys['client-secret']}\r\n` +
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  socket.write(`${body.length.toString(16)}\r\n`);
  socket.write(body);
  socket.write('\r\n0\r\n\r\n');
  await once(socket, 'close');
  return answer;
}

test('a client that hangs up in the middle of its body is no outage of the database', async () => {
  const known = gateway.logLines.length;
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.write(
    'POST /v1/pix/qrcode HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
      `client-id: ${keys['client-id']}\r\nclient-secret: ${keys['client-secret']}\r\n` +
      'content-length: 1000\r\n\r\n{',
  );
  socket.end();
  await once(socket.resume(), 'close');
  assert.equal((await gateway.call('GET', '/healthz')).status, 200);
  const lines = gateway.logLines.slice(known);
  assert.deepEqual(
    lines.filter((line) => /database|"level":(40|50)/.test(line)),
    [],
  );
});

test('a request that is refused for its body shows the rate limit of its key', async () => {
  const bodies = [
    [undefined, 'application/json'],
    [Buffer.from('{'), 'application/json'],
    [Buffer.from('x'), 'text/plain'],
    [charge(BODY_BYTES_MAX + 1), 'application/json'],
  ] as const;
  for (const [body, type] of bodies) {
    const { headers } = await post('/v1/pix/qrcode', body, type);
    assert.match(String(headers.get('ratelimit-remaining')), /^\d+$/);
    assert.match(String(headers.get('x-request-id')), /^[0-9a-f-]{36}$/);
  }
});

test('a text that PostgreSQL can’t store is refused in every field', async () => {
  for (const evil of ['\\u0000', 'x\\u0000y', '\\ud800', '\\udc00x']) {
    const bodies = [
      ['/v1/pix/qrcode', `{"amount":100,"payer":{"name":"${evil}","document":"12345678909"}}`],
      ['/v1/pix/qrcode', JSON.stringify(CHARGE).replace('{', `{"external_id":"${evil}",`)],
      ['/v1/pix/qrcode', JSON.stringify(CHARGE).replace('{', `{"utm":{"${evil}":"x"},`)],
      ['/v1/pix/qrcode', JSON.stringify(CHARGE).replace('{', `{"webhook_url":"http://x/${evil}",`)],
      ['/v1/pix/payout', JSON.stringify(PAYOUT).replace('João', evil)],
      ['/v1/pix/payout', JSON.stringify(PAYOUT).replace('{', `{"external_id":"${evil}",`)],
    ] as const;
    for (const [path, body] of bodies) {
      const { status, code } = await post(path, Buffer.from(body), 'application/json');
      assert.deepEqual([status, code], [400, 'invalid_request'], body);
    }
    const key = JSON.stringify(PAYOUT).replace('+5511987654321', evil);
    assert.equal((await post('/v1/pix/payout', Buffer.from(key), 'application/json')).status, 422);
    const ignored = JSON.stringify(CHARGE).replace('{', `{"unknown":{"${evil}":"${evil}"},`);
    const answer = await gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      body: ignored,
      headers: { 'idempotency-key': `unknown-${Buffer.from(evil).toString('hex')}` },
    });
    assert.equal(answer.status, 201, ignored);
  }
});
