import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, type Keys, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { refund, balanceOf, endRefunds } = createRefunder(gateway);

type Merchant = Awaited<ReturnType<typeof createMerchantWithKeys>>;

async function receivedBy({ merchant }: Merchant, query = 'period=today'): Promise<unknown> {
  const session = await signIn(gateway, merchant);
  const path = `/api/panel/test/overview?${query}`;
  const answer = await session.call<{ totals: Record<string, unknown> }>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.totals.received_amount;
}

/** The bank accepts a dispute of a part of a payment, and returns it to the payer. */
async function loseDispute(keys: Keys, chargeId: string, amount: number): Promise<void> {
  const path = `/v1/test/charges/${chargeId}/dispute`;
  const opened = await gateway.call('POST', path, { keys, body: { amount } });
  const close = `/v1/test/disputes/${opened.body.internal_id}/close`;
  const closed = await gateway.call('POST', close, { keys, body: { outcome: 'accepted' } });
  assert.equal(closed.status, 200, closed.text);
}

test('the net total of a period is the sum of its entries about own charges', async () => {
  const [shop, partner] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const split = [{ username: partner.username, percentage: 10 }];
  await receivePayment(gateway, shop.keys);
  const shared = await receivePayment(gateway, shop.keys, { ...CHARGE, split });
  await receivePayment(gateway, partner.keys);
  const own = await receivedBy(partner);
  const [withShare] = await balanceOf(partner.keys);
  assert.equal(Number(withShare) - Number(own), 1_000);
  const made = await refund(shop.keys, String(shared.internal_id), { amount: 5_000 });
  assert.equal(made.status, 201);
  await endRefunds();
  // The partner bore its part of the refund out of its share, which is no charge of its own.
  assert.equal(await receivedBy(partner), own);
  assert.deepEqual(await balanceOf(partner.keys), [Number(own) + 500, 0]);
  const beforeDispute = Number(await receivedBy(shop));
  await loseDispute(shop.keys, String(shared.internal_id), 2_000);
  assert.equal(await receivedBy(shop), beforeDispute - 1_800);
  assert.equal(await receivedBy(partner), own);
  // The shop has moved no other money.
  assert.deepEqual(await balanceOf(shop.keys), [await receivedBy(shop), 0]);
  assert.equal(await receivedBy(shop, 'period=yesterday'), 0);
});
