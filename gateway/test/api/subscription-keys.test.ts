import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { dayOfMonth, daysAfter, subscriptionClient } from '../support/subscriptions.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const FIRST = dayOfMonth(0, 15);
const DUE = businessDayFrom(FIRST);
const VARIABLE = { amount: null, min_amount: 1_000 };
const CYCLE = { amount: 5_200, due_on: FIRST };

async function newShop() {
  const { keys } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  /** Posts under a key. */
  const post = (path: string, key: string, body: object = {}) =>
    gateway.call('POST', path, { keys, body, headers: { 'idempotency-key': key } });
  async function start(body: object): Promise<string> {
    const { internal_id: id } = await client.create(body);
    await client.authorize(id);
    return id;
  }
  return { keys, ...client, post, start };
}

test('a repeated retry gets the first answer byte for byte, also after it was paid', async () => {
  const shop = await newShop();
  const clock = await shop.createClock(dayOfMonth(0, 2));
  const id = await shop.start({ ...VARIABLE, clock_id: clock.id });
  const path = `${shop.path(id)}/cycles`;
  assert.equal((await shop.post(path, 'ciclo-0001', CYCLE)).status, 201);
  await shop.advanceTo(clock, `${DUE}T08:00:00.000Z`);
  await shop.fail(id, DUE);
  await shop.advanceTo(clock, `${DUE}T20:00:00.000Z`);
  const retry = `${shop.path(id)}/retry`;
  const first = await shop.post(retry, 'tentar-0001');
  assert.deepEqual([first.status, first.body.status], [200, 'retrying'], first.text);
  assert.equal(first.headers.get('idempotency-replayed'), null);
  await shop.advanceTo(clock, `${daysAfter(DUE, 1)}T12:00:00.000Z`);
  assert.equal((await shop.cycles(id))[0]?.status, 'paid');
  const repeated = await shop.post(retry, 'tentar-0001');
  assert.deepEqual([repeated.status, repeated.text], [200, first.text]);
  const other = await shop.post(path, 'ciclo-0002', CYCLE);
  assert.deepEqual([other.status, other.body.code], [422, 'cycle_too_late']);
  await assertClean(gateway);
});

test('a repeated cycle and a repeated retry are answered as the first ones, and make one attempt each', async () => {
  const shop = await newShop();
  const id = await shop.start(VARIABLE);
  const path = `${shop.path(id)}/cycles`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.post(path, 'ciclo-0003', CYCLE)),
  );
  assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(answers.filter(({ status }) => status !== 201).length, 0);
  const replays = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  assert.equal(replays.length, 19);
  await shop.fail(id, DUE);
  const on = daysAfter(DUE, 2);
  const retry = `${shop.path(id)}/retry`;
  const retries = await Promise.all(
    Array.from({ length: 20 }, () => shop.post(retry, 'tentar-0001', { on })),
  );
  assert.deepEqual(new Set(retries.map(({ text }) => text)).size, 1);
  assert.equal(retries[0]?.status, 200, retries[0]?.text);
  await shop.fail(id, DUE);
  const second = await shop.post(retry, 'tentar-0002', { on: daysAfter(DUE, 4) });
  assert.equal(second.status, 200, second.text);
  const repeated = await shop.post(retry, 'tentar-0001', { on });
  assert.deepEqual([repeated.status, repeated.text], [200, retries[0]?.text]);
  assert.equal((await shop.post(path, 'ciclo-0003', CYCLE)).text, answers[0]?.text);
  const [cycle] = await shop.cycles(id);
  assert.deepEqual(
    cycle?.attempts.map(({ kind, status }) => [kind, status]),
    [
      ['scheduled', 'failed'],
      ['new_attempt', 'failed'],
      ['new_attempt', 'scheduled'],
    ],
  );
  await assertClean(gateway);
});

test('a used key is refused for another amount, another subscription or the other operation', async () => {
  const shop = await newShop();
  const id = await shop.start(VARIABLE);
  const other = await shop.start(VARIABLE);
  const path = `${shop.path(id)}/cycles`;
  assert.equal((await shop.post(path, 'ciclo-0004', CYCLE)).status, 201);
  for (const [target, body, fields] of [
    [path, { ...CYCLE, amount: 5_300 }, ['amount']],
    [`${shop.path(other)}/cycles`, CYCLE, ['id']],
    [`${shop.path(id)}/retry`, {}, []],
  ] as const) {
    const { status, body: answer } = await shop.post(target, 'ciclo-0004', body);
    assert.deepEqual([status, answer.code], [409, 'idempotency_key_reused'], target);
    const { details = [] } = answer as { details?: { field: string }[] };
    assert.deepEqual(
      details.map(({ field }) => field),
      fields,
    );
  }
  assert.deepEqual(await shop.cycles(other), []);
  const bad = await shop.post(path, 'curta', CYCLE);
  assert.deepEqual([bad.status, bad.body.code], [400, 'idempotency_key_invalid']);
});

test('a refused cycle and a refused retry leave their keys free', async () => {
  const shop = await newShop();
  const id = await shop.start(VARIABLE);
  const path = `${shop.path(id)}/cycles`;
  const refused = await shop.post(path, 'ciclo-0005', { ...CYCLE, amount: 999 });
  assert.deepEqual([refused.status, refused.body.code], [422, 'cycle_amount_too_small']);
  assert.equal((await shop.post(path, 'ciclo-0005', CYCLE)).status, 201);
  const retry = `${shop.path(id)}/retry`;
  assert.equal((await shop.post(retry, 'tentar-0005')).body.code, 'cycle_not_found');
  await shop.fail(id, DUE);
  assert.equal((await shop.post(retry, 'tentar-0005')).status, 200);
  const strange = await createMerchantWithKeys(gateway);
  const headers = { 'idempotency-key': 'ciclo-0005' };
  const asked = await gateway.call('POST', path, { keys: strange.keys, body: CYCLE, headers });
  assert.deepEqual([asked.status, asked.body.code], [404, 'subscription_not_found']);
});
