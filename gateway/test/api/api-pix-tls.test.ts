import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, loadConfig } from '#src/ground/config/config.ts';
import { type PemPair, testCertificates } from '../banking/certificates.ts';
import { basic, bearer } from '../support/api-pix.ts';
import { createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { freePort } from '../support/gateway-process.ts';
import { callByTls, type TlsCall } from '../support/tls-client.ts';

const { authority, server, client } = testCertificates();
const folder = mkdtempSync(join(tmpdir(), 'api-pix-tls-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const TLS = {
  API_PIX_TLS_CERTIFICATE: file('server.pem', server.certificate),
  API_PIX_TLS_KEY: file('server-key.pem', server.key),
};
const CA = { API_PIX_TLS_CLIENT_CA: file('ca.pem', authority) };

function tokenCall(keys: Keys, certificate?: PemPair): TlsCall {
  const headers = { ...basic(keys), 'content-type': 'application/json' };
  const body = '{"grant_type":"client_credentials"}';
  return { method: 'POST', path: '/pix/oauth/token', headers, body, certificate };
}

const listOf = (token: unknown, certificate?: PemPair): TlsCall => ({
  method: 'GET',
  path: '/pix/v2/webhook',
  certificate,
  headers: bearer(String(token)),
});

async function start(env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const gateway = await startGateway(
    { after },
    { hasWorker: false, env: { ...env, API_PIX_TLS_PORT: String(port) } },
  );
  const { keys } = await createMerchantWithKeys(gateway);
  return { gateway, port, keys };
}

test('a token is bound to the certificate that its client came with', async () => {
  const { gateway, port, keys } = await start({ ...TLS, ...CA });
  const issued = await callByTls(port, tokenCall(keys, client));
  assert.equal(issued.status, 200, JSON.stringify(issued.body));
  const token = issued.body.access_token;
  assert.equal((await callByTls(port, listOf(token, client))).status, 200);
  assert.equal((await callByTls(port, listOf(token, server))).status, 401, 'another certificate');
  const without = await gateway.call('GET', '/pix/v2/webhook', { headers: bearer(String(token)) });
  assert.equal(without.status, 401, 'no certificate');
});

test('with an authority, clients without one of its certificates are refused', async () => {
  const { port, keys } = await start({ ...TLS, ...CA });
  await assert.rejects(callByTls(port, tokenCall(keys)));
});

test('without an authority any certificate binds, and a client without one gets a free token', async () => {
  const { gateway, port, keys } = await start(TLS);
  const free = await callByTls(port, tokenCall(keys));
  assert.equal((await callByTls(port, listOf(free.body.access_token, client))).status, 200);
  const headers = bearer(String(free.body.access_token));
  assert.equal((await gateway.call('GET', '/pix/v2/webhook', { headers })).status, 200);
  const bound = await callByTls(port, tokenCall(keys, client));
  assert.equal((await callByTls(port, listOf(bound.body.access_token))).status, 401);
});

test('the port serves nothing but the Central Bank’s API', async () => {
  const { port, keys } = await start(TLS);
  for (const path of ['/', '/v1/balance', '/healthz', '/painel', '/pixel']) {
    const answer = await callByTls(port, { method: 'GET', path, headers: { ...keys } });
    assert.equal(answer.status, 404, path);
  }
});

test('a client of the port can’t claim another certificate or address by a header', async () => {
  const env = { TRUST_PROXY: 'loopback', API_PIX_CLIENT_CERTIFICATE_HEADER: 'X-Client-Cert' };
  const { port, keys } = await start({ ...TLS, ...env });
  const claimed = {
    'x-client-cert': encodeURIComponent(client.certificate.toString()),
    'x-forwarded-for': '203.0.113.7',
  };
  const call = tokenCall(keys);
  const issued = await callByTls(port, { ...call, headers: { ...call.headers, ...claimed } });
  assert.equal(issued.status, 200);
  // It is bound to nothing.
  assert.equal((await callByTls(port, listOf(issued.body.access_token))).status, 200);
});

const FORMS: Readonly<Record<string, string>> = {
  'percent-encoded PEM': encodeURIComponent(client.certificate.toString()),
  base64: derOf(client),
  'the form of RFC 9440': `:${derOf(client)}:`,
};

function derOf({ certificate }: PemPair): string {
  return certificate.toString().replaceAll(/-----[^-]+-----|\s/g, '');
}

test('a certificate that a trusted proxy tells of binds a token, in each form', async () => {
  const env = { TRUST_PROXY: 'loopback', API_PIX_CLIENT_CERTIFICATE_HEADER: 'X-Client-Cert' };
  const gateway = await startGateway({ after }, { hasWorker: false, env });
  const { keys } = await createMerchantWithKeys(gateway);
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  for (const [form, value] of Object.entries(FORMS)) {
    const proxied = { ...forwarded, 'x-client-cert': value };
    const issued = await gateway.call('POST', '/pix/oauth/token', {
      headers: { ...basic(keys), ...proxied },
      body: { grant_type: 'client_credentials' },
    });
    assert.equal(issued.status, 200, issued.text);
    const token = bearer(String(issued.body.access_token));
    const other = { ...forwarded, 'x-client-cert': derOf(server) };
    const answers = [];
    // The last one didn't come through the proxy, so its header is not believed.
    for (const headers of [proxied, other, forwarded, { 'x-client-cert': value }]) {
      const path = '/pix/v2/webhook';
      answers.push((await gateway.call('GET', path, { headers: { ...token, ...headers } })).status);
    }
    assert.deepEqual(answers, [200, 401, 401, 401], form);
  }
});

test('incomplete settings of the port stop the start', () => {
  for (const env of [
    { API_PIX_TLS_PORT: '8443' },
    TLS,
    { ...TLS, API_PIX_TLS_PORT: '0' },
    { ...TLS, API_PIX_TLS_PORT: '8443', API_PIX_TLS_CLIENT_CA: TLS.API_PIX_TLS_KEY },
    { API_PIX_CLIENT_CERTIFICATE_HEADER: 'x-client-cert' },
    // Anybody could send the header as a proxy.
    { API_PIX_CLIENT_CERTIFICATE_HEADER: 'x-client-cert', TRUST_PROXY: '1' },
    { API_PIX_CLIENT_CERTIFICATE_HEADER: 'não é', TRUST_PROXY: 'loopback' },
  ]) {
    assert.throws(() => loadConfig(env), ConfigError, JSON.stringify(env));
  }
});
