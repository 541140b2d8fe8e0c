import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createCredential,
  revokeCredential,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { KeyScope } from '#src/ground/access/key-rights.ts';
import {
  basic,
  bearer,
  callStandard,
  openStandardClient,
  requestToken,
  typeOf,
} from '../support/api-pix.ts';
import { standardOperations } from '../support/bcb/standard.ts';
import {
  callGateway,
  createMerchantWithKeys,
  type Keys,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { url } = gateway;
const { keys, merchant } = await createMerchantWithKeys(gateway);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const HOUR_MS = 3_600_000;

async function keysWith(scopes: readonly KeyScope[] | null, addresses?: string[]): Promise<Keys> {
  const settings = {
    environment: 'test',
    name: 'ERP',
    rights: { scopes, ...(addresses && { addresses }) },
  } as const;
  const pair = await createCredential(gateway.appContext, merchant, settings, commandActor);
  return { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
}

test('a token is given in each form in which clients of banks ask for it', async () => {
  const id = keys['client-id'];
  const secret = keys['client-secret'];
  const grant = 'grant_type=client_credentials';
  const json = { grant_type: 'client_credentials' };
  const forms = [
    { headers: { ...FORM, ...basic(keys) }, body: grant },
    { headers: { ...FORM }, body: `${grant}&client_id=${id}&client_secret=${secret}` },
    { headers: basic(keys), body: json },
    { headers: basic(keys), body: `${JSON.stringify(json)}\r\n` },
    { headers: {}, body: { ...json, client_id: id, client_secret: secret } },
  ];
  const names = ['/pix/oauth/token', '/oauth/token', '/pix/oauth/v2/token', '/oauth/v2/token'];
  for (const path of names) {
    for (const form of forms) {
      const issued = await callGateway<Record<string, unknown>>(`${url}${path}`, 'POST', form);
      assert.equal(issued.status, 200, issued.text);
      assert.equal(issued.headers.get('cache-control'), 'no-store');
      const { access_token: token, scope, ...others } = issued.body;
      assert.deepEqual(others, { token_type: 'Bearer', expires_in: 3600 });
      assert.match(String(scope), /^cob\.read cob\.write /);
      const headers = bearer(String(token));
      const listed = await callStandard(url, { method: 'GET', path: '/webhook', headers });
      assert.equal(listed.status, 200, listed.text);
    }
  }
});

test('an error of a token has the form of RFC 6749', async () => {
  const path = `${url}/pix/oauth/token`;
  const ask = (headers: Record<string, string>, body: unknown) =>
    callGateway<Record<string, unknown>>(path, 'POST', { headers, body });
  const grant = { grant_type: 'client_credentials' };
  const wrong = { ...keys, 'client-secret': 'svc_sk_test_errado' };
  const cases = [
    [await ask(basic(wrong), grant), 401, 'invalid_client'],
    [await ask({}, grant), 401, 'invalid_client'],
    [await ask(basic(keys), {}), 400, 'invalid_request'],
    [await ask(basic(keys), 'not json'), 400, 'invalid_request'],
    [await ask(basic(keys), { grant_type: 'password' }), 400, 'unsupported_grant_type'],
    [await ask(basic(keys), { ...grant, scope: 'gn.balance' }), 400, 'invalid_scope'],
  ] as const;
  for (const [answer, status, error] of cases) {
    assert.deepEqual([answer.status, answer.body.error], [status, error]);
    assert.equal(typeof answer.body.error_description, 'string');
  }
  assert.match(cases[0][0].headers.get('www-authenticate') ?? '', /^Basic /);
  assert.equal(cases[1][0].headers.get('www-authenticate'), null);
});

test('a token has the scopes asked for that its key has, and says which', async () => {
  const erp = await keysWith(['charges:write', 'webhooks:read']);
  const all = await openStandardClient(gateway, erp);
  assert.deepEqual(all.scope.split(' '), [
    'cob.read',
    'cob.write',
    'cobv.read',
    'cobv.write',
    'lotecobv.read',
    'lotecobv.write',
    'payloadlocation.read',
    'payloadlocation.write',
    'pix.read',
    'webhook.read',
    'cobr.read',
    'cobr.write',
    'payloadlocationrec.read',
    'payloadlocationrec.write',
    'rec.read',
    'rec.write',
    'solicrec.read',
    'solicrec.write',
    'webhookcobr.read',
    'webhookrec.read',
  ]);
  const some = await openStandardClient(
    gateway,
    erp,
    'pix.write cob.read webhookcobr.write gn.balance',
  );
  assert.equal(some.scope, 'cob.read');
  const refused = await some.call('GET', '/webhook');
  assert.deepEqual([refused.status, typeOf(refused)], [403, 'AcessoNegado']);
  assert.match(refused.headers.get('www-authenticate') ?? '', /error="insufficient_scope"/);
});

test('a token without the scope of an operation is refused, for each operation', async () => {
  const erp = await keysWith(null);
  const scopes = (await openStandardClient(gateway, erp)).scope.split(' ');
  for (const { method, path, scope } of standardOperations()) {
    if (!scopes.includes(scope)) continue;
    const others = scopes.filter((one) => one !== scope).join(' ');
    const client = await openStandardClient(gateway, erp, others);
    const filled = path.replace(/\{[^}]+\}/g, '1');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const answer = await client.call(method, filled, body);
    if (answer.status === 404 && typeOf(answer) === 'NaoEncontrado') continue;
    assert.deepEqual(
      [method, path, answer.status, typeOf(answer)],
      [method, path, 403, 'AcessoNegado'],
    );
  }
});

test('a token ends after an hour, and at once when its key is revoked', async () => {
  const erp = await keysWith(null);
  const client = await openStandardClient(gateway, erp);
  gateway.clock.advance(HOUR_MS - 1_000);
  assert.equal((await client.call('GET', '/webhook')).status, 200);
  gateway.clock.advance(1_000);
  const ended = await client.call('GET', '/webhook');
  assert.equal(ended.status, 401);
  assert.match(ended.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  const next = await openStandardClient(gateway, erp);
  assert.equal((await next.call('GET', '/webhook')).status, 200);
  await revokeCredential(gateway.appContext, { clientId: erp['client-id'] }, commandActor);
  assert.equal((await next.call('GET', '/webhook')).status, 401);
  assert.equal((await requestToken(url, erp)).status, 401);
});

test('a token is refused when one character differs, and without a token no code is given', async () => {
  const { token } = await openStandardClient(gateway, keys);
  const [payload = '', signature = ''] = token.split('.');
  const turned = (text: string, index: number) =>
    `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
  const forged = [
    `${turned(payload, 20)}.${signature}`,
    `${payload}.${turned(signature, 5)}`,
    `${payload}.`,
    payload,
    'x',
  ];
  for (const text of forged) {
    const headers = bearer(text);
    const answer = await callStandard(url, { method: 'GET', path: '/webhook', headers });
    assert.equal(answer.status, 401, text);
  }
  const bare = await callStandard(url, { method: 'GET', path: '/webhook' });
  assert.deepEqual(
    [bare.status, bare.headers.get('www-authenticate')],
    [401, 'Bearer realm="pix"'],
  );
});

test('a key that may only be used elsewhere gets no token here', async () => {
  const elsewhere = await keysWith(null, ['203.0.113.7']);
  assert.equal((await requestToken(url, elsewhere)).status, 401);
});

test('unknown paths are answered 404 in the form of the standard', async () => {
  const client = await openStandardClient(gateway, keys);
  for (const path of ['/nada', '/rec/abc/nada', '/webhookrec/abc']) {
    const answer = await callGateway<Record<string, unknown>>(`${url}/pix/v2${path}`, 'GET', {
      headers: { ...bearer(client.token), accept: 'text/html' },
    });
    assert.deepEqual([answer.status, typeOf(answer)], [404, 'NaoEncontrado'], path);
  }
  const stranger = await callGateway(`${url}/pix/v2/rec`, 'GET');
  assert.equal(stranger.status, 401);
});
