import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { DAY_MS } from '#src/ground/durations.ts';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startLiveSubscriptions } from '../support/live-subscriptions.ts';

const live = await startLiveSubscriptions(
  { after },
  { buckets: 2, env: { PROVIDER_TIMEOUT_SECONDS: '10' } },
);
const { gateway, bank, shop, client, created, rowOf, becomes, workOff, quiet } = live;
const { keys } = shop;

beforeEach(quiet);

async function subscribe(journey: 'code_and_first_payment' | 'offer') {
  const { id, code, body } = await created({ journey });
  const charge = String(body.first_transaction_id);
  return { id, code: code ?? '', charge, txid: charge.replaceAll('-', '') };
}

async function eventsOf(charge: string): Promise<string[]> {
  return (await client.events(charge)).map(({ event }) => event);
}

/** Advances the clock until a charge has a status. */
function reaches(charge: string, status: string): Promise<unknown> {
  return until(`the first charge is ${status}`, async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${charge}`, { keys });
    if (body.status === status) return true;
    gateway.clock.advance(5_000);
    return false;
  });
}

async function isWorkedOff(): Promise<void> {
  await workOff();
  await until('no cancellation is open', async () => {
    gateway.clock.advance(1_000);
    return (await gateway.sql('select from charge_cancellations')).length === 0;
  });
}

/** The ends of a subscription at a live bank. */
const ENDS = {
  canceled: async ({ id }: { id: string }) => {
    await client.cancel(id);
    await client.cancel(id);
  },
  rejected: async ({ code }: { code: string }) => {
    bank.refuseRecurrence(code);
  },
} as const;

for (const [status, end] of Object.entries(ENDS)) {
  test(`a first charge is removed at the bank when its subscription is ${status}`, async () => {
    const sub = await subscribe('code_and_first_payment');
    await end(sub);
    await becomes(sub.id, status);
    await reaches(sub.charge, 'canceled');
    assert.throws(() => bank.pay(sub.txid));
    await isWorkedOff();
    assert.deepEqual(await eventsOf(sub.charge), ['deposit.canceled']);
    assert.deepEqual(await failedChecks(gateway), []);
  });
}

test('a first charge whose removal got no answer is canceled here and at the bank', async () => {
  for (const kind of ['dropped_after', 'silent_before', 'error_after'] as const) {
    const sub = await subscribe('code_and_first_payment');
    bank.faults.add({ kind, operation: 'reviseCharge', times: 1 });
    await client.cancel(sub.id);
    await reaches(sub.charge, 'canceled');
    assert.throws(() => bank.pay(sub.txid), kind);
    await isWorkedOff();
    assert.deepEqual(await eventsOf(sub.charge), ['deposit.canceled'], kind);
  }
});

test('a first payment that reached the bank before the removal is booked', async () => {
  const early = await subscribe('code_and_first_payment');
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 4 });
  bank.pay(early.txid);
  await client.cancel(early.id);
  await isWorkedOff();
  bank.faults.clear();
  await until('the payment is collected', async () => {
    gateway.clock.advance(60_000);
    return (await eventsOf(early.charge)).length > 0;
  });
  assert.deepEqual(await eventsOf(early.charge), ['deposit.paid']);
  const late = await subscribe('code_and_first_payment');
  await client.cancel(late.id);
  await reaches(late.charge, 'canceled');
  const [row] = await gateway.sql('select amount_centavos from charges where id = $1', [
    late.charge,
  ]);
  bank.receiveWithoutCharge(BigInt(String(row?.amount_centavos)), late.txid);
  await reaches(late.charge, 'paid');
  assert.deepEqual(await eventsOf(late.charge), ['deposit.canceled', 'deposit.paid']);
  assert.equal((await rowOf(late.id)).status, 'canceled');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the charge of an offer can be paid after its subscription has ended', async () => {
  for (const [status, end] of Object.entries(ENDS)) {
    const sub = await subscribe('offer');
    await end(sub);
    await becomes(sub.id, status);
    await isWorkedOff();
    bank.pay(sub.txid);
    await reaches(sub.charge, 'paid');
    assert.equal((await rowOf(sub.id)).status, status);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a first charge ends with the time to authorize, here and at the bank', async () => {
  const sub = await subscribe('code_and_first_payment');
  await until(`${sub.id} is expired`, async () => {
    gateway.clock.advance(DAY_MS / 4);
    return (await rowOf(sub.id)).status === 'expired';
  });
  await isWorkedOff();
  assert.throws(() => bank.pay(sub.txid));
  // Its subscription may end first.
  await until('the first charge has ended', async () => {
    gateway.clock.advance(60_000);
    const { body } = await gateway.call('GET', `/v1/transactions/${sub.charge}`, { keys });
    return body.status === 'canceled' || body.status === 'expired';
  });
});
