import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { ownerAddressOf, run } from '../support/database-server.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after });
const ROUNDS = 10;

async function countRows(table: 'charges' | 'payouts', merchantId: string): Promise<unknown> {
  const text = `select count(*)::int as rows from ${table} where merchant_id = $1`;
  return (await gateway.sql(text, [merchantId]))[0]?.rows;
}

test('when one payout of a batch fails in the database, the others are created exactly once', async () => {
  await run(
    ownerAddressOf(gateway.connectionString),
    `create function refuse_poison() returns trigger language plpgsql as
      $$ begin raise exception 'poison'; end $$`,
  );
  await run(
    ownerAddressOf(gateway.connectionString),
    `create trigger refuse_poison before insert on payouts for each row
      when (new.external_id = 'poison') execute function refuse_poison()`,
  );
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, amount: 1_000_000 });
  const pay = (body: object, headers = {}) =>
    gateway.call('POST', '/v1/pix/payout', { keys, headers, body: { ...PAYOUT, ...body } });
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => pay({ amount: 100 })),
      // It exceeds the balance, so its key stays free for the next request, which fails.
      pay({ amount: 999_999_999 }, key),
      pay({ amount: 100, external_id: 'poison' }, key),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(statuses, [201, 201, 201, 422, 500]);
    accepted += 3;
    assert.equal(await countRows('payouts', merchant.merchantId), accepted);
  }
});

test('of 50 equal requests at once, one creates the charge and 49 are marked as replays', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const options = { keys, body: CHARGE, headers: { 'idempotency-key': randomUUID() } };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => gateway.call('POST', '/v1/pix/qrcode', options)),
  );
  assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  const replays = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  assert.equal(replays.length, 49);
  assert.equal(await countRows('charges', merchant.merchantId), 1);
});

test('equal requests that are refused all get the same refusal and leave their key free', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const headers = { 'idempotency-key': randomUUID() };
  const refused = await Promise.all(
    Array.from({ length: 20 }, () =>
      gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body: { ...CHARGE, amount: 1 } }),
    ),
  );
  assert.deepEqual([...new Set(refused.map(({ body }) => body.code))], ['amount_too_small']);
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body: CHARGE });
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('idempotency-replayed'), null);
});

test('of valid and invalid requests at once under one key, the first valid one creates the charge', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const body = { ...CHARGE, amount: index % 2 ? 10_000 + index : 1 };
      return gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body });
    }),
  );
  const created = answers.filter(({ status }) => status === 201);
  assert.equal(created.length, 1);
  const codes = new Set(answers.filter((one) => one.status !== 201).map(({ body }) => body.code));
  assert.ok(codes.has('idempotency_key_reused'));
  assert.equal(await countRows('charges', merchant.merchantId), 1);
});
