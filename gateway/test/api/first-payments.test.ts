import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { readPage } from '../support/feed.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { dayOfMonth, daysAfter, subscriptionClient } from '../support/subscriptions.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { keys } = await createMerchantWithKeys(gateway);
const shop = subscriptionClient(gateway, keys);
const clock = await shop.createClock(dayOfMonth(0, 2));
const DUE = businessDayFrom(dayOfMonth(0, 15));

async function subscribe(journey: 'code_and_first_payment' | 'offer') {
  const made = await shop.create({ journey, clock_id: clock.id });
  return { id: made.internal_id, charge: String(made.first_transaction_id) };
}

async function statusOf(charge: string): Promise<unknown> {
  return (await shop.call('GET', `/v1/transactions/${charge}`)).body.status;
}

async function eventsOf(charge: string): Promise<string[]> {
  return (await readPage(gateway, keys, `resource=${charge}`)).data.map(({ event }) => event);
}

/** How a subscription ends before its payer authorizes it. */
const ENDS = {
  canceled: (id: string) => shop.cancel(id),
  rejected: (id: string) => shop.call('POST', `/v1/test/subscriptions/${id}/reject`, {}),
} as const;

for (const [status, end] of Object.entries(ENDS)) {
  test(`the first charge of one code is canceled with its subscription: ${status}`, async () => {
    const { id, charge } = await subscribe('code_and_first_payment');
    await end(id);
    await end(id);
    assert.equal((await shop.read(id)).status, status);
    assert.equal(await statusOf(charge), 'canceled');
    assert.deepEqual(await eventsOf(charge), ['deposit.canceled']);
    const late = await shop.call('POST', `/v1/test/charges/${charge}/pay`);
    assert.equal(late.status, 409, late.text);
    await assertClean(gateway);
  });

  test(`the charge of an offer can be paid after its subscription is ${status}`, async () => {
    const { id, charge } = await subscribe('offer');
    await end(id);
    assert.equal(await statusOf(charge), 'pending');
    const paid = await shop.call('POST', `/v1/test/charges/${charge}/pay`);
    assert.equal(paid.status, 200, paid.text);
    assert.equal(await statusOf(charge), 'paid');
    await assertClean(gateway);
  });
}

test('a first charge that was paid stays paid when its subscription is canceled', async () => {
  const { id, charge } = await subscribe('code_and_first_payment');
  await shop.authorize(id);
  assert.equal((await shop.cancel(id)).status, 'canceled');
  assert.equal(await statusOf(charge), 'paid');
  assert.deepEqual(await eventsOf(charge), ['deposit.paid']);
  const unanswered = await subscribe('code_and_first_payment');
  await shop.call('POST', `/v1/test/charges/${unanswered.charge}/pay`);
  assert.equal((await shop.cancel(unanswered.id)).status, 'canceled');
  assert.equal(await statusOf(unanswered.charge), 'paid');
  await assertClean(gateway);
});

test('a first charge ends with the time to authorize', async () => {
  const { id, charge } = await subscribe('code_and_first_payment');
  await shop.advanceTo(clock, `${daysAfter(DUE, -1)}T03:00:01.000Z`);
  assert.equal((await shop.read(id)).status, 'expired');
  assert.ok(['expired', 'canceled'].includes(String(await statusOf(charge))));
  const late = await shop.call('POST', `/v1/test/charges/${charge}/pay`);
  assert.equal(late.status, 409, late.text);
});
