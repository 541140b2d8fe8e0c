import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  revokeCredential,
  rotateCredential,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { type PemPair, selfSigned, testCertificates } from '../banking/certificates.ts';
import { bearer } from '../support/api-pix.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { freePort } from '../support/gateway-process.ts';
import { signIn } from '../support/panel.ts';
import { callByTls } from '../support/tls-client.ts';

const DAY_MS = 86_400_000;
const { server } = testCertificates();
const folder = mkdtempSync(join(tmpdir(), 'api-pix-certificates-'));
after(() => rmSync(folder, { recursive: true }));
const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server-key.pem')];
writeFileSync(certificate, server.certificate);
writeFileSync(key, server.key);
const port = await freePort();
const gateway = await startGateway(
  { after },
  {
    hasWorker: false,
    env: {
      API_PIX_TLS_PORT: String(port),
      API_PIX_TLS_CERTIFICATE: certificate,
      API_PIX_TLS_KEY: key,
      TRUST_PROXY: 'loopback',
      API_PIX_CLIENT_CERTIFICATE_HEADER: 'X-Client-Cert',
    },
  },
);
let made = 0;

/** A certificate that no key has. */
function newCertificate(validDays?: number): PemPair {
  made += 1;
  return selfSigned(`erp ${made}`, validDays);
}

async function openShop() {
  const merchant = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant.merchant);
  const clientId = merchant.keys['client-id'];
  const path = `/api/panel/test/api-pix/credentials/${clientId}/certificates`;
  const register = (pem: Buffer | string) =>
    session.call<{ sha256: string; subject: string; code: string }>('POST', path, {
      body: { certificate: pem.toString() },
    });
  return { ...merchant, session, clientId, path, register };
}

/** Asks for a token as ACBr does for Banco do Brasil: a form with a client_id alone. */
function askToken(clientId: string, pair: PemPair | undefined, more = '') {
  return callByTls(port, {
    method: 'POST',
    path: '/pix/oauth/token',
    certificate: pair,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}${more}`,
  });
}

async function statusOf(token: unknown, pair: PemPair | undefined): Promise<number> {
  const headers = bearer(String(token));
  const call = { method: 'GET', path: '/pix/v2/webhook', headers, certificate: pair } as const;
  return (await callByTls(port, call)).status;
}

const refused = ({ status, body }: Awaited<ReturnType<typeof askToken>>) => [status, body.error];
const INVALID = [401, 'invalid_client'];

test('a registered certificate gets a token without the secret, bound to it', async () => {
  const { register, clientId } = await openShop();
  const own = newCertificate();
  assert.deepEqual(refused(await askToken(clientId, own)), INVALID, 'not registered yet');
  const added = await register(own.certificate);
  assert.equal(added.status, 201, added.text);
  assert.match(added.body.subject, /^CN=erp \d+$/);
  const issued = await askToken(clientId, own);
  assert.equal(issued.status, 200, JSON.stringify(issued.body));
  const { access_token: token } = issued.body;
  assert.equal(await statusOf(token, own), 200);
  assert.equal(await statusOf(token, newCertificate()), 401);
  assert.equal(await statusOf(token, undefined), 401);
  const empty = await askToken(clientId, own, '&client_secret=');
  assert.equal(empty.status, 200, 'an empty secret is none');
});

test('a wrong secret, another certificate and another merchant’s key are refused', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const [own, foreign] = [newCertificate(), newCertificate()];
  await shop.register(own.certificate);
  await other.register(foreign.certificate);
  const cases = [
    await askToken(shop.clientId, foreign),
    await askToken(other.clientId, own),
    await askToken(shop.clientId, undefined),
    await askToken(shop.clientId, own, '&client_secret=errado'),
    await askToken('svc_pk_test_desconhecida', own),
  ];
  for (const answer of cases) assert.deepEqual(refused(answer), INVALID);
});

test('a removed certificate, and a revoked or rotated key, end their tokens at once', async () => {
  const ends = {
    removed: async ({ session, path }: Awaited<ReturnType<typeof openShop>>, sha256: string) => {
      const gone = await session.call('DELETE', `${path}/${sha256}`);
      assert.equal(gone.status, 204, gone.text);
    },
    revoked: ({ clientId }: { clientId: string }) =>
      revokeCredential(gateway.appContext, { clientId }, commandActor),
    rotated: ({ clientId }: { clientId: string }) =>
      rotateCredential(gateway.appContext, { clientId }, commandActor),
  };
  for (const [name, end] of Object.entries(ends)) {
    const shop = await openShop();
    const own = newCertificate();
    const { body } = await shop.register(own.certificate);
    const { access_token: token } = (await askToken(shop.clientId, own)).body;
    assert.equal(await statusOf(token, own), 200, name);
    await end(shop, body.sha256);
    assert.equal(await statusOf(token, own), 401, name);
    assert.deepEqual(refused(await askToken(shop.clientId, own)), INVALID, name);
  }
});

test('a removed certificate leaves tokens that its client got by the secret', async () => {
  const shop = await openShop();
  const own = newCertificate();
  const { body } = await shop.register(own.certificate);
  const secret = encodeURIComponent(shop.keys['client-secret']);
  const bySecret = await askToken(shop.clientId, own, `&client_secret=${secret}`);
  await shop.session.call('DELETE', `${shop.path}/${body.sha256}`);
  assert.equal(await statusOf(bySecret.body.access_token, own), 200);
});

test('a certificate of a trusted proxy’s header gets a token, and one of another address doesn’t', async () => {
  const { register, clientId } = await openShop();
  const own = newCertificate();
  await register(own.certificate);
  const header = { 'x-client-cert': encodeURIComponent(own.certificate.toString()) };
  const ask = (headers: Record<string, string>) =>
    gateway.call('POST', '/pix/oauth/token', {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${clientId}`,
    });
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  const issued = await ask({ ...header, ...forwarded });
  assert.equal(issued.status, 200, issued.text);
  const token = bearer(String(issued.body.access_token));
  const use = async (headers: Record<string, string>) =>
    (await gateway.call('GET', '/pix/v2/webhook', { headers: { ...token, ...headers } })).status;
  assert.deepEqual([await use({ ...header, ...forwarded }), await use(forwarded)], [200, 401]);
  for (const headers of [header, forwarded, { ...forwarded, 'x-client-cert': '' }]) {
    assert.equal((await ask(headers)).status, 401);
  }
  // The port of TLS knows the certificate itself, and ignores the header.
  const claimed = await callByTls(port, {
    method: 'POST',
    path: '/pix/oauth/token',
    headers: { ...header, ...forwarded, 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}`,
  });
  assert.equal(claimed.status, 401);
});

test('only a valid certificate without its private key is registered, up to five a key', async () => {
  const { register, session, path, clientId } = await openShop();
  const own = newCertificate();
  const texts = [
    ['', 'client_certificate_invalid'],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'client_certificate_invalid'],
    [newCertificate(-0.5).certificate.toString(), 'client_certificate_invalid'],
    [`${own.certificate}${own.key}`, 'client_certificate_has_key'],
  ] as const;
  for (const [text, code] of texts) {
    const answer = await register(text);
    assert.deepEqual([answer.status, answer.body.code], [422, code]);
  }
  const first = await register(own.certificate);
  // A chain, and the same certificate again.
  const again = await register(`${own.certificate}${server.certificate}`);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  for (let count = 1; count < 5; count += 1) {
    assert.equal((await register(newCertificate().certificate)).status, 201);
  }
  const sixth = await register(newCertificate().certificate);
  assert.deepEqual([sixth.status, sixth.body.code], [422, 'too_many_client_certificates']);
  const shown = await session.call<{ certificates: { client_id: string; sha256: string }[] }>(
    'GET',
    '/api/panel/test/api-pix',
  );
  assert.equal(shown.body.certificates.length, 5);
  const listed = shown.body.certificates.find(({ sha256 }) => sha256 === first.body.sha256);
  assert.equal(listed?.client_id, clientId);
  const unknown = await session.call('DELETE', `${path}/${'0'.repeat(64)}`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'client_certificate_not_found']);
  const other = await openShop();
  const foreign = await other.session.call('DELETE', `${path}/${first.body.sha256}`);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'credential_not_found']);
  const { body } = await other.session.call<{ certificates: unknown[] }>(
    'GET',
    '/api/panel/test/api-pix',
  );
  assert.deepEqual(body.certificates, []);
});

test('additions and removals are in the audit log', async () => {
  const { register, session, path, merchant } = await openShop();
  const { body } = await register(newCertificate().certificate);
  await session.call('DELETE', `${path}/${body.sha256}`);
  const rows = await gateway.sql(
    `select action, details ->> 'sha256' as sha256 from audit_log
      where merchant_id = $1 and action like 'api_pix.certificate%' order by id`,
    [merchant.merchantId],
  );
  assert.deepEqual(rows, [
    { action: 'api_pix.certificate_added', sha256: body.sha256 },
    { action: 'api_pix.certificate_removed', sha256: body.sha256 },
  ]);
});

// The last test: the clock of the gateway goes on.
test('an expired certificate gets no token, and its tokens end with it', async () => {
  const { register, clientId } = await openShop();
  const own = newCertificate(2);
  await register(own.certificate);
  gateway.clock.advance(2 * DAY_MS - 60_000 * 30);
  const { access_token: token } = (await askToken(clientId, own)).body;
  assert.equal(await statusOf(token, own), 200);
  gateway.clock.advance(60_000 * 40);
  assert.equal(await statusOf(token, own), 401);
  assert.deepEqual(refused(await askToken(clientId, own)), INVALID);
});
