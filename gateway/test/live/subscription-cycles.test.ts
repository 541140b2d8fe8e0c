import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { cycleDay } from '#src/subscriptions/cycle-days.ts';
import { syncCyclesNow } from '#src/subscriptions/live/cycles/sync-cycles.ts';
import { failedChecks } from '../support/live.ts';
import { AMOUNT, NET, startLiveCycles } from '../support/live-cycles.ts';

const live = await startLiveCycles({ after });
const { bank, gateway, goTo, sync, receive, cycle, events, scheduled, available } = live;

beforeEach(() => bank.faults.clear());

/** What a test says of a cycle. */
async function shown(id: string) {
  const { status, reason, charge } = await cycle(id);
  return [status, reason, charge];
}

test('a cycle is registered, debited in the morning of its day, and paid by its Pix only', async () => {
  const sub = await scheduled();
  const { id, due, txid } = sub;
  assert.deepEqual(await shown(id), ['scheduled', null, 'pending']);
  assert.equal(bank.recurringCharge(txid)?.status, 'ATIVA');
  await goTo(due, 9);
  await live.create();
  assert.deepEqual(await gateway.sql('select from set_aside_work'), []);
  await sync();
  const { status, seen } = await cycle(id);
  assert.deepEqual([status, seen], ['scheduled', 'paid'], 'the word of the bank is no money');
  assert.equal(await available(sub), 0);
  await receive();
  assert.deepEqual(await shown(id), ['paid', null, 'paid']);
  assert.equal(await available(sub), NET);
  assert.deepEqual(await events(sub), ['subscription.authorized', 'cycle.scheduled', 'cycle.paid']);
  assert.equal((await cycle(id)).is_over, true, 'the bank is not asked any more');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('news that come again, late or after the end change nothing', async () => {
  const sub = await scheduled();
  const { id, due, txid } = sub;
  await goTo(due, 9);
  await receive();
  await receive();
  const told = await events(sub);
  for (const _ of [1, 2]) {
    await syncCyclesNow(gateway.appContext, [txid, txid, 'x'.repeat(32)]);
    await sync();
  }
  assert.deepEqual(await events(sub), told);
  assert.deepEqual(await shown(id), ['paid', null, 'paid']);
  assert.equal(await available(sub), NET);
  assert.equal((await cycle(id)).is_over, true);
});

test('a refusal by the payer’s bank fails the cycle with its code, and can’t be tried again', async () => {
  const sub = await scheduled();
  const { id, txid } = sub;
  bank.refuseAttempt(txid, 'AC05');
  await syncCyclesNow(gateway.appContext, [txid]);
  await sync();
  assert.deepEqual(await shown(id), ['failed', 'AC05', 'pending']);
  await assert.rejects(live.act(sub, { kind: 'retry', dueOn: null, on: null }));
  assert.deepEqual((await events(sub)).slice(1), ['cycle.scheduled', 'cycle.failed']);
});

/** The attempts of a cycle: kind, status and code. */
async function attemptsOf(id: string) {
  const { attempts } = await cycle(id);
  const shown = attempts as { kind: string; status: string; code: string | null }[];
  return shown.map(({ kind, status, code }) => [kind, status, code]);
}

test('an attempt that the bank sends again is shown beside the failed one, once, and is paid', async () => {
  const sub = await scheduled();
  const { id, due, txid } = sub;
  bank.refuseAttempt(txid, 'AB10');
  for (const _ of [1, 2]) {
    await syncCyclesNow(gateway.appContext, [txid]);
    await sync();
  }
  const failed = ['scheduled', 'failed', 'AB10'];
  assert.deepEqual(await attemptsOf(id), [failed, ['resend', 'scheduled', null]]);
  assert.deepEqual(await shown(id), ['scheduled', null, 'pending']);
  assert.deepEqual((await events(sub)).slice(1), ['cycle.scheduled']);
  await goTo(due, 9);
  await sync();
  await receive();
  assert.deepEqual(await attemptsOf(id), [failed, ['resend', 'paid', null]]);
  assert.deepEqual(await shown(id), ['paid', null, 'paid']);
  assert.equal(await available(sub), NET);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an attempt that fails again after it was sent again fails the cycle, which can be retried', async () => {
  const sub = await scheduled();
  const { id, txid } = sub;
  bank.refuseAttempt(txid, 'AB10');
  bank.refuseAttempt(txid, 'AB10');
  await syncCyclesNow(gateway.appContext, [txid]);
  await sync();
  assert.deepEqual(await attemptsOf(id), [
    ['scheduled', 'failed', 'AB10'],
    ['resend', 'failed', 'AB10'],
  ]);
  assert.deepEqual(await shown(id), ['failed', 'AB10', 'pending']);
  assert.deepEqual((await events(sub)).slice(1), ['cycle.scheduled', 'cycle.failed']);
  await live.act(sub, { kind: 'retry', dueOn: null, on: null });
  assert.deepEqual((await attemptsOf(id)).at(-1), ['new_attempt', 'scheduled', null]);
});

test('without money on its day a cycle fails, and a retry pays it', async () => {
  const sub = await scheduled();
  const { id, due, txid, payer } = sub;
  bank.setPayer({ document: payer.document, balance: 0n });
  await goTo(due, 10);
  await sync();
  assert.deepEqual((await shown(id))[0], 'scheduled', 'the evening is the second try of the day');
  await goTo(due, 22);
  await sync();
  assert.deepEqual(await shown(id), ['failed', 'no_balance', 'pending']);
  await live.act(sub, { kind: 'retry', dueOn: null, on: null });
  const asked = () =>
    bank.requestLog.entries().filter((one) => one.operation === 'retryRecurringCharge').length;
  const before = asked();
  await sync();
  await syncCyclesNow(gateway.appContext, [txid]);
  await sync();
  assert.equal(asked(), before + 1, 'the bank is asked once');
  const retryOn = addDays(due, 1);
  assert.deepEqual(
    bank.recurringCharge(txid)?.attempts.map(({ kind, day }) => [kind, day]),
    [
      ['AGND', due],
      ['NTAG', retryOn],
    ],
  );
  assert.equal((await shown(id))[0], 'retrying');
  bank.setPayer({ document: payer.document });
  await goTo(retryOn, 9);
  await sync();
  await receive();
  assert.deepEqual(await shown(id), ['paid', null, 'paid']);
  assert.equal(await available(sub), NET);
  assert.deepEqual((await events(sub)).slice(1), [
    'cycle.scheduled',
    'cycle.failed',
    'cycle.retrying',
    'cycle.paid',
  ]);
});

test('a retry that the bank refuses fails again, with that reason', async () => {
  const sub = await scheduled();
  const { id, due, payer } = sub;
  bank.setPayer({ document: payer.document, balance: 0n });
  await goTo(due, 22);
  await sync();
  await live.act(sub, { kind: 'retry', dueOn: null, on: null });
  // The payer ends the recurrence before the bank hears of the retry.
  bank.cancelRecurrence(sub.recurrenceId);
  await sync();
  assert.deepEqual(await shown(id), ['failed', 'retry_refused', 'pending']);
  bank.setPayer({ document: payer.document });
});

test('a merchant cancels until the eve, and the bank’s charge ends', async () => {
  const sub = await scheduled();
  const { id, due, txid } = sub;
  await goTo(addDays(due, -1), 21);
  await live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
  assert.deepEqual(await shown(id), ['canceled', 'SLCR', 'canceled']);
  await sync();
  assert.equal(bank.recurringCharge(txid)?.status, 'CANCELADA');
  await sync();
  assert.equal((await cycle(id)).is_over, true);
  await goTo(due, 9);
  await receive();
  assert.deepEqual(await shown(id), ['canceled', 'SLCR', 'canceled']);
});

test('a cancellation that the bank hears of too late ends as paid, because the money came', async () => {
  const sub = await scheduled();
  const { id, due } = sub;
  await goTo(addDays(due, -1), 21);
  await live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
  await goTo(addDays(due, -1), 23);
  await sync();
  assert.deepEqual([(await cycle(id)).wanted, (await cycle(id)).status], ['kept', 'canceled']);
  await goTo(due, 9);
  await sync();
  assert.equal((await cycle(id)).seen, 'paid');
  await receive();
  assert.deepEqual(await shown(id), ['paid', null, 'paid']);
  assert.equal(await available(sub), NET);
  assert.deepEqual((await events(sub)).slice(-2), ['cycle.canceled', 'cycle.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payer who cancels at the bank cancels the cycle, with the bank’s reason', async () => {
  const sub = await scheduled();
  const { id, txid } = sub;
  bank.cancelRecurringPayment(txid);
  await syncCyclesNow(gateway.appContext, [txid]);
  await sync();
  assert.deepEqual(await shown(id), ['canceled', 'SLBD', 'canceled']);
  await sync();
  assert.equal((await cycle(id)).is_over, true);
});

test('a Pix for a cycle that failed here pays it, and a second one is held', async () => {
  const sub = await scheduled();
  const { id, due, txid, payer } = sub;
  bank.setPayer({ document: payer.document, balance: 0n });
  await goTo(due, 22);
  await sync();
  assert.equal((await shown(id))[0], 'failed');
  bank.setPayer({ document: payer.document });
  bank.receiveWithoutCharge(10_000n, txid);
  await receive();
  assert.deepEqual(await shown(id), ['paid', null, 'paid']);
  bank.receiveWithoutCharge(10_000n, txid);
  await receive();
  assert.equal(await available(sub), NET, 'paid once');
  assert.deepEqual((await events(sub)).slice(-2), ['cycle.failed', 'cycle.paid']);
  const suspended = await gateway.sql(
    `select reason from incoming_payments where state = 'suspense' and txid = $1`,
    [txid],
  );
  assert.deepEqual(suspended, [{ reason: 'already_paid' }]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a Pix of another amount pays no cycle and is held', async () => {
  const sub = await scheduled();
  const { id, txid } = sub;
  bank.receiveWithoutCharge(9_999n, txid);
  await receive();
  assert.deepEqual(await shown(id), ['scheduled', null, 'pending']);
  const suspended = await gateway.sql(
    `select reason from incoming_payments where state = 'suspense' and txid = $1`,
    [txid],
  );
  assert.deepEqual(suspended, [{ reason: 'amount_differs' }]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a bank that refuses a cycle fails it with a reason, and it can’t be tried again', async () => {
  const sub = await live.subscribe();
  const { id, due } = sub;
  bank.cancelRecurrence(sub.recurrenceId);
  await goTo(addDays(due, -4), 5);
  await live.create();
  await sync();
  assert.deepEqual(await shown(id), ['failed', 'bank_refused', 'pending']);
  assert.equal((await cycle(id)).is_over, true);
  await assert.rejects(live.act(sub, { kind: 'retry', dueOn: null, on: null }));
});

test('a bank that is away until the time is over fails the cycle, which it then never has', async () => {
  const sub = await live.subscribe();
  const { id, due } = sub;
  await goTo(addDays(due, -4), 5);
  await live.create();
  const away = async () => ({ kind: 'unavailable', retryAfterSeconds: 1 }) as const;
  const bankIsAway = { createCycle: away, findCycle: away };
  await sync(bankIsAway);
  assert.equal((await shown(id))[0], 'scheduled');
  await goTo(addDays(due, -1), 0);
  await sync(bankIsAway);
  assert.deepEqual(await shown(id), ['failed', 'bank_unreached', 'pending']);
  const { txid } = await cycle(id);
  await sync();
  assert.equal(bank.recurringCharge(txid), undefined);
});

test('an unclear registration is never failed while the bank may still have it', async () => {
  const sub = await live.subscribe();
  const { id, due } = sub;
  const deadline = addDays(due, -1);
  await goTo(deadline, -0.005);
  await live.create();
  const noAnswer = async () => ({ kind: 'unknown', reason: 'sem resposta' }) as const;
  await sync({ createCycle: noAnswer, findCycle: noAnswer });
  await goTo(deadline, 0.002);
  await sync({ findCycle: noAnswer });
  assert.equal((await shown(id))[0], 'scheduled', 'the bank has not answered');
  await goTo(deadline, 0.008);
  await sync();
  assert.equal((await shown(id))[0], 'scheduled', 'the bank may do it yet');
  await goTo(deadline, 1);
  await sync();
  assert.deepEqual(await shown(id), ['failed', 'bank_unreached', 'pending']);
});

test('a cancellation while the bank registers the cycle is not lost', async () => {
  const sub = await live.subscribe();
  const { recurring } = live.liveBank;
  assert.ok(recurring);
  await goTo(addDays(sub.due, -4), 5);
  await live.create();
  await sync({
    async createCycle(order) {
      const outcome = await recurring.createCycle(order);
      if (order.recurrenceId === sub.recurrenceId) {
        await live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
      }
      return outcome;
    },
  });
  await sync();
  const { txid } = await cycle(sub.id);
  assert.equal(bank.recurringCharge(txid)?.status, 'CANCELADA');
  assert.deepEqual(await shown(sub.id), ['canceled', 'SLCR', 'canceled']);
});

test('a cancellation and a payment at once end as paid, with one order of events', async () => {
  for (let round = 0; round < 4; round += 1) {
    const sub = await scheduled();
    bank.receiveWithoutCharge(10_000n, sub.txid);
    const cancel = () => live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
    await Promise.all(round % 2 === 0 ? [receive(), cancel()] : [cancel(), receive()]);
    assert.deepEqual(await shown(sub.id), ['paid', null, 'paid']);
    assert.equal(await available(sub), NET);
    const told = await events(sub);
    assert.equal(told.filter((event) => event === 'cycle.paid').length, 1);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a second charge is never due with the next cycle, which the gateway makes on its day', async () => {
  const nextOf = (due: string) => cycleDay({ firstDueOn: due, interval: 'monthly' }, 1);
  const isShared = (due: string) =>
    businessDayFrom(addDays(nextOf(due), -1)) === businessDayFrom(nextOf(due));
  let start = addDays(brazilianDayOf(gateway.clock.now()), 1);
  while (!isShared(businessDayFrom(addDays(start, 7)))) start = addDays(start, 1);
  await goTo(start, 12);
  const { id, keys, due, txid } = await scheduled();
  bank.refuseAttempt(txid, 'AC05');
  await syncCyclesNow(gateway.appContext, [txid]);
  await sync();
  const next = nextOf(due);
  const add = async (dueOn: string) => {
    const body = { amount: Number(AMOUNT), due_on: dueOn };
    const answer = await gateway.call('POST', `/v1/subscriptions/${id}/cycles`, { keys, body });
    return [answer.status, answer.body.code];
  };
  assert.deepEqual(await add(addDays(next, -1)), [400, 'invalid_request']);
  const second = businessDayFrom(addDays(due, 7));
  assert.deepEqual(await add(second), [201, undefined]);
  await sync();
  await goTo(second, 9);
  await receive();
  assert.equal((await cycle(id)).status, 'paid');
  await goTo(addDays(businessDayFrom(next), -4), 5);
  await live.create();
  const rows = await gateway.sql(
    `select due_on::text as due_on from subscription_cycles
      where subscription_id = $1 and cycle_on = $2`,
    [id, next],
  );
  assert.deepEqual(rows, [{ due_on: businessDayFrom(next) }]);
  assert.deepEqual(await gateway.sql('select from set_aside_work'), []);
  assert.deepEqual(await failedChecks(gateway), []);
});
