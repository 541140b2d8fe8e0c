import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { dayOfMonth, daysAfter, subscriptionClient } from '../support/subscriptions.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });

async function newShop() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  return { keys, merchant, ...subscriptionClient(gateway, keys) };
}

const days = Array.from({ length: 12 }, (_, month) => dayOfMonth(month, 15));
const dues = days.map((day) => businessDayFrom(day));

test('a year of a subscription on a test clock: authorization, a failure, a retry and a cancellation', async () => {
  const shop = await newShop();
  const clock = await shop.createClock(dayOfMonth(0, 10));
  const [dueOn = '', failsOn = '', lastOn = ''] = [dues[0], dues[4], dues[11]];
  const created = await shop.create({ clock_id: clock.id });
  const id = created.internal_id;
  assert.equal(created.status, 'created');
  assert.deepEqual(created.next_cycle, { due_on: dueOn, amount: 10_000, status: 'planned' });
  assert.match(String(created.authorization.code), /^000201.*80.*br\.gov\.bcb\.pix/);
  await shop.authorize(id);
  await shop.advanceTo(clock, daysAfter(dueOn, -3));
  const [first] = await shop.cycles(id);
  assert.deepEqual([first?.status, first?.due_on], ['scheduled', dueOn]);
  await shop.advanceTo(clock, `${dueOn}T12:00:00.000Z`);
  assert.equal((await shop.cycles(id))[0]?.status, 'paid');
  const { body: balance } = await shop.call<{ available: number }>('GET', '/v1/balance');
  assert.equal(balance.available, 9_802);
  await shop.advanceTo(clock, daysAfter(failsOn, -2));
  const failed = await shop.fail(id, failsOn);
  assert.deepEqual([failed.status, failed.reason?.code], ['failed', 'no_balance']);
  const retriedOn = daysAfter(failsOn, 3);
  const retried = await shop.retry(id, { on: retriedOn });
  assert.deepEqual(
    retried.attempts.map(({ kind, on, status }) => [kind, on, status]),
    [
      ['scheduled', failsOn, 'failed'],
      ['new_attempt', retriedOn, 'scheduled'],
    ],
  );
  await shop.advanceTo(clock, `${retriedOn}T12:00:00.000Z`);
  assert.equal((await shop.cycles(id)).at(-1)?.status, 'paid');
  await shop.advanceTo(clock, daysAfter(lastOn, -1));
  const canceled = await shop.cancel(id);
  assert.deepEqual([canceled.status, canceled.not_canceled], ['canceled', []]);
  await assertYear(shop, id);
  await assertClean(gateway);
});

/** Eleven paid cycles and a canceled one, each with its charge and in the order of the events. */
async function assertYear(shop: Awaited<ReturnType<typeof newShop>>, id: string): Promise<void> {
  const cycles = await shop.cycles(id);
  assert.deepEqual(
    cycles.map(({ status }) => status),
    [...Array(11).fill('paid'), 'canceled'],
  );
  assert.deepEqual(
    cycles.map(({ starts_on, due_on }) => [starts_on, due_on]),
    days.map((day, index) => [day, dues[index]]),
  );
  const events = await shop.events(id);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  const kinds = events.map(({ event }) => event);
  assert.deepEqual(kinds.slice(0, 3), ['subscription.authorized', 'cycle.scheduled', 'cycle.paid']);
  assert.deepEqual(kinds.slice(-3), ['cycle.scheduled', 'subscription.canceled', 'cycle.canceled']);
  const charge = await shop.call('GET', `/v1/transactions/${cycles[0]?.transaction_id}`);
  const reference = `contrato-1001-${dues[0]?.replaceAll('-', '')}`;
  assert.deepEqual(
    [charge.body.status, charge.body.subscription_id, charge.body.qrcode, charge.body.external_id],
    ['paid', id, '', reference],
  );
}
