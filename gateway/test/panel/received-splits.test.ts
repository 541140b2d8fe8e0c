import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, receivePayment } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { refund, read, endRefunds } = createRefunder(gateway);

const PATH = '/api/panel/test/splits-received';

/** A recipient with three splits of one merchant and an unpaid one of another. */
async function receiveShares() {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const [shop, other] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const body = (percentage: number) => ({ ...CHARGE, split: [{ username, percentage }] });
  await receivePayment(gateway, shop.keys, body(10));
  await receivePayment(gateway, other.keys, body(5.5));
  await receivePayment(gateway, shop.keys, body(0.01));
  await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: body(20) });
  return { session: await signIn(gateway, merchant), shop, other };
}

test('received splits are summed by payer merchant', async () => {
  const { session, shop, other } = await receiveShares();
  const { body } = await session.call('GET', `${PATH}/summary`);
  assert.deepEqual(body.origins, [
    {
      username: shop.username,
      name: `Loja ${shop.username}`,
      count: 3,
      paid_amount: 1_001,
      pending_amount: 2_000,
    },
    {
      username: other.username,
      name: `Loja ${other.username}`,
      count: 1,
      paid_amount: 550,
      pending_amount: 0,
    },
  ]);
  assert.deepEqual([body.paid_amount, body.pending_amount], [1_551, 2_000]);
});

test('a period without valid days is refused', async () => {
  const { session } = await receiveShares();
  const empty = await session.call('GET', `${PATH}?to=2026-01-31`);
  assert.deepEqual(empty.body, { data: [], next_cursor: null });
  for (const query of ['?from=2026-02-30', '?to=ontem', '/summary?to=2026-13-01']) {
    const refused = await session.call('GET', PATH + query);
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], query);
  }
  const long = await session.call('GET', `${PATH}/summary?from=2025-01-01&to=2026-01-01`);
  assert.equal(long.status, 400);
});

/** A paid charge of 10000 of which a recipient got 1000. */
async function createShared() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const recipient = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const split = [{ username: recipient.username, percentage: 10 }];
  const charge = await receivePayment(gateway, keys, { ...CHARGE, split });
  const session = await signIn(gateway, recipient.merchant);
  async function received(query = '') {
    const { body } = await session.call<{ data: Record<string, unknown>[] }>('GET', PATH + query);
    return body.data.map((one) => [one.status, one.amount, one.refunded_amount]);
  }
  async function sum() {
    return (await session.call('GET', `${PATH}/summary`)).body.paid_amount;
  }
  return { merchant, keys, id: String(charge.internal_id), received, sum };
}

async function statusOfShare(keys: Parameters<typeof read>[0], id: string): Promise<unknown> {
  return Object((await read(keys, id)).split)[0]?.status;
}

test('a refunded share shows its state, and what was refunded is not in the sum of received shares', async () => {
  const { merchant, keys, id, received, sum } = await createShared();
  assert.deepEqual([await received(), await sum()], [[['paid', 1_000, 0]], 1_000]);
  await refund(keys, id, { amount: 2_500 });
  await endRefunds();
  assert.equal(await statusOfShare(keys, id), 'partially_refunded');
  assert.deepEqual(await received(), [['partially_refunded', 1_000, 250]]);
  assert.equal(await sum(), 750);
  await refund(keys, id);
  await endRefunds();
  assert.equal(await statusOfShare(keys, id), 'refunded');
  assert.deepEqual(await received('?status=refunded'), [['refunded', 1_000, 1_000]]);
  assert.equal(await sum(), 0);
  const events = await gateway.sql(
    `select body::json -> 'data' -> 'split' -> 0 ->> 'status' as status from webhook_events
      where resource_id = $1 and merchant_id = $2 order by sequence`,
    [id, merchant.merchantId],
  );
  assert.deepEqual(
    events.map(({ status }) => status),
    ['paid', 'partially_refunded', 'refunded'],
  );
});

test('a share stays paid when the origin bears all of the refund', async () => {
  const { keys, id, received, sum } = await createShared();
  await refund(keys, id, { amount: 2_500, bear_all: true });
  await endRefunds();
  assert.equal(await statusOfShare(keys, id), 'paid');
  assert.deepEqual([await received(), await sum()], [[['paid', 1_000, 0]], 1_000]);
  assert.deepEqual(await failedChecks(gateway), []);
});
