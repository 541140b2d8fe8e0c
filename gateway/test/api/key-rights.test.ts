import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createCredential,
  rotateCredential,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { KEY_SCOPES, type KeyRights } from '#src/ground/access/key-rights.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { hasWorker: false, env: BEHIND_PROXY });
const { appContext } = gateway;
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { merchant, keys: allKeys } = await createMerchantWithKeys(gateway);
const charge = await receivePayment(gateway, allKeys);
const payout = await gateway.call('POST', '/v1/pix/payout', { keys: allKeys, body: PAYOUT });
const ids: Readonly<Record<string, string>> = {
  charge: String(charge.internal_id),
  payout: String(payout.body.internal_id),
};

const UNKNOWN = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

/** A key pair of the test environment with these rights, by default every scope and address. */
async function keysWith(rights: Partial<KeyRights>, of: Merchant = merchant): Promise<Keys> {
  const settings = {
    environment: 'test',
    name: 'restrita',
    rights: { scopes: null, addresses: null, ...rights },
  } as const;
  const pair = await createCredential(appContext, of, settings, commandActor);
  return { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
}

/** The operations with the scopes of which they need one, as the OpenAPI document says. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
    method: method.toUpperCase(),
    // A change must not find what the other tests read.
    path: path.replaceAll(/\{\w+\}/g, (method === 'get' && ids.charge) || UNKNOWN),
    operationId,
    scopes: security.flatMap(({ clientId = [] }) => clientId),
  })),
);

/** Their answers to an allowed key don't end. */
const STREAMS = ['streamEvents', 'streamRequests'];

const MISSING = [403, 'scope_missing'];

test('the document names the scopes of every operation of the API', () => {
  const undescribed = operations.filter(({ scopes }) => scopes.length === 0);
  assert.deepEqual(undescribed, []);
  const unknown = operations.flatMap(({ scopes }) => scopes).filter((one) => !isScope(one));
  assert.deepEqual(unknown, []);
});

function isScope(text: string): boolean {
  return KEY_SCOPES.some((scope) => scope === text);
}

test('a key that has every scope except those of an operation is refused there and named the scopes', async () => {
  for (const { method, path, operationId, scopes } of operations) {
    const granted = KEY_SCOPES.filter(
      (scope) => !scopes.some((one) => one === scope || one === scope.replace(':write', ':read')),
    );
    const keys = await keysWith({ scopes: granted });
    const answer = await gateway.call(method, path, { keys });
    assert.deepEqual([answer.status, answer.body.code], MISSING, operationId);
    assert.deepEqual(
      answer.body.details,
      scopes.map((scope) => ({ field: 'scope', message: scope })),
    );
    assert.ok(String(answer.body.message).includes(scopes.join(' ou ')), answer.text);
  }
});

test('a key with only the scope of an operation is not refused for its scope', async () => {
  for (const { method, path, operationId, scopes } of operations) {
    if (STREAMS.includes(operationId)) continue;
    for (const scope of KEY_SCOPES.filter((one) => scopes.includes(one))) {
      const keys = await keysWith({ scopes: [scope] });
      const body = method === 'POST' ? {} : undefined;
      const answer = await gateway.call(method, path, { keys, ...(body && { body }) });
      const isOtherKind =
        ['getTransaction', 'getReceipt'].includes(operationId) && scope === 'payouts:read';
      assert.equal(answer.body.code === 'scope_missing', isOtherKind, `${operationId} ${scope}`);
    }
  }
});

test('a write scope includes reading, and a read scope does not include writing', async () => {
  const writer = await keysWith({ scopes: ['charges:write'] });
  const path = `/v1/transactions/${ids.charge}`;
  assert.equal((await gateway.call('GET', path, { keys: writer })).status, 200);
  const reader = await keysWith({ scopes: ['charges:read'] });
  assert.equal((await gateway.call('GET', path, { keys: reader })).status, 200);
  const refused = await gateway.call('POST', '/v1/pix/qrcode', { keys: reader, body: CHARGE });
  assert.deepEqual([refused.status, refused.body.code], MISSING);
});

test('the transactions of a type that the key may not read are neither listed nor read', async () => {
  const types = async (keys: Keys, query = '') => {
    const page = await gateway.call<{ data?: { type: string }[]; code?: string }>(
      'GET',
      `/v1/transactions?limit=100${query}`,
      { keys },
    );
    return page.body.data?.map(({ type }) => type).sort() ?? page.body.code;
  };
  const both = await keysWith({ scopes: ['charges:read', 'payouts:read'] });
  assert.deepEqual(await types(both), ['charge', 'payout']);
  for (const [scope, readable, hidden] of [
    ['charges:read', 'charge', 'payout'],
    ['refunds:read', 'charge', 'payout'],
    ['payouts:write', 'payout', 'charge'],
  ] as const) {
    const keys = await keysWith({ scopes: [scope] });
    assert.deepEqual(await types(keys), [readable]);
    assert.deepEqual(await types(keys, `&client_id=${allKeys['client-id']}`), [readable]);
    assert.deepEqual(await types(keys, `&type=${hidden}`), 'scope_missing');
    const read = (type: string) => gateway.call('GET', `/v1/transactions/${ids[type]}`, { keys });
    // Both reads are in one batch with those of a key that may read both.
    const [own, other, all] = await Promise.all([
      read(readable),
      read(hidden),
      gateway.call('GET', `/v1/transactions/${ids[hidden]}`, { keys: both }),
    ]);
    assert.deepEqual([own.status, other.body.code, all.status], [200, 'scope_missing', 200]);
  }
});

test('a repeated request gets the stored answer only with a key that has the scope', async () => {
  const headers = { 'idempotency-key': 'saque-com-escopo-1' };
  const send = (keys: Keys) =>
    gateway.call('POST', '/v1/pix/payout', { keys, headers, body: { ...PAYOUT, amount: 100 } });
  assert.equal((await send(allKeys)).status, 201);
  const replay = await send(allKeys);
  assert.deepEqual([replay.status, replay.headers.get('idempotency-replayed')], [201, 'true']);
  const refused = await send(await keysWith({ scopes: ['payouts:read', 'charges:write'] }));
  assert.deepEqual([refused.status, refused.body.code], MISSING);
  assert.equal(refused.headers.get('idempotency-replayed'), null);
  assert.equal((await send(await keysWith({ scopes: ['payouts:write'] }))).status, 201);
});

test('a new key and the key of the public sandbox have every scope', async () => {
  for (const keys of [allKeys, SANDBOX_KEYS]) {
    for (const { method, path, operationId } of operations) {
      if (STREAMS.includes(operationId)) continue;
      const answer = await gateway.call(method, path, { keys });
      assert.notEqual(answer.body.code, 'scope_missing', `${method} ${path}`);
    }
  }
});

test('a rotated key keeps its scopes and its addresses', async () => {
  const keys = await keysWith({ scopes: ['charges:read'], addresses: ['203.0.113.7'] });
  const pair = await rotateCredential(appContext, { clientId: keys['client-id'] }, commandActor);
  const rotated = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
  const from = (address: string, path: string) =>
    gateway.call('GET', path, { keys: rotated, headers: { 'x-forwarded-for': address } });
  assert.equal((await from('203.0.113.7', '/v1/transactions')).status, 200);
  assert.equal((await from('203.0.113.7', '/v1/balance')).body.code, 'scope_missing');
  assert.equal((await from('203.0.113.8', '/v1/transactions')).body.code, 'address_not_allowed');
});

test('a key with addresses is refused from every other address, in any spelling', async () => {
  const addresses = ['198.51.100.0/24', '192.0.2.7', '2001:db8:5::/48'];
  const keys = await keysWith({ addresses });
  const codes: unknown[] = [];
  for (const address of [
    '198.51.100.255',
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '::ffff:c000:207',
    '2001:DB8:5:1::9',
    '198.51.101.0',
    '192.0.2.8',
    '::192.0.2.7',
    '2001:db8:6::1',
    'unknown',
  ]) {
    const headers = { 'x-forwarded-for': address };
    codes.push((await gateway.call('GET', '/v1/balance', { keys, headers })).body.code);
  }
  assert.deepEqual(codes, [...Array(5).fill(undefined), ...Array(5).fill('address_not_allowed')]);
});

test('a forged address before the one that the proxy appended opens no key', async () => {
  const keys = await keysWith({ addresses: ['192.0.2.7'] });
  const codeFor = async (header: string) => {
    const headers = { 'x-forwarded-for': header };
    return (await gateway.call('GET', '/v1/balance', { keys, headers })).body.code;
  };
  assert.equal(await codeFor('192.0.2.7, 203.0.113.60'), 'address_not_allowed');
  assert.equal(await codeFor('203.0.113.60, 192.0.2.7'), undefined);
});

test('forged addresses do not spread wrong secrets over several limits', async () => {
  const keys = { ...(await keysWith({})), 'client-secret': 'svc_sk_test_wrong' };
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${count}, 203.0.113.61` };
    statuses.push((await gateway.call('GET', '/v1/balance', { keys, headers })).status);
  }
  assert.deepEqual(statuses, [...Array(30).fill(401), 429]);
});

test('requests from other addresses use up the limit of their network and not that of the key', async () => {
  const { merchant: other } = await createMerchantWithKeys(gateway);
  const keys = await keysWith({ addresses: ['192.0.2.7'] }, other);
  const call = (method: string, address: string) =>
    gateway.call(method, '/v1/balance', { keys, headers: { 'x-forwarded-for': address } });
  const codes: unknown[] = [];
  for (let count = 0; count < 31; count += 1) {
    codes.push((await call('GET', '203.0.113.99')).body.code);
  }
  assert.deepEqual(codes, [...Array(30).fill('address_not_allowed'), 'rate_limited']);
  const other405 = await call('DELETE', '203.0.113.98');
  assert.deepEqual([other405.status, other405.headers.get('ratelimit-limit')], [405, null]);
  const own = await call('GET', '192.0.2.7');
  const [limit, rest] = ['limit', 'remaining'].map((name) => own.headers.get(`ratelimit-${name}`));
  assert.deepEqual([own.status, Number(rest)], [200, Number(limit) - 1]);
});
