import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  type Answer,
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  startGateway,
  until,
} from '../support/gateway.ts';

const env = { TRUST_PROXY: 'true' };
const gateway = await startGateway({ after }, { hasWorker: false, env });
const deps = { ...gateway.appContext, fees: gateway.appContext.config.fees };
const { keys } = await createMerchantWithKeys(gateway);
const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
const id = String(created.body.internal_id);

/** Every path of the API, with the methods it has. */
const routes: readonly (readonly [string, string])[] = [
  ['/v1/pix/qrcode', 'POST'],
  ['/v1/pix/payout', 'POST'],
  ['/v1/balance', 'GET, HEAD'],
  ['/v1/transactions', 'GET, HEAD'],
  [`/v1/transactions/${id}`, 'GET, HEAD, PATCH'],
  [`/v1/pix/qrcode/${id}/image`, 'GET, HEAD'],
  [`/v1/test/charges/${id}/pay`, 'POST'],
];
const UNKNOWN = ['/v1', '/v1/', '/v1/x', '/v1/balance/', '/v1/Balance', '/v1/transactions/x/y'];

/** Each call without right keys comes from its own address, because failures are counted. */
let calls = 0;
function from(): Record<string, string> {
  calls += 1;
  return { 'x-forwarded-for': `198.18.${Math.floor(calls / 250)}.${calls % 250}` };
}

function checkRefusal(answer: Answer, status: number, code: string): void {
  const { error, message } = answer.body;
  assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
  assert.equal(error, STATUS_CODES[status]);
  assert.ok(typeof message === 'string' && message.length > 10);
  const hasDetails = code === 'invalid_request';
  const fields = ['error', 'message', 'code', ...(hasDetails ? ['details'] : [])];
  assert.deepEqual(Object.keys(answer.body), fields);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(String(answer.headers.get('x-request-id')), /^[0-9a-f-]{36}$/);
}

test('a method that a path does not support gets 405 and the allowed ones, with or without keys', async () => {
  for (const [path, allow] of routes) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allow.includes(method)) continue;
      const wrong = { ...keys, 'client-secret': 'x' };
      for (const by of [undefined, wrong, keys]) {
        const headers = from();
        const answer = await gateway.call(method, path, { headers, ...(by && { keys: by }) });
        checkRefusal(answer, 405, 'method_not_allowed');
        assert.equal(answer.headers.get('allow'), allow, `${method} ${path}`);
        const limit = answer.headers.get('ratelimit-limit');
        assert.equal(limit === null, by !== keys, `${method} ${path} ${limit}`);
      }
    }
  }
});

test('a path that also fits the pattern of another one gets 405 for its own methods', async () => {
  // GET is a method of /api/panel/:environment/recipients/:username.
  const path = '/api/panel/closing-mails/recipients/1';
  const answer = await gateway.call('GET', path);
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'DELETE, PATCH']);
});

test('a request with a method that its path does not have is logged with the pattern of the path', async () => {
  const { headers } = await gateway.call('PUT', `/v1/transactions/${id}`, { keys });
  const requestId = headers.get('x-request-id');
  const line = await until('the line is written', async () =>
    gateway.logLines.map((text) => JSON.parse(text)).find(({ reqId }) => reqId === requestId),
  );
  assert.deepEqual([line.route, line.status], ['/v1/transactions/:internal_id', 405]);
});

test('a rare HTTP method gets 405 and the allowed ones', async () => {
  for (const method of ['QUERY', 'PROPFIND', 'SEARCH', 'PURGE', 'REPORT']) {
    const answer = await gateway.call(method, '/v1/balance', { keys });
    checkRefusal(answer, 405, 'method_not_allowed');
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    checkRefusal(await gateway.call(method, '/v1/x', { keys }), 404, 'route_not_found');
  }
});

test('under /v1 an unknown path answers 404 with a correct secret and 401 without one', async () => {
  for (const path of UNKNOWN) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const stranger = await gateway.call(method, path, { headers: from() });
      checkRefusal(stranger, 401, 'invalid_credentials');
      const known = await gateway.call(method, path, { keys });
      checkRefusal(known, 404, 'route_not_found');
      assert.match(String(known.headers.get('ratelimit-remaining')), /^\d+$/);
    }
  }
  const asPage = await gateway.call('GET', '/v1/x', { keys, headers: { accept: 'text/html' } });
  checkRefusal(asPage, 404, 'route_not_found');
});

test('outside /v1 an unknown path answers 404 with a page for browsers and JSON for programs', async () => {
  for (const accept of ['*/*', 'application/json', 'text/plain']) {
    checkRefusal(
      await gateway.call('GET', '/desconhecido', { headers: { accept } }),
      404,
      'route_not_found',
    );
  }
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const page = await gateway.call('GET', '/desconhecido', { headers: { accept } });
  assert.equal(page.status, 404);
  assert.match(String(page.headers.get('content-type')), /^text\/html/);
  assert.match(page.text, /lang="pt-BR"/);
});

test('HEAD gives the headers of GET without the body', async () => {
  for (const [path, allow] of routes) {
    if (!allow.includes('HEAD')) continue;
    const get = await fetch(`${gateway.url}${path}`, { headers: { ...keys } });
    await get.arrayBuffer();
    const head = await fetch(`${gateway.url}${path}`, { method: 'HEAD', headers: { ...keys } });
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    assert.equal(head.status, get.status, path);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
    }
    const stranger = { method: 'HEAD', headers: from() };
    assert.equal((await fetch(`${gateway.url}${path}`, stranger)).status, 401);
  }
});

test('every answer has a request id of its own, and the log contains it', async () => {
  const paths = [
    '/',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/x',
    '/v1/x',
    '/v1/balance',
  ];
  const ids: string[] = [];
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const headers = { ...from(), 'x-request-id': 'chosen-by-the-caller' };
      const answer = await fetch(`${gateway.url}${path}`, { method, headers });
      await answer.arrayBuffer();
      ids.push(String(answer.headers.get('x-request-id')));
    }
  }
  assert.equal(new Set(ids).size, ids.length);
  const log = gateway.logLines.join('');
  for (const one of ids) assert.ok(log.includes(`"reqId":"${one}"`), one);
});

test('of several faults the one that is checked first is answered', async () => {
  const suspended = await createMerchantWithKeys(gateway);
  await changeMerchantStatus(deps, suspended.username, { change: 'suspend' }, commandActor);
  const wrong = { ...keys, 'client-secret': 'svc_sk_test_x' };
  const badKey = { 'idempotency-key': 'x' };
  const text = { 'content-type': 'text/plain' };
  const split = 'x';
  const cases: readonly (readonly [string, string, Keys, object, unknown])[] = [
    ['DELETE', 'method_not_allowed', wrong, badKey, '{'],
    ['POST', 'invalid_credentials', wrong, { ...badKey, ...text }, '{'],
    ['POST', 'account_suspended', suspended.keys, { ...badKey, ...text }, '{'],
    ['POST', 'idempotency_key_invalid', keys, { ...badKey, ...text }, '{'],
    ['POST', 'unsupported_media_type', keys, text, '{'],
    ['POST', 'invalid_json', keys, {}, '{'],
    ['POST', 'invalid_request', keys, {}, { ...CHARGE, amount: 0, split }],
    ['POST', 'invalid_split', keys, {}, { ...CHARGE, amount: 1, split }],
    ['POST', 'amount_too_small', keys, {}, { ...CHARGE, amount: 1 }],
  ];
  for (const [method, code, by, headers, body] of cases) {
    const options = { keys: by, headers: { ...headers }, body };
    const answer = await gateway.call(method, '/v1/pix/qrcode', options);
    assert.equal(answer.body.code, code, answer.text);
    assert.equal(answer.body.error, STATUS_CODES[answer.status]);
  }
  const key = { keys, headers: badKey, body: '{' };
  const payout = await gateway.call('POST', '/v1/pix/payout', key);
  checkRefusal(payout, 400, 'idempotency_key_invalid');
  const refused = { keys, body: { ...PAYOUT, amount: 0, pix_key: 'x' } };
  checkRefusal(await gateway.call('POST', '/v1/pix/payout', refused), 400, 'invalid_request');
});

test('a malformed Idempotency-Key is refused on a POST and ignored on a GET', async () => {
  const wrong = ['', 'x', '1234567', 'a'.repeat(129), 'with space', 'ponto.final', 'chave/chave'];
  for (const [path, body] of [
    ['/v1/pix/qrcode', CHARGE],
    ['/v1/pix/payout', PAYOUT],
  ] as const) {
    for (const key of wrong) {
      const headers = { 'idempotency-key': key };
      const answer = await gateway.call('POST', path, { keys, body, headers });
      checkRefusal(answer, 400, 'idempotency_key_invalid');
    }
  }
  for (const key of ['12345678', 'a_B-'.repeat(32)]) {
    const headers = { 'idempotency-key': key };
    const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE, headers });
    assert.equal(answer.status, 201, key);
  }
  const headers = { 'idempotency-key': 'x' };
  assert.equal((await gateway.call('GET', '/v1/balance', { keys, headers })).status, 200);
});

test('a malformed transaction id answers 404 with keys and 401 without', async () => {
  const shapes = ['%20', '%e2%82', '%C3%28', '%u0000', id.toUpperCase(), `${id}%00`];
  const odd = [...shapes, id.replaceAll('-', ''), `{${id}}`, `${id},${id}`, "'", 'null', '-1'];
  for (const one of odd) {
    for (const [method, path] of [
      ['GET', `/v1/transactions/${one}`],
      ['GET', `/v1/pix/qrcode/${one}/image`],
      ['POST', `/v1/test/charges/${one}/pay`],
    ] as const) {
      const answer = await gateway.call(method, path, { keys });
      checkRefusal(answer, 404, 'transaction_not_found');
      const stranger = await gateway.call(method, path, { headers: from() });
      checkRefusal(stranger, 401, 'invalid_credentials');
    }
  }
});

test('a path of more than 4 KiB is unknown before anything else reads it, also with keys', async () => {
  for (const path of [
    `/pix/v2/${'/'.repeat(8_000)}x`,
    `/v1/transactions/${'a'.repeat(4_096)}`,
    `/${'a'.repeat(4_096)}?q=1`,
  ]) {
    for (const by of [undefined, keys]) {
      const answer = await gateway.call('GET', path, by ? { keys: by } : {});
      assert.equal(answer.status, 404, path.slice(0, 20));
      assert.match(answer.text, path.startsWith('/pix') ? /NaoEncontrado/ : /route_not_found/);
    }
  }
  const long = await gateway.call('GET', `/v1/transactions/${'a'.repeat(4_000)}`, { keys });
  checkRefusal(long, 404, 'transaction_not_found');
});

test('wrong secrets with a wrong method are failed authentications: after 30 they get 429', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  const wrong = { ...keys, 'client-secret': 'x' };
  const tried: number[] = [];
  for (let index = 0; index < 31; index += 1) {
    const { status } = await gateway.call('DELETE', '/v1/balance', { keys: wrong, headers });
    tried.push(status);
  }
  assert.deepEqual(tried, [...Array(30).fill(405), 429]);
  const right = await gateway.call('DELETE', '/v1/balance', { keys, headers });
  assert.equal(right.status, 405);
});
