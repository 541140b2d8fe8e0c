import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import {
  rotateCredential,
  setCredentialLimit,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  CHARGE,
  callGateway,
  createKeys,
  createMerchantWithKeys,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway(
  { after },
  { hasWorker: false, env: { DEFAULT_RATE_LIMIT_PER_MINUTE: '20', TRUST_PROXY: 'true' } },
);
const { appContext } = gateway;
const deps = { ...appContext, fees: appContext.config.fees };
const balance = '/v1/balance';

/** Each test calls from its own address, because failures are counted by address. */
let address = 0;
function from() {
  address += 1;
  return { 'x-forwarded-for': `203.0.113.${address}` };
}

test('a client-id without its own client-secret is refused, and the answer does not say which was wrong', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const live = await createKeys(appContext, merchant, 'live');
  const other = await createMerchantWithKeys(gateway);
  const headers = from();
  const wrong = [
    undefined,
    { ...keys, 'client-secret': 'svc_sk_test_x' },
    { ...keys, 'client-secret': live['client-secret'] },
    { ...keys, 'client-secret': other.keys['client-secret'] },
    { ...keys, 'client-id': 'svc_pk_test_unknown' },
    { ...keys, 'client-id': '' },
  ];
  const texts = new Set<string>();
  for (const pair of wrong) {
    const options = pair ? { keys: pair, headers } : { headers };
    const answer = await gateway.call('GET', balance, options);
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('ratelimit-limit'), null);
    texts.add(answer.text);
  }
  assert.equal(texts.size, 1);
  assert.equal((await gateway.call('GET', balance, { keys, headers })).status, 200);
});

test('a rotated key pair is refused at once by every process', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const secondUrl = await gateway.openSecondApi();
  const headers = from();
  const pair = await rotateCredential(appContext, { clientId: keys['client-id'] }, commandActor);
  for (const url of [gateway.url, secondUrl]) {
    assert.equal((await callGateway(`${url}${balance}`, 'GET', { keys, headers })).status, 401);
    const fresh = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
    const answer = await callGateway(`${url}${balance}`, 'GET', { keys: fresh, headers });
    assert.equal(answer.status, 200);
  }
});

test('a suspended or unapproved account is named as such only after a correct secret', async () => {
  const { keys, username } = await createMerchantWithKeys(gateway);
  const headers = from();
  await changeMerchantStatus(deps, username, { change: 'suspend' }, commandActor);
  const suspended = await gateway.call('GET', balance, { keys, headers });
  assert.deepEqual([suspended.status, suspended.body.code], [403, 'account_suspended']);
  const wrong = { ...keys, 'client-secret': 'x' };
  assert.equal((await gateway.call('GET', balance, { keys: wrong, headers })).status, 401);
  await changeMerchantStatus(deps, username, { change: 'reinstate' }, commandActor);
  assert.equal((await gateway.call('GET', balance, { keys, headers })).status, 200);
  await gateway.sql(`update merchants set status = 'pending_kyc' where username = $1`, [username]);
  const pending = await gateway.call('GET', balance, { keys, headers });
  assert.deepEqual([pending.status, pending.body.code], [403, 'account_not_approved']);
});

test('every answer shows the rate limit of its key, and a 429 says when to try again', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const headers = from();
  const remaining: unknown[] = [];
  const paths = [balance, '/v1/transactions/x', '/v1/unknown', '/v1/transactions?limit=0'];
  for (const path of paths) {
    const answer = await gateway.call('GET', path, { keys, headers });
    assert.equal(answer.headers.get('ratelimit-limit'), '20');
    remaining.push(answer.headers.get('ratelimit-remaining'));
  }
  assert.deepEqual(remaining, ['19', '18', '17', '16']);
  for (let count = 0; count < 16; count += 1) await gateway.call('GET', balance, { keys, headers });
  const refused = await gateway.call('GET', balance, { keys, headers });
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.match(String(refused.headers.get('retry-after')), /^[1-9]\d*$/);
  assert.equal(refused.headers.get('ratelimit-remaining'), '0');
  await setCredentialLimit(appContext, keys['client-id'], 1_000, commandActor);
  assert.equal((await gateway.call('GET', balance, { keys, headers })).status, 200);
});

test('wrong secrets use up the limit of their address and not that of the key', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const headers = from();
  const wrong = { ...keys, 'client-secret': 'svc_sk_test_guess' };
  const statuses: number[] = [];
  for (let count = 0; count < 33; count += 1) {
    statuses.push((await gateway.call('GET', balance, { keys: wrong, headers })).status);
  }
  assert.deepEqual(statuses, [...Array(30).fill(401), 429, 429, 429]);
  const right = await gateway.call('GET', balance, { keys, headers });
  assert.deepEqual([right.status, right.headers.get('ratelimit-remaining')], [200, '19']);
});

test('the sandbox key has one rate limit for each IPv4 address and each IPv6 /64 network', async () => {
  const keys = SANDBOX_KEYS;
  const call = async (ip: string) => {
    const headers = { 'x-forwarded-for': ip };
    const answer = await gateway.call('GET', balance, { keys, headers });
    return answer.headers.get('ratelimit-remaining');
  };
  assert.equal(await call('198.51.100.1'), '19');
  assert.equal(await call('198.51.100.1'), '18');
  assert.equal(await call('198.51.100.2'), '19');
  assert.equal(await call('2001:db8:1:2::1'), '19');
  assert.equal(await call('2001:db8:1:2:ffff::9'), '18');
  assert.equal(await call('2001:db8:1:3::1'), '19');
});

test('a request is checked in this order: route, method, credentials, Idempotency-Key, body', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const headers = from();
  assert.equal((await gateway.call('GET', '/v1/unknown', { headers })).status, 401);
  const unknown = await gateway.call('GET', '/v1/unknown', { keys, headers });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'route_not_found']);
  const method = await gateway.call('DELETE', '/v1/pix/qrcode', { headers });
  assert.deepEqual([method.status, method.headers.get('allow')], [405, 'POST']);
  const body = 'not json';
  const noKeys = await gateway.call('POST', '/v1/pix/qrcode', { body, headers });
  assert.equal(noKeys.status, 401);
  const badKey = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body,
    headers: { ...headers, 'idempotency-key': 'short' },
  });
  assert.equal(badKey.body.code, 'idempotency_key_invalid');
  const badBody = await gateway.call('POST', '/v1/pix/qrcode', { keys, body, headers });
  assert.equal(badBody.body.code, 'invalid_json');
});

test('the transactions of another merchant or environment are not found', async () => {
  const owner = await createMerchantWithKeys(gateway);
  const stranger = await createMerchantWithKeys(gateway);
  const live = await createKeys(appContext, owner.merchant, 'live');
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: owner.keys, body: CHARGE });
  const id = String(created.body.internal_id);
  for (const keys of [stranger.keys, live]) {
    for (const [method, path] of [
      ['GET', `/v1/transactions/${id}`],
      ['GET', `/v1/pix/qrcode/${id}/image`],
      ['POST', `/v1/test/charges/${id}/pay`],
    ] as const) {
      const answer = await gateway.call(method, path, { keys });
      assert.deepEqual([answer.status, answer.body.code], [404, 'transaction_not_found'], path);
    }
    assert.deepEqual((await gateway.call('GET', '/v1/transactions', { keys })).body.data, []);
  }
});

test('the log contains no secrets and nothing about payers', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const payer = { name: 'Marcador Planted', document: '52998224725', email: 'planted@x.com' };
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: { ...CHARGE, payer } });
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: { payer } });
  const log = gateway.logLines.join('');
  assert.match(log, new RegExp(keys['client-id']));
  for (const planted of [keys['client-secret'], 'Planted', 'planted@x.com', '52998224725']) {
    assert.ok(!log.includes(planted), planted);
  }
});
