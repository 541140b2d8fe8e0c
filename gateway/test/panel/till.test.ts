import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);
const till = await signIn(gateway, merchant, { memberRole: 'till' });
const BODY = { amount: 3_490, payer: CHARGE.payer, description: 'Mesa 4' };
const COUNTER = '/api/panel/test/counter/charges';

function charge(session: PanelSession, body: object = BODY, key: string = randomUUID()) {
  return session.call('POST', COUNTER, { headers: { 'idempotency-key': key }, body });
}

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

test('a till charges at the counter, and sees the charges of today that the panel made', async () => {
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const created = await charge(till);
  assert.equal(created.status, 201, created.text);
  const { data } = (await till.call<Listed>('GET', COUNTER)).body;
  assert.deepEqual(
    data.map(({ internal_id: id }) => id),
    [created.body.internal_id],
  );
  assert.deepEqual(Object.keys(data[0] ?? {}).toSorted(), [
    'amount',
    'created_at',
    'description',
    'internal_id',
    'name',
    'paid_at',
    'status',
  ]);
  const paid = await owner.call('POST', `/api/panel/test/charges/${data[0]?.internal_id}/pay`);
  assert.equal(paid.status, 200);
  const [after] = (await till.call<Listed>('GET', COUNTER)).body.data;
  assert.equal(after?.status, 'paid');
});

test('a till sends a charge twice under one key, and one is made', async () => {
  const key = randomUUID();
  const [first, second] = [await charge(till, BODY, key), await charge(till, BODY, key)];
  assert.equal(first.body.internal_id, second.body.internal_id);
});

test('a charge at the counter has no shares for others, whoever makes it', async () => {
  const { merchant: other } = await createMerchantWithKeys(gateway);
  const split = [{ username: other.username, percentage: 50 }];
  for (const session of [till, owner]) {
    const answer = await charge(session, { ...BODY, split });
    const shares = await gateway.sql('select merchant_id from charge_splits where charge_id = $1', [
      answer.body.internal_id,
    ]);
    assert.deepEqual(shares, [], answer.text);
  }
});

test('a till reads no other data of the merchant and gets none of its mails', async () => {
  for (const path of [
    'test/transactions',
    'test/transactions.csv',
    'test/overview',
    'test/statement',
    'test/customers',
    'events',
    'test/notices',
    'team/members',
    'notification-preferences',
  ]) {
    const answer = await till.call('GET', `/api/panel/${path}`);
    assert.equal(answer.status, 403, path);
    assert.equal(answer.body.code, 'role_missing', path);
  }
  const withSplit = await till.call('POST', '/api/panel/test/charges', { body: CHARGE });
  assert.equal(withSplit.body.code, 'role_missing');
});

test('the list of the day is empty after midnight in Brasília', async () => {
  await charge(till);
  gateway.clock.advance(24 * 60 * 60 * 1_000);
  assert.deepEqual((await till.call<Listed>('GET', COUNTER)).body.data, []);
});
