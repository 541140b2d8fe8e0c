import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';

const gateway = await startGateway({ after });

function holdAccounts(merchantId: string): Promise<() => Promise<void>> {
  const text = 'select from ledger_accounts where merchant_id = $1 for update';
  return holdTransaction(gateway, text, [merchantId]);
}

async function createSellers(count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const seller = await createMerchantWithKeys(gateway);
      await receivePayment(gateway, seller.keys);
      return seller;
    }),
  );
}

function payOut(keys: Keys) {
  return gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 100 } });
}

test('while the accounts of one merchant are locked, payouts of other merchants are accepted', async () => {
  const [blocked, ...others] = await createSellers(9);
  assert.ok(blocked);
  const release = await holdAccounts(blocked.merchant.merchantId);
  let isAnswered = false;
  const waiting = payOut(blocked.keys).finally(() => {
    isAnswered = true;
  });
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(others.map(({ keys }) => payOut(keys)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  }
  assert.equal(isAnswered, false);
  await release();
  assert.equal((await waiting).status, 201);
});

test('a payout whose accounts stay locked is refused with 503 and is not created', async () => {
  const [blocked] = await createSellers(1);
  assert.ok(blocked);
  const release = await holdAccounts(blocked.merchant.merchantId);
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await gateway.call('POST', '/v1/pix/payout', {
    keys: blocked.keys,
    headers,
    body: PAYOUT,
  });
  assert.deepEqual([answer.status, answer.body.code], [503, 'overloaded']);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  await release();
  const list = await gateway.call('GET', '/v1/transactions?type=payout', { keys: blocked.keys });
  assert.deepEqual(list.body.data, []);
});

test('an idempotency key that another process holds answers 409 and delays no other key', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const key = randomUUID();
  const release = await holdTransaction(
    gateway,
    `insert into idempotency_keys (day, merchant_id, environment, key, request_sha256, resource_id,
        created_at)
      values (($5::timestamptz at time zone 'utc')::date, $1, 'test', $2, $3, $4, $5)`,
    [merchant.merchantId, key, Buffer.alloc(32), randomUUID(), new Date(gateway.clock.now())],
  );
  const create = (idempotencyKey: string) =>
    gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      body: CHARGE,
      headers: { 'idempotency-key': idempotencyKey },
    });
  let isAnswered = false;
  const held = create(key).finally(() => {
    isAnswered = true;
  });
  const others = await Promise.all(Array.from({ length: 20 }, () => create(randomUUID())));
  assert.deepEqual([...new Set(others.map(({ status }) => status))], [201]);
  assert.equal(isAnswered, false);
  const answer = await held;
  assert.deepEqual([answer.status, answer.body.code], [409, 'idempotency_in_progress']);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  await release();
  assert.equal((await create(key)).status, 201);
});
