import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import { readPage } from '../support/feed.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { clockClient } from '../support/test-clocks.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startInBuckets({ after });
const { post, createClock, advance, read, payInClock } = clockClient(gateway);
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** What a charge of 10,000 leaves. */
const NET = 9_802;

test('a charge expires when its clock reaches its end, and one without a clock does not', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const bound = await post(keys, '/v1/pix/qrcode', { ...CHARGE, clock_id: clock.id });
  const free = await post(keys, '/v1/pix/qrcode', CHARGE);
  assert.equal(bound.status, 201, bound.text);
  assert.equal(bound.body.created_at, clock.now);
  await advance(keys, clock, DAY_S - 1);
  assert.equal((await read(keys, bound.body.internal_id)).status, 'pending');
  await advance(keys, clock, 1);
  assert.equal((await read(keys, bound.body.internal_id)).status, 'expired');
  assert.equal((await read(keys, free.body.internal_id)).status, 'pending');
  await assertClean(gateway);
});

test('a failing webhook is tried again at the right times, with the real time in its signature', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const sink = await startWebhookSink(context);
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  await post(keys, '/v1/webhook-endpoints', { url: sink.url });
  const clock = await createClock(keys, { now: inDays(3), bind_key: true });
  const charge = await post(keys, '/v1/pix/qrcode', CHARGE);
  await post(keys, `/v1/test/charges/${String(charge.body.internal_id)}/pay`);
  // The first attempt needs no advance, but an advance waits for its result.
  await advance(keys, clock, 0);
  assert.equal(sink.received.length, 1);
  await advance(keys, clock, 4 * DAY_S);
  const [event] = (await readPage(gateway, keys)).data;
  const path = `/v1/events/${event?.id}/attempts`;
  const attempts = await gateway.call<{ data: { started_at: string }[] }>('GET', path, { keys });
  const times = attempts.body.data.map((one) => Date.parse(one.started_at)).reverse();
  assert.equal(times.length, 15, attempts.text);
  const pauses = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 1_000);
  const wanted = [10, 60, 300, 900, 1_800, HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 6 * HOUR_S];
  for (const [index, pause] of wanted.entries()) {
    const isNear = Math.abs((pauses[index] ?? 0) - pause) <= pause * 0.1 + 15;
    assert.ok(isNear, `pause ${index} was ${pauses[index]} s`);
  }
  assert.equal(times[0], Date.parse(clock.now));
  const signed = /t=(\d+),/.exec(String(sink.received.at(-1)?.headers['x-service-signature']));
  assert.ok(Math.abs(Number(signed?.[1]) - gateway.clock.now() / 1_000) < 120);
  await assertClean(gateway);
});

test('an idempotency key is free again after a day of the clock', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const other = await createKeys(gateway.appContext, merchant, 'test');
  const clock = await createClock(keys, { bind_key: true });
  const create = async (by: Keys, body: object = CHARGE) => {
    const created = await post(by, '/v1/pix/qrcode', body, 'pedido-0001');
    assert.equal(created.status, 201, created.text);
    return created.body.internal_id;
  };
  const first = await create(keys);
  assert.equal(await create(keys), first);
  const unbound = await create(other);
  assert.notEqual(unbound, first, 'a clock has keys of its own');
  await advance(keys, clock, DAY_S - 1);
  assert.equal(await create(keys), first);
  await advance(keys, clock, 2);
  const second = await create(keys, { ...CHARGE, amount: 20_000 });
  assert.notEqual(second, first);
  assert.equal(await create(keys, { ...CHARGE, amount: 20_000 }), second);
  assert.equal(await create(other), unbound);
});

test('a refund is settled by its clock, and refused after 90 days of it', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const id = await payInClock(keys, clock);
  const refund = `/v1/transactions/${id}/refund`;
  const accepted = await post(keys, refund, { amount: 1_000 });
  assert.equal(accepted.body.status, 'pending', accepted.text);
  assert.equal(accepted.body.created_at, clock.now);
  const later = await advance(keys, clock, 90 * DAY_S - 1);
  assert.equal((await read(keys, id)).status, 'partially_refunded');
  assert.equal((await post(keys, refund, { amount: 1_000 })).status, 201);
  assert.ok(later.now > clock.now);
  await advance(keys, clock, 2);
  assert.equal((await post(keys, refund, { amount: 1_000 })).body.code, 'refund_too_late');
  await assertClean(gateway);
});

test('money becomes available on its settlement day by the clock, and not before', async () => {
  const { keys, username } = await createMerchantWithKeys(gateway);
  const terms = { inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0 };
  await setSettlementTerms(gateway.appContext, username, { ...terms, delayDays: 30 }, commandActor);
  const clock = await createClock(keys);
  await payInClock(keys, clock);
  const free = await post(keys, '/v1/pix/qrcode', CHARGE);
  await post(keys, `/v1/test/charges/${String(free.body.internal_id)}/pay`);
  const balance = async () => {
    const { available, pending_settlement } = (await gateway.call('GET', '/v1/balance', { keys }))
      .body;
    return [available, pending_settlement];
  };
  assert.deepEqual(await balance(), [0, 2 * NET]);
  await advance(keys, clock, 29 * DAY_S);
  assert.deepEqual(await balance(), [0, 2 * NET]);
  await advance(keys, clock, DAY_S);
  assert.deepEqual(await balance(), [NET, NET]);
  await assertClean(gateway);
});

test('payouts are paid and counted by the clock: its next day has a limit of its own', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys, { bind_key: true });
  await payInClock(keys, clock);
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  const limits = { ...NO_LIMITS, perDay: centavos(3_000) };
  await setOperatorLimits(gateway.appContext, scope, () => limits, commandActor);
  const withdraw = (amount: number) => post(keys, '/v1/pix/payout', { ...PAYOUT, amount });
  const paid = await withdraw(3_000);
  assert.equal(paid.status, 201, paid.text);
  assert.equal((await withdraw(1)).body.code, 'payout_limit_exceeded');
  await advance(keys, clock, 60);
  assert.equal((await read(keys, paid.body.internal_id)).status, 'paid');
  await advance(keys, clock, DAY_S);
  assert.equal((await withdraw(3_000)).status, 201);
  await assertClean(gateway);
});

test('a dispute of a charge with a clock is defended until its period has ended by the clock', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const toDefend = async () =>
    (await session.call('GET', '/api/panel/test/disputes/count')).body.count;
  const clock = await createClock(keys);
  const dispute = async (): Promise<string> => {
    const id = await payInClock(keys, clock);
    const opened = await post(keys, `/v1/test/charges/${id}/dispute`, {});
    assert.equal(opened.body.opened_at, clock.now, opened.text);
    return `/v1/disputes/${String(opened.body.internal_id)}/defense`;
  };
  const [early, late] = [await dispute(), await dispute()];
  await advance(keys, clock, 6 * DAY_S);
  assert.equal(await toDefend(), 2);
  assert.equal((await post(keys, early, { text: 'Entregue.' })).status, 201);
  await advance(keys, clock, 2 * DAY_S);
  const refused = await post(keys, late, { text: 'Entregue.' });
  assert.equal(refused.body.code, 'dispute_defense_too_late', refused.text);
  assert.equal(await toDefend(), 0);
  await assertClean(gateway);
});

test('the shares of a charge with a clock live in it, whichever bucket their merchants are in', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const partners = [await createMerchantWithKeys(gateway), await createMerchantWithKeys(gateway)];
  const sink = await startWebhookSink(context);
  const terms = { inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0, delayDays: 2 };
  for (const { username, keys: own } of partners) {
    await setSettlementTerms(gateway.appContext, username, terms, commandActor);
    await post(own, '/v1/webhook-endpoints', { url: sink.url, events: ['split.received'] });
  }
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const clock = await createClock(keys);
  const split = partners.map(({ username }) => ({ username, percentage: 10 }));
  await payInClock(keys, clock, { ...CHARGE, split });
  await advance(keys, clock, 5);
  const before = sink.received.length;
  assert.equal(before, 2);
  await advance(keys, clock, 10);
  assert.equal(sink.received.length, 4);
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await advance(keys, clock, 3 * DAY_S);
  for (const { keys: own } of partners) {
    const { available } = (await gateway.call('GET', '/v1/balance', { keys: own })).body;
    assert.equal(available, 1_000);
  }
  await assertClean(gateway);
});

test('a month: what was due happens in order, each thing at its own time', async (context) => {
  const { keys, username } = await createMerchantWithKeys(gateway);
  const terms = { inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0, delayDays: 15 };
  await setSettlementTerms(gateway.appContext, username, terms, commandActor);
  const sink = await startWebhookSink(context);
  await post(keys, '/v1/webhook-endpoints', { url: sink.url });
  const clock = await createClock(keys, { bind_key: true });
  const ids: unknown[] = [];
  for (const days of [20, 1, 10]) {
    const body = { ...CHARGE, expires_in: days * DAY_S };
    ids.push((await post(keys, '/v1/pix/qrcode', body)).body.internal_id);
  }
  const end = await advance(keys, clock, 30 * DAY_S);
  assert.equal(Date.parse(end.now) - Date.parse(clock.now), 30 * DAY_S * 1_000);
  const told = sink.received.map(({ rawBody, event }) => ({
    id: event.data.internal_id,
    at: Date.parse(JSON.parse(rawBody).created_at),
  }));
  assert.deepEqual(
    told,
    [ids[1], ids[2], ids[0]].map((id, index) => ({
      id,
      at: Date.parse(clock.now) + ([1, 10, 20][index] ?? 0) * DAY_S * 1_000,
    })),
  );
  const feed = (await readPage(gateway, keys)).data.map((event) => event.resource_id);
  assert.deepEqual(feed, [ids[1], ids[2], ids[0]]);
  await assertClean(gateway);
});

function inDays(days: number): string {
  return new Date(gateway.clock.now() + days * DAY_S * 1_000).toISOString();
}
