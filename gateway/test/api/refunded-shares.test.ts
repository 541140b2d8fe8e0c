import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, receivePayment } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const PATH = '/api/panel/test/splits-received';
const gateway = await startInBuckets({ after });
const { refund, read, endRefunds } = createRefunder(gateway);

/** A paid charge of 10000 of which a recipient got 1000. */
async function createShared() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const recipient = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const split = [{ username: recipient.username, percentage: 10 }];
  const charge = await receivePayment(gateway, keys, { ...CHARGE, split });
  const session = await signIn(gateway, recipient.merchant);
  async function received(query = '') {
    const { body } = await session.call<{ data: Record<string, unknown>[] }>(
      ...(['GET', PATH + query] as const),
    );
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
