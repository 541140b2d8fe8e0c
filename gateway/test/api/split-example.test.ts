import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after });

test('of a charge of 10000 with shares of 10 % and 5 % the origin receives 8302', async () => {
  const origin = await createMerchantWithKeys(gateway);
  const first = await createMerchantWithKeys(gateway);
  const second = await createMerchantWithKeys(gateway);
  const split = [
    { username: first.username, percentage: 10 },
    { username: second.username, percentage: 5 },
  ];
  const body = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' }, split };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: origin.keys, body });
  assert.equal(created.status, 201);
  assert.equal(created.body.fee_amount, 198);
  const path = `/v1/test/charges/${String(created.body.internal_id)}/pay`;
  const paid = await gateway.call('POST', path, { keys: origin.keys });
  assert.equal(paid.status, 200);
  const balances = [];
  for (const { keys } of [origin, first, second]) {
    balances.push((await gateway.call('GET', '/v1/balance', { keys })).body.available);
  }
  assert.deepEqual(balances, [8302, 1000, 500]);
});

test('of a charge of 10000 with shares of 10 % and 250 centavos the origin receives 8552', async () => {
  const origin = await createMerchantWithKeys(gateway);
  const first = await createMerchantWithKeys(gateway);
  const second = await createMerchantWithKeys(gateway);
  const split = [
    { username: first.username, percentage: 10 },
    { username: second.username, amount: 250 },
  ];
  await receivePayment(gateway, origin.keys, { ...CHARGE, split });
  const balances = [];
  for (const { keys } of [origin, first, second]) {
    balances.push((await gateway.call('GET', '/v1/balance', { keys })).body.available);
  }
  assert.deepEqual(balances, [8552, 1000, 250]);
});
