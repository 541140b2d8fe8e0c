import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  callGateway,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const FEE = 75;
const gateway = await startInBuckets({ after }, { env: { DEFAULT_PAYOUT_FEE: String(FEE) } });
const secondUrl = await gateway.openSecondApi();
const END_TO_END_ID = /^E\d{8}\d{12}[A-Za-z0-9]{11}$/;

/** A merchant with a balance of 9802: a charge of 10000 less its fee. */
async function createFunded(): Promise<Keys> {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  return keys;
}

function pay(keys: Keys, change: object, url = gateway.url) {
  return callGateway<Record<string, unknown>>(`${url}/v1/pix/payout`, 'POST', {
    keys,
    body: { ...PAYOUT, ...change },
  });
}

async function balanceOf(keys: Keys): Promise<unknown[]> {
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual([body.environment, body.currency], ['test', 'BRL']);
  return [body.available, body.reserved];
}

async function read(keys: Keys, id: unknown): Promise<Record<string, unknown>> {
  return (await gateway.call('GET', `/v1/transactions/${String(id)}`, { keys })).body;
}

test('a payout takes amount and fee at once, and later the destination receives the amount', async () => {
  const keys = await createFunded();
  const created = await pay(keys, { amount: 5_000 });
  assert.deepEqual([created.body.amount, created.body.fee_amount], [5_000, FEE]);
  assert.deepEqual(await balanceOf(keys), [4_727, 5_075]);
  const id = created.body.internal_id;
  gateway.clock.advance(30_000);
  const paid = await until('it is paid', async () => {
    const body = await read(keys, id);
    return body.status === 'paid' && body;
  });
  assert.deepEqual(await balanceOf(keys), [4_727, 0]);
  assert.match(String(paid.end_to_end_id), END_TO_END_ID);
  const waitedMs = Date.parse(String(paid.paid_at)) - Date.parse(String(paid.created_at));
  assert.ok(waitedMs >= 30_000);
  assert.equal(paid.failure_reason, null);
  const entries = await gateway.sql(
    'select account, amount_centavos from ledger_entries where reference_id = $1 order by 1, 2',
    [id],
  );
  assert.deepEqual(
    entries.map((one) => `${one.account} ${one.amount_centavos}`),
    ['available -5075', 'bank 5000', 'fees 75', 'reserved -5075', 'reserved 5075'],
  );
});

test('a failed payout returns amount and fee to the balance and says why', async () => {
  const keys = await createFunded();
  const failing = { pix_key_type: 'email', pix_key: 'Falha@Sandbox.com', amount: 9_727 };
  const created = await pay(keys, failing);
  assert.deepEqual(await balanceOf(keys), [0, 9_802]);
  gateway.clock.advance(30_000);
  const failed = await until('it fails', async () => {
    const body = await read(keys, created.body.internal_id);
    return body.status === 'failed' && body;
  });
  assert.deepEqual(await balanceOf(keys), [9_802, 0]);
  const reason = Object(failed.failure_reason);
  assert.deepEqual(Object.keys(reason), ['code', 'message']);
  assert.match(reason.code, /^[A-Z]{2}\d{2}$/);
  assert.deepEqual([failed.paid_at, failed.end_to_end_id], [null, null]);
});

test('a payout of one centavo too much is refused, and nothing is booked', async () => {
  const keys = await createFunded();
  const postings = await gateway.sql('select from ledger_postings');
  const refused = await pay(keys, { amount: 9_802 - FEE + 1 });
  assert.deepEqual([refused.status, refused.body.code], [422, 'insufficient_balance']);
  assert.deepEqual(await balanceOf(keys), [9_802, 0]);
  assert.equal((await gateway.sql('select from ledger_postings')).length, postings.length);
  const list = await gateway.call('GET', '/v1/transactions?type=payout', { keys });
  assert.deepEqual(list.body.data, []);
  assert.equal((await pay(keys, { amount: 9_802 - FEE })).status, 201);
  assert.deepEqual(await balanceOf(keys), [0, 9_802]);
});

test('an external_id is used up by an accepted payout for ever, and not by a refused one', async () => {
  const keys = await createFunded();
  const external_id = 'saque-1';
  const refused = [{ amount: 1e9 }, { pix_key: 'x' }, { pix_key_type: 'x' }];
  for (const change of refused) {
    assert.notEqual((await pay(keys, { external_id, ...change })).status, 201);
  }
  const first = await pay(keys, { external_id, amount: 10 });
  assert.equal(first.status, 201);
  gateway.clock.advance(25 * 60 * 60 * 1_000);
  await until('it is paid', async () => {
    return (await read(keys, first.body.internal_id)).status === 'paid';
  });
  for (const change of [{ amount: 10 }, { amount: 20 }, { external_id: ` ${external_id} ` }]) {
    const again = await pay(keys, { external_id, ...change });
    assert.deepEqual([again.status, again.body.code], [409, 'external_id_reused']);
  }
  // The external_id of another merchant's payout, or of a charge, is independent.
  assert.equal((await pay(await createFunded(), { external_id })).status, 201);
  const charge = await receivePayment(gateway, keys, {
    amount: 100,
    payer: { name: 'Ana', document: '12345678909' },
    external_id,
  });
  assert.equal(charge.external_id, external_id);
});

test('of twenty payouts at once with one external_id over two APIs, one is accepted', async () => {
  const keys = await createFunded();
  const external_id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      pay(keys, { external_id, amount: 10 }, index % 2 ? gateway.url : secondUrl),
    ),
  );
  const codes = answers.map((one) => one.body.code ?? one.status).sort();
  assert.deepEqual(codes, [201, ...Array.from({ length: 19 }, () => 'external_id_reused')]);
  assert.deepEqual(await balanceOf(keys), [9_802 - 85, 85]);
});

test('many payouts at once over two APIs never spend more than the balance', async () => {
  const keys = await createFunded();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      pay(keys, { amount: 925 }, index % 2 ? gateway.url : secondUrl),
    ),
  );
  // 9802 is enough for nine payouts of 925 with their fee of 75.
  assert.equal(answers.filter((one) => one.status === 201).length, 9);
  assert.equal(answers.filter((one) => one.body.code === 'insufficient_balance').length, 11);
  assert.deepEqual(await balanceOf(keys), [802, 9_000]);
});
