import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const PATH = '/api/panel/test/payouts';

async function fundedSession({ hasSecondFactor = false } = {}) {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  return { keys, session: await signIn(gateway, merchant, { hasSecondFactor }) };
}

function ask(session: PanelSession, body: object, key = randomUUID()) {
  return session.call('POST', PATH, { body, headers: { 'idempotency-key': key } });
}

test('a form that is sent twice makes one payout, and the audit log names the user', async () => {
  const { session, keys } = await fundedSession();
  const key = randomUUID();
  const [first, second] = [await ask(session, PAYOUT, key), await ask(session, PAYOUT, key)];
  assert.deepEqual([first.status, second.text], [201, first.text]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual([balance.body.available, balance.body.reserved], [4_802, 5_000]);
  const log = await gateway.sql(
    'select actor_name, action, details from audit_log where subject = $1',
    [first.body.internal_id],
  );
  assert.deepEqual(log, [
    {
      actor_name: session.email,
      action: 'payout.created',
      details: { environment: 'test', amount: 5_000 },
    },
  ]);
  const withoutKey = await session.call('POST', PATH, { body: PAYOUT });
  assert.deepEqual([withoutKey.status, withoutKey.body.code], [400, 'idempotency_key_missing']);
});

test('a user with a second factor needs a code, and each code works once', async () => {
  const { session } = await fundedSession({ hasSecondFactor: true });
  const missing = await ask(session, PAYOUT);
  assert.deepEqual([missing.status, missing.body.code], [422, 'second_factor_invalid']);
  const wrong = await ask(session, { ...PAYOUT, code: '000000' });
  assert.equal(wrong.body.code, 'second_factor_invalid');
  const code = await session.code();
  const key = randomUUID();
  const right = await ask(session, { ...PAYOUT, amount: 100, code }, key);
  assert.equal(right.status, 201);
  const again = await ask(session, { ...PAYOUT, amount: 100, code });
  assert.equal(again.body.code, 'second_factor_invalid');
  const repeat = await ask(session, { ...PAYOUT, amount: 100, code: await session.code() }, key);
  assert.deepEqual([repeat.status, repeat.text], [201, right.text]);
});

test('after many wrong codes the right code is refused too', async () => {
  const { session } = await fundedSession({ hasSecondFactor: true });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const refused = await ask(session, { ...PAYOUT, code: '000000' });
    assert.equal(refused.body.code, 'second_factor_invalid');
  }
  const locked = await ask(session, { ...PAYOUT, code: await session.code() });
  assert.deepEqual([locked.status, locked.body.code], [429, 'rate_limited']);
  assert.ok(Number(locked.headers.get('retry-after')) > 600);
  gateway.clock.advance(16 * 60_000);
  const later = await ask(session, { ...PAYOUT, code: await session.code() });
  assert.equal(later.status, 201);
});

test('the panel refuses the same requests as the API with the same messages', async () => {
  const { session } = await fundedSession();
  const cases = [
    [{ ...PAYOUT, amount: 1_000_000 }, 422, 'insufficient_balance'],
    [{ ...PAYOUT, pix_key: 'nada' }, 422, 'invalid_pix_key'],
    [{ ...PAYOUT, amount: 0 }, 400, 'invalid_request'],
  ] as const;
  for (const [body, status, code] of cases) {
    const refused = await ask(session, body);
    assert.deepEqual([refused.status, refused.body.code], [status, code]);
  }
});
