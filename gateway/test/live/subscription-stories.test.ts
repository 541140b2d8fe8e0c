import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { readersOf } from '../support/live-cycles.ts';
import { startLiveSubscriptions } from '../support/live-subscriptions.ts';

const live = await startLiveSubscriptions(
  { after },
  { buckets: 2, bankOptions: { tokenLifetimeSeconds: 1e9 } },
);
const { gateway, bank, shop, client, created, rowOf, becomes, quiet, events } = live;
const { keys } = shop;
const { cycle } = readersOf({ gateway });

beforeEach(quiet);

/** Waits until something holds, while the clock goes on. */
function passes(what: string, holds: () => Promise<boolean>): Promise<unknown> {
  return until(what, async () => {
    if (await holds()) return true;
    gateway.clock.advance(MINUTE_MS);
    return false;
  });
}

async function hasCycle(id: string, status: string): Promise<boolean> {
  const [newest] = await client.cycles(id);
  return newest?.status === status;
}

test('an offer: the payer pays, accepts it later, and is debited in the first cycle', async () => {
  const { id, code, body } = await created({ journey: 'offer' });
  const first = String(body.first_transaction_id);
  const due = businessDayFrom(String(body.first_due_on));
  bank.pay(first.replaceAll('-', ''));
  await passes('the offered charge is paid', async () => {
    const { body: charge } = await gateway.call('GET', `/v1/transactions/${first}`, { keys });
    return charge.status === 'paid';
  });
  assert.equal((await rowOf(id)).status, 'created', 'a payment is no authorization');
  bank.authorizeRecurrence(code ?? '', { paysToo: false });
  await becomes(id, 'authorized');
  gateway.clock.set(startOfKnownDay(addDays(due, -4)) + 5 * HOUR_MS);
  await passes('the cycle is scheduled', () => hasCycle(id, 'scheduled'));
  await passes('the bank has the cycle', async () => (await cycle(id)).seen !== null);
  gateway.clock.set(startOfKnownDay(due) + 7 * HOUR_MS);
  await passes('the cycle is paid', () => hasCycle(id, 'paid'));
  assert.deepEqual(await events(id), ['subscription.authorized', 'cycle.scheduled', 'cycle.paid']);
  assert.deepEqual(
    (await client.events(first)).map(({ event }) => event),
    ['deposit.paid'],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

/** A subscription of a journey, a minute before its payer can't answer any more. */
async function beforeTheEnd(journey: 'code' | 'bank_push') {
  const { id, code, body } = await created({ journey });
  const end = Date.parse((body.authorization as { expires_at: string }).expires_at);
  gateway.clock.set(end - MINUTE_MS);
  const recurrenceId = String((await rowOf(id)).recurrence_id);
  return { id, end, recurrenceId, answerable: code ?? recurrenceId };
}

for (const journey of ['code', 'bank_push'] as const) {
  test(`${journey}: an answer of the last moment counts, without its call-back too`, async () => {
    const { id, end, recurrenceId, answerable } = await beforeTheEnd(journey);
    bank.faults.add({ kind: 'callback_lost', operation: 'recurrenceCallback' });
    bank.authorizeRecurrence(answerable);
    gateway.clock.set(end + 1);
    await becomes(id, 'authorized');
    assert.equal(bank.recurrence(recurrenceId)?.status, 'APROVADA');
    // The time to schedule the first cycle at the payer's bank is over.
    await passes('the first cycle is left out', () => hasCycle(id, 'failed'));
    assert.deepEqual(await events(id), ['subscription.authorized', 'cycle.failed']);
    assert.equal((await cycle(id)).reason, 'window_missed');
  });

  test(`${journey}: after the last moment nothing is left to answer`, async () => {
    const { id, end, recurrenceId, answerable } = await beforeTheEnd(journey);
    gateway.clock.set(end + 1);
    await becomes(id, 'expired');
    assert.throws(() => bank.authorizeRecurrence(answerable));
    assert.equal(bank.recurrence(recurrenceId)?.status, 'CANCELADA');
    assert.deepEqual(await events(id), ['subscription.expired']);
  });
}

/** Ends the time of a subscription, and has its payer agree while the bank holds the end. */
async function agreeDuringTheEnd(order: Pick<FaultOrder, 'kind' | 'until'>) {
  const waiting = await beforeTheEnd('code');
  bank.faults.add({ kind: 'callback_lost', operation: 'recurrenceCallback' });
  const fault = bank.faults.add({ ...order, operation: 'reviseRecurrence', times: 1 });
  gateway.clock.set(waiting.end + 1);
  await until('the bank gets the end', async () => {
    gateway.clock.advance(SECOND_MS);
    return bank.faults.list().every(({ id }) => id !== fault);
  });
  bank.authorizeRecurrence(waiting.answerable);
  return waiting;
}

test('an answer before an end that the bank never did counts', async () => {
  const { id, recurrenceId } = await agreeDuringTheEnd({ kind: 'silent_before' });
  bank.faults.clear();
  await becomes(id, 'authorized');
  assert.equal(bank.recurrence(recurrenceId)?.status, 'APROVADA');
  assert.equal((await events(id))[0], 'subscription.authorized');
});

test('an answer just before the bank does the end is ended on both sides', async () => {
  const agreed = Promise.withResolvers<void>();
  const order = { kind: 'slow', until: agreed.promise } as const;
  const { id, recurrenceId } = await agreeDuringTheEnd(order);
  agreed.resolve();
  await becomes(id, 'expired');
  assert.equal(bank.recurrence(recurrenceId)?.status, 'CANCELADA');
  assert.deepEqual(await events(id), ['subscription.expired']);
  await quiet();
  await live.workOff();
  assert.equal((await rowOf(id)).is_over, true);
  assert.deepEqual(await failedChecks(gateway), []);
});
