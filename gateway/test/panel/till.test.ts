import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
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

test('a till reads a charge that the panel made by its id, and no other charge', async () => {
  const { body: ofKey } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const { body: made } = await charge(till);
  const read = (id: unknown) => till.call('GET', `${COUNTER}/${id}`);
  const { body } = await read(made.internal_id);
  assert.equal(body.internal_id, made.internal_id);
  assert.equal(body.name, CHARGE.payer.name);
  for (const id of [ofKey.internal_id, randomUUID(), 'x']) {
    const { status, body: refusal } = await read(id);
    assert.deepEqual([status, refusal.code], [404, 'transaction_not_found'], String(id));
  }
});

test('the day at the counter begins at midnight in Brasília, but keeps codes that are valid', async () => {
  const midnight = startOfKnownDay(addDays(brazilianDayOf(gateway.clock.now()), 2));
  const at = gateway.clock.set;
  const listed = async () => {
    const { data } = (await till.call<Listed>('GET', COUNTER)).body;
    return data.map(({ internal_id: id }) => id);
  };
  at(midnight - 2 * HOUR_MS);
  const early = (await charge(till)).body.internal_id;
  at(midnight - 10 * MINUTE_MS);
  const late = (await charge(till)).body.internal_id;
  assert.deepEqual(await listed(), [late, early]);
  at(midnight + 20 * MINUTE_MS);
  const { body: open } = await till.call('GET', `${COUNTER}/${late}`);
  assert.equal(open.status, 'pending');
  const next = (await charge(till)).body.internal_id;
  assert.deepEqual(await listed(), [next, late]);
  await owner.call('POST', `/api/panel/test/charges/${late}/pay`);
  assert.equal((await till.call('GET', `${COUNTER}/${late}`)).body.status, 'paid');
  at(midnight + HOUR_MS);
  assert.deepEqual(await listed(), [next]);
  at(midnight + DAY_MS + HOUR_MS);
  assert.deepEqual(await listed(), []);
  assert.equal((await till.call('GET', `${COUNTER}/${late}`)).body.status, 'paid');
});
