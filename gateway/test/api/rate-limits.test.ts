import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import {
  revokeCredential,
  setCredentialLimit,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  CHARGE,
  callGateway,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';

const LIMIT = 5;
const env = { DEFAULT_RATE_LIMIT_PER_MINUTE: String(LIMIT) };
const gateway = await startGateway({ after }, { hasWorker: false, env });
const { appContext } = gateway;
const deps = { ...appContext, fees: appContext.config.fees };

function readBalance(keys: Keys, headers: Record<string, string> = {}) {
  return gateway.call('GET', '/v1/balance', { keys, headers });
}

test('each key pair of a merchant has its own rate limit', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const other = await createKeys(appContext, merchant, 'test');
  const live = await createKeys(appContext, merchant, 'live');
  await setCredentialLimit(appContext, live['client-id'], 2, commandActor);
  for (const [by, limit] of [
    [keys, LIMIT],
    [other, LIMIT],
    [live, 2],
  ] as const) {
    const remaining: number[] = [];
    for (let count = 0; count < limit; count += 1) {
      const { status, headers } = await readBalance(by);
      assert.equal(status, 200);
      assert.equal(headers.get('ratelimit-limit'), String(limit));
      assert.equal(headers.get('retry-after'), null);
      remaining.push(Number(headers.get('ratelimit-remaining')));
    }
    assert.deepEqual(remaining, [4, 3, 2, 1, 0].slice(-limit));
    const refused = await readBalance(by);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    for (const name of ['retry-after', 'ratelimit-reset']) {
      const seconds = Number(refused.headers.get(name));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, name);
    }
  }
});

test('a request over the limit creates nothing and does not reveal the status of the account', async () => {
  const { keys, username, merchant } = await createMerchantWithKeys(gateway);
  for (let count = 0; count < LIMIT; count += 1) await readBalance(keys);
  await changeMerchantStatus(deps, username, { change: 'suspend' }, commandActor);
  const refused = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: CHARGE,
    headers: { 'idempotency-key': 'x' },
  });
  assert.equal(refused.body.code, 'rate_limited');
  const charges = await gateway.sql('select from charges where merchant_id = $1', [
    merchant.merchantId,
  ]);
  assert.equal(charges.length, 0);
});

test('requests of a suspended account count towards its limit', async () => {
  const { keys, username } = await createMerchantWithKeys(gateway);
  await changeMerchantStatus(deps, username, { change: 'suspend' }, commandActor);
  const first = await readBalance(keys);
  assert.deepEqual([first.status, first.headers.get('ratelimit-remaining')], [403, '4']);
});

test('a revoked key pair is refused at once by every API, and other pairs keep working', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const other = await createKeys(appContext, merchant, 'test');
  const secondUrl = await gateway.openSecondApi();
  await revokeCredential(appContext, { clientId: keys['client-id'] }, commandActor);
  for (const url of [gateway.url, secondUrl]) {
    const refused = await callGateway(`${url}/v1/balance`, 'GET', { keys });
    assert.equal(refused.status, 401);
    const accepted = await callGateway(`${url}/v1/balance`, 'GET', { keys: other });
    assert.equal(accepted.status, 200);
  }
});

test('without a trusted proxy, forwarding headers do not change the address of a caller', async () => {
  const forged = (index: number) => ({
    'x-forwarded-for': `203.0.113.${index}`,
    forwarded: `for=203.0.113.${index}`,
    'x-real-ip': `203.0.113.${index}`,
  });
  const statuses: number[] = [];
  for (let index = 1; index <= LIMIT + 1; index += 1) {
    statuses.push((await readBalance(SANDBOX_KEYS, forged(index))).status);
  }
  assert.deepEqual(statuses, [...Array(LIMIT).fill(200), 429]);
  const { keys } = await createMerchantWithKeys(gateway);
  const wrong = { ...keys, 'client-secret': 'x' };
  const failures: number[] = [];
  for (let index = 1; index <= 40; index += 1) {
    failures.push((await readBalance(wrong, forged(index))).status);
  }
  // Other tests of this file may have failed from the same address before.
  assert.equal(failures.at(0), 401);
  assert.equal(failures.at(-1), 429);
  assert.equal(failures.lastIndexOf(401) + 1, failures.indexOf(429));
  assert.equal((await readBalance(keys, forged(1))).status, 200);
  // The limit of an address also holds without a key and on unknown paths.
  const withoutKey = await gateway.call('GET', '/v1/unknown');
  assert.deepEqual([withoutKey.status, withoutKey.body.code], [429, 'rate_limited']);
  assert.match(String(withoutKey.headers.get('retry-after')), /^[1-9]\d*$/);
});
