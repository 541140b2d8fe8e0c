import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { logIn, openSession, signIn } from '../support/panel.ts';

const METRICS_TOKEN = 'metrics-please';
const gateway = await startGateway(
  { after },
  { hasWorker: false, env: { BASE_URL: 'https://pix.loja.com.br', METRICS_TOKEN } },
);
const plain = await startGateway({ after }, { hasWorker: false });

/** A path of each kind of answer: pages, assets, JSON of each API, images and refusals. */
async function everyPath(): Promise<string[]> {
  const body = CHARGE;
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
  const id = String(created.body.internal_id);
  const docs = await gateway.call('GET', '/docs');
  const asset = /"(\/[^"]+\.(?:js|css))"/.exec(docs.text)?.[1] ?? '';
  const page = `/pagar/${id}`;
  return [
    '/',
    '/entrar',
    '/docs',
    asset,
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/v1/balance',
    '/v1/nada',
    '/nada',
    '/api/panel/test/overview',
    '/api/account/session',
    page,
    `${page}?embed=1`,
    `${page}/state`,
    `${page}/qr.png`,
    '/pagar/nada',
    '/assinar/nada',
    `/v1/pix/qrcode/${id}/image`,
  ];
}

test('every answer has a content security policy, nosniff and, with https, HSTS', async () => {
  for (const path of await everyPath()) {
    for (const keys of [SANDBOX_KEYS, undefined]) {
      const { headers } = await gateway.call('GET', path, { ...(keys && { keys }) });
      assert.match(String(headers.get('content-security-policy')), /^default-src 'none'/, path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
    }
  }
  assert.equal((await plain.call('GET', '/docs')).headers.get('strict-transport-security'), null);
});

test('answers of the API are stored by no cache, but the image of a code is', async () => {
  const body = CHARGE;
  const { keys } = await createMerchantWithKeys(gateway);
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const id = String(created.body.internal_id);
  const cacheOf = async (path: string, caller?: typeof keys) =>
    (await gateway.call('GET', path, caller && { keys: caller })).headers.get('cache-control');
  assert.equal(created.headers.get('cache-control'), 'no-store');
  for (const path of [
    `/v1/transactions/${id}`,
    '/v1/transactions',
    '/v1/balance',
    '/v1/events',
    '/v1/splits',
    '/v1/payment-links',
    '/v1/disputes',
    '/v1/statement',
    '/v1/unknown',
  ]) {
    assert.equal(await cacheOf(path, keys), 'no-store', path);
    assert.equal(await cacheOf(path), 'no-store', path);
  }
  assert.match(String(await cacheOf(`/v1/pix/qrcode/${id}/image`, keys)), /immutable/);
});

test('a request that is not HTTP is answered with the same headers', async () => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.end('NADA\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 /);
  for (const header of ['x-content-type-options', 'content-security-policy', 'strict-transport']) {
    assert.ok(answer.includes(header), header);
  }
});

test('with https the cookies are secure and bound to this host', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  assert.match(session.cookie(), /(^|; )__Host-pix-gateway\.session_token=/);
  const { sandbox } = gateway.appContext.config;
  const body = { email: sandbox.email, password: sandbox.password };
  const { headers } = await gateway.call('POST', '/api/account/log-in', { body });
  const cookies = headers.getSetCookie();
  assert.ok(cookies.length > 0);
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-/);
    assert.match(cookie, /; Path=\/(;|$)/i);
    assert.match(cookie, /; Secure(;|$)/i);
    assert.match(cookie, /; HttpOnly(;|$)/i);
    assert.doesNotMatch(cookie, /domain=/i);
  }
  const overHttp = await plain.call('POST', '/api/account/log-in', { body });
  for (const cookie of overHttp.headers.getSetCookie()) {
    assert.match(cookie, /^pix-gateway\./);
    assert.doesNotMatch(cookie, /; Secure/i);
  }
});

test('a request with a header of any proxy can’t read the metrics', async () => {
  const read = async (headers: Record<string, string>) =>
    (await plain.call('GET', '/metrics', { headers })).status;
  assert.equal(await read({}), 200);
  for (const name of [
    'forwarded',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
  ]) {
    assert.equal(await read({ [name]: 'for=203.0.113.9' }), 404, name);
  }
});

test('once other machines reach the gateway, the metrics are shown with the token only', async () => {
  const withToken = { authorization: `Bearer ${METRICS_TOKEN}` };
  assert.equal((await gateway.call('GET', '/metrics')).status, 404);
  assert.equal((await gateway.call('GET', '/metrics', { headers: withToken })).status, 200);
});

test('a request for a public host name can’t read the metrics', async () => {
  const { hostname, port } = new URL(plain.url);
  const ask = async (host: string): Promise<string> => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    return (await text(socket)).slice(0, 'HTTP/1.1 200'.length);
  };
  assert.equal(await ask(`localhost:${port}`), 'HTTP/1.1 200');
  assert.equal(await ask('pix.loja.com.br'), 'HTTP/1.1 404');
});

test('the log line of a request contains the address of the caller', async () => {
  const answer = await callGateway(`${gateway.url}/v1/balance`, 'GET', { keys: SANDBOX_KEYS });
  const id = answer.headers.get('x-request-id') ?? '';
  const line = await until('the request is logged', async () =>
    gateway.logLines.find((one) => one.includes(id)),
  );
  assert.equal(JSON.parse(line).address, '127.0.0.1');
});

interface Changes {
  readonly data: readonly { action: string; actor: { name: string; address: string } }[];
}

test('successful and failed log-ins are in the audit log', async (context) => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const body = { email: session.email, password: 'uma-senha-errada' };
  const visitor = openSession(gateway, session.email);
  assert.equal((await visitor.call('POST', '/api/account/log-in', { body })).status, 401);
  const second = await logIn(gateway, session.email);
  const path = '/api/account/log-in/second-factor';
  const wrong = await second.call('POST', path, { body: { code: '000000' } });
  assert.equal(wrong.body.code, 'second_factor_invalid');
  const right = await second.call('POST', path, { body: { code: await session.libraryCode() } });
  assert.equal(right.status, 200, right.text);
  const actions = async () =>
    (await session.call<Changes>('GET', '/api/panel/audit')).body.data
      .filter(({ action }) => /logged_in|log_in_failed/.test(action))
      .map(({ action, actor }) => {
        assert.deepEqual([actor.name, actor.address], [session.email, '127.0.0.1']);
        return action;
      })
      .sort();
  const expected = [
    'account.log_in_failed',
    'account.log_in_failed',
    'account.logged_in',
    'account.logged_in',
  ];
  await context.waitFor(async () => assert.deepEqual(await actions(), expected));
});

test('log-ins of the sandbox and of unknown e-mails are not in the audit log', async () => {
  const { sandbox } = gateway.appContext.config;
  await logIn(gateway, sandbox.email, sandbox.password);
  const body = { email: 'ninguem@loja.example', password: 'uma-senha-errada' };
  await gateway.call('POST', '/api/account/log-in', { body });
  const rows = await gateway.sql(
    `select from audit_log where actor_name in ($1, $2) and action like 'account.log%'`,
    [sandbox.email, body.email],
  );
  assert.equal(rows.length, 0);
});
