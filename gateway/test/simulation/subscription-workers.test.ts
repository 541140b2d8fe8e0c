import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { runDueSubscriptions } from '#src/subscriptions/due-subscriptions.ts';
import { runSteps } from '#src/subscriptions/run-steps.ts';
import { callGateway, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { dayOfMonth, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { assertClean } from '../support/two-buckets.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const DUE = businessDayFrom(dayOfMonth(0, 15));
const COUNT = 60;
const WORKERS = 4;
const EXISTS = '409 cycle_exists';
/** Small rounds, so that the workers take turns. */
const AT_ONCE = 7;

/** Several workers at once do all that is due. */
async function work(): Promise<void> {
  const one = async () => {
    while (await runDueSubscriptions({ ...gateway.appContext, tellPayers }, AT_ONCE));
  };
  await Promise.all(Array.from({ length: WORKERS }, one));
  // A round that skipped locked rows ends early.
  await one();
}

function counts() {
  return gateway.sql(
    `select status, count(*) as cycles, count(distinct subscription_id) as subscriptions,
        count(distinct charge_id) as charges
      from subscription_cycles group by status order by status`,
    [],
  );
}

test('several workers create and pay each cycle once, with one charge and one order of events', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const ids = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const { internal_id: id } = await shop.create({ reference: `contrato-${index}` });
      await shop.authorize(id);
      return id;
    }),
  );
  const now = gateway.clock.now();
  gateway.clock.advance(startOfKnownDay(addDays(DUE, -3)) - now);
  await work();
  const all = { cycles: `${COUNT}`, subscriptions: `${COUNT}`, charges: `${COUNT}` };
  assert.deepEqual(await counts(), [{ status: 'scheduled', ...all }]);
  const charges = await gateway.sql(`select from charges`, []);
  assert.equal(charges.length, COUNT, 'no charge without a cycle');
  gateway.clock.advance(startOfKnownDay(addDays(DUE, 1)) - gateway.clock.now());
  await work();
  assert.deepEqual(await counts(), [{ status: 'paid', ...all }]);
  const { body: balance } = await shop.call<{ available: number }>('GET', '/v1/balance');
  assert.equal(balance.available, COUNT * (SUBSCRIPTION.amount - 198));
  for (const id of ids) {
    assert.deepEqual(
      (await shop.events(id)).map(({ event, sequence }) => [event, sequence]),
      [
        ['subscription.authorized', 1],
        ['cycle.scheduled', 2],
        ['cycle.paid', 3],
      ],
    );
  }
  await assertClean(gateway);
});

test('a merchant’s request and the payer’s never cancel and pay the same cycle', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const first = dayOfMonth(1, 15);
  const due = businessDayFrom(first);
  const { internal_id: id } = await shop.create({ first_due_on: first });
  await shop.authorize(id);
  gateway.clock.advance(startOfKnownDay(addDays(due, -2)) - gateway.clock.now());
  await work();
  const answers = await Promise.all([
    shop.call('POST', `/v1/test/subscriptions/${id}/cycles/${due}/fail`, {}),
    shop.call('POST', `/v1/test/subscriptions/${id}/cancel`, {}),
    shop.call('POST', `${shop.path(id)}/cancel`),
    shop.call('POST', `${shop.path(id)}/pause`),
  ]);
  assert.ok(answers.every(({ status }) => status === 200 || status === 404 || status === 409));
  const events = await shop.events(id);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  const ends = events.filter(({ event }) => /^cycle\.(failed|canceled)$/.test(event));
  assert.equal(
    ends.length,
    1,
    JSON.stringify(events.map(({ event, data }) => [event, data.due_on])),
  );
  await assertClean(gateway);
});

test('two processes that replace a rejected charge at once make one new charge', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const urls = [gateway.url, await gateway.openSecondApi()];
  for (let round = 0; round < 4; round += 1) {
    const first = dayOfMonth(4, 1 + round);
    const body = { first_due_on: first, amount: null, min_amount: 1_000 };
    const { internal_id: id } = await shop.create({ ...body, reference: `dupla-${round}` });
    await shop.authorize(id);
    await shop.addCycle(id, { amount: 1_000, due_on: first });
    await shop.fail(id, businessDayFrom(first), 'AC05');
    const path = `${shop.path(id)}/cycles`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        callGateway<{ code: string }>(`${urls[index % 2]}${path}`, 'POST', {
          headers: { ...keys },
          body: { amount: 1_000 + index, due_on: addDays(first, index) },
        }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(made.length, 1, JSON.stringify(answers.map(({ text }) => text)));
    assert.ok(refused.every(({ status, body: { code } }) => `${status} ${code}` === EXISTS));
    assert.deepEqual(
      (await shop.cycles(id)).map(({ status }) => status),
      ['failed', 'scheduled'],
    );
  }
  const charges = await gateway.sql(`select from charges where due ->> 'cycle' is not null
    and not exists (select from subscription_cycles s where s.charge_id = charges.id)`);
  assert.deepEqual(charges, [], 'no charge without a cycle');
  await assertClean(gateway);
});

test('a step that is not due is not done, also for a worker that read the subscription before', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const { internal_id: id } = await shop.create({ first_due_on: dayOfMonth(3, 15) });
  await shop.authorize(id);
  const key = { merchantId: merchant.merchantId, environment: 'test' as const, id };
  const { database, clock } = gateway.appContext;
  assert.equal(
    await database.transaction((tx) => runSteps(tx, [key], { now: clock.now(), tellPayers })),
    0,
  );
  assert.deepEqual(await shop.cycles(id), []);
});

test('a cycle that a downtime made too late is recorded as failed, and the next ones are made', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const { internal_id: id } = await shop.create({ first_due_on: dayOfMonth(2, 15) });
  await shop.authorize(id);
  const next = businessDayFrom(dayOfMonth(3, 15));
  gateway.clock.advance(startOfKnownDay(addDays(next, -2)) - gateway.clock.now());
  await work();
  assert.deepEqual(
    (await shop.cycles(id)).map(({ status, reason, transaction_id: charge }) => [
      status,
      reason?.code ?? null,
      charge === null,
    ]),
    [
      ['failed', 'window_missed', true],
      ['scheduled', null, false],
    ],
  );
  assert.deepEqual((await shop.call('POST', `${shop.path(id)}/retry`)).status, 409);
});
