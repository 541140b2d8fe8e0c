import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/access/actor.ts';
import {
  revokeCredential,
  setCredentialLimit,
} from '#src/merchants/credentials/manage-credentials.ts';
import { changeMerchantStatus } from '#src/merchants/manage-merchants.ts';
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

test('each key has its own budget, also of one merchant, and its own limit', async () => {
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

test('over the budget nothing is done, nor the account’s status told', async () => {
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

test('a suspended account’s answers spend and show its budget', async () => {
  const { keys, username } = await createMerchantWithKeys(gateway);
  await changeMerchantStatus(deps, username, { change: 'suspend' }, commandActor);
  const first = await readBalance(keys);
  assert.deepEqual([first.status, first.headers.get('ratelimit-remaining')], [403, '4']);
});

test('a revoked key is dead at once on every door, its sisters live', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const sister = await createKeys(appContext, merchant, 'test');
  const second = await gateway.openSecondDoor();
  await revokeCredential(appContext, { clientId: keys['client-id'] }, commandActor);
  for (const door of [gateway.url, second]) {
    const dead = await callGateway(`${door}/v1/balance`, 'GET', { keys });
    assert.equal(dead.status, 401);
    const alive = await callGateway(`${door}/v1/balance`, 'GET', { keys: sister });
    assert.equal(alive.status, 200);
  }
});

test('without a trusted proxy a header changes nobody’s address', async () => {
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
  // Others in this file may have failed before, from the same address.
  assert.equal(failures.at(0), 401);
  assert.equal(failures.at(-1), 429);
  assert.equal(failures.lastIndexOf(401) + 1, failures.indexOf(429));
  assert.equal((await readBalance(keys, forged(1))).status, 200);
  // What is held back is held back alike, whether the key exists or not, and on unknown paths.
  const nobody = await gateway.call('GET', '/v1/unknown');
  assert.deepEqual([nobody.status, nobody.body.code], [429, 'rate_limited']);
  assert.match(String(nobody.headers.get('retry-after')), /^[1-9]\d*$/);
});
