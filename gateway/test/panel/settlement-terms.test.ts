import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { MERCHANTS } from '../support/operator-merchants.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const operator = await signInOperator(gateway);
const TERMS = { delay_days: 2, business_days: true, reserve_basis_points: 500, reserve_days: 30 };

test('an operator sets the settlement terms, and the merchant sees them with what waits', async () => {
  const { username, merchant, keys } = await createMerchantWithKeys(gateway);
  const path = `${MERCHANTS}/${username}/settlement`;
  const set = await operator.callWithCode('PUT', path, TERMS);
  assert.deepEqual([set.status, set.body], [200, TERMS], JSON.stringify(set.body));
  const { body: page } = await operator.call<{ settlement: object }>(
    'GET',
    `${MERCHANTS}/${username}`,
  );
  assert.deepEqual(page.settlement, TERMS);
  const [entry] = await gateway.sql(
    `select details, actor_name from audit_log
      where action = 'merchant.settlement_changed' and merchant_id = $1`,
    [merchant.merchantId],
  );
  assert.equal(entry?.actor_name, operator.email);
  assert.equal(Object(entry?.details).old_delay_days, 0);
  const charge = await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant);
  const { body } = await session.call<{
    settlement: object;
    balance: { pending_settlement: number; next_settlements: { amount: number }[] };
  }>('GET', '/api/panel/test/overview');
  assert.deepEqual(body.settlement, TERMS);
  assert.equal(body.balance.pending_settlement, 9_802);
  assert.deepEqual(
    body.balance.next_settlements.map(({ amount }) => amount),
    [9_312, 490],
  );
  const address = `/api/panel/test/transactions/${charge.internal_id}`;
  const shown = await session.call<{ next_settlements: object[] }>('GET', address);
  assert.deepEqual(shown.body.next_settlements, body.balance.next_settlements, shown.text);
});

test('a charge without waiting money shows no day', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const charge = await receivePayment(gateway, keys);
  const session = await signIn(gateway, merchant);
  const path = `/api/panel/test/transactions/${charge.internal_id}`;
  const shown = await session.call<{ next_settlements: object[] }>('GET', path);
  assert.deepEqual(shown.body.next_settlements, [], shown.text);
});

test('a reserve without days, days beyond a year and the sandbox are refused', async () => {
  const { username } = await createMerchantWithKeys(gateway);
  const path = `${MERCHANTS}/${username}/settlement`;
  const half = await operator.callWithCode('PUT', path, { ...TERMS, reserve_days: 0 });
  assert.deepEqual([half.status, half.body.code], [422, 'settlement_invalid']);
  const long = await operator.callWithCode('PUT', path, { ...TERMS, delay_days: 366 });
  assert.deepEqual([long.status, long.body.code], [400, 'invalid_request']);
  const sandbox = await operator.callWithCode('PUT', `${MERCHANTS}/sandbox/settlement`, TERMS);
  assert.deepEqual([sandbox.status, sandbox.body.code], [403, 'sandbox_forbidden']);
});
