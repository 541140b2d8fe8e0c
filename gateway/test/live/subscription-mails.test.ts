import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDate, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { until } from '../support/gateway.ts';
import { startLiveSubscriptions } from '../support/live-subscriptions.ts';
import { startMailServer } from '../support/mail-server.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';

const server = await startMailServer({ after });
const live = await startLiveSubscriptions({ after }, { buckets: 2, env: { SMTP_URL: server.url } });
const { gateway, bank, shop, bodyOf, create, becomes, rowOf, client } = live;
const { turnOn, states } = payerMailClient(gateway);
const EMAIL = 'pagador@casa.example';

/** Advances the clock by seconds until a condition is true. */
const advanceUntil = (what: string, isTrue: () => boolean | Promise<boolean>) =>
  until(what, async () => {
    if (await isTrue()) return true;
    gateway.clock.advance(1_000);
    return false;
  });

/** Moves the clock to nine o’clock of a day, and on until a subscription has so many mails. */
async function mailAt(id: string, day: string, count: number) {
  const ahead = startOfKnownDay(day) + 9 * HOUR_MS - gateway.clock.now();
  if (ahead > 0) gateway.clock.advance(ahead);
  const found = () => server.messages.map(readMessage).filter(({ text }) => text.includes(id));
  await advanceUntil(`${count} mails have arrived`, () => found().length >= count);
  assert.equal(found().length, count);
  const last = found().at(-1);
  assert.ok(last);
  return last;
}

/** A subscription that its payer has authorized. */
async function subscribe() {
  const body = { ...bodyOf(), payer: { ...SUBSCRIPTION.payer, email: EMAIL } };
  const made = await create(body);
  assert.equal(made.status, 201, made.text);
  const id = String(made.body.internal_id);
  bank.authorizeRecurrence(String((made.body.authorization as { code: string }).code));
  await becomes(id, 'authorized');
  return { id, due: businessDayFrom(body.first_due_on) };
}

const goTo = (day: string, hour: number): void =>
  gateway.clock.advance(startOfKnownDay(day) + hour * HOUR_MS - gateway.clock.now());

async function cycleOf(id: string) {
  const [cycle] = await client.cycles(id);
  return cycle;
}

/** A subscription whose first cycle the bank has. */
async function scheduled() {
  const { id, due } = await subscribe();
  goTo(addDays(due, -4), 5);
  const rows = () =>
    gateway.sql(
      'select from subscription_bank_cycles where seen_at is not null and subscription_id = $1',
      [id],
    );
  await advanceUntil('the bank has the cycle', async () => (await rows()).length === 1);
  return { id, due };
}

test('the payer of a live subscription is told by mail, and the bank gets no address', async () => {
  await turnOn(shop.keys, { days_before: 2, days_after: 1 });
  const { id, due } = await scheduled();
  const announced = await mailAt(id, addDays(due, -2), 1);
  assert.equal(announced.header('To'), EMAIL);
  assert.match(announced.header('Subject'), /: débito de R\$ 100,00 em /);
  assert.ok(announced.header('Subject').endsWith(brazilianDate(due)));
  assert.ok(!JSON.stringify(bank.snapshot(), withoutBigInts).includes(EMAIL));
  bank.cancelRecurrence(String((await rowOf(id)).recurrence_id));
  await becomes(id, 'canceled');
  const canceled = await mailAt(id, addDays(due, -1), 2);
  assert.match(canceled.header('Subject'), /: sua assinatura foi cancelada$/);
  assert.match(canceled.text, /foi cancelada no seu banco em/);
  assert.ok(canceled.text.includes(`/assinar/${id}`));
});

test('an attempt that the bank sends again is told as one, and each of three retries after it', async () => {
  await turnOn(shop.keys, { days_before: null, days_after: 1 });
  const { id, due } = await scheduled();
  const charge = String((await cycleOf(id))?.transaction_id);
  const txid = charge.replaceAll('-', '');
  const isFailed = async () => (await cycleOf(id))?.status === 'failed';
  // The bank sends the attempt again after the first refusal.
  bank.refuseAttempt(txid, 'AB10');
  bank.refuseAttempt(txid, 'AB10');
  await advanceUntil('the first attempt has failed', isFailed);
  assert.equal((await cycleOf(id))?.attempts.length, 2);
  await mailAt(id, addDays(due, -4), 1);
  for (const count of [2, 3, 4]) {
    await client.retry(id);
    const attempts = () => bank.recurringCharge(txid)?.attempts.length;
    await advanceUntil('the bank has the retry', () => attempts() === count + 1);
    bank.refuseAttempt(txid, 'AC06');
    await advanceUntil('the retry has failed', isFailed);
    const { text } = await mailAt(id, addDays(due, count - 5), count);
    assert.ok(text.includes(`previsto para ${brazilianDate(addDays(due, count - 1))}`), text);
    assert.match(text, /A conta do pagador está bloqueada\./);
  }
  assert.deepEqual(
    await states(shop.keys, charge),
    [1, 2, 3, 4].map((number) => `attempt_${number}_failed sent`),
  );
});

test('a debit that the bank never had is told as one that won’t be made', async () => {
  await turnOn(shop.keys, { days_before: null, days_after: 1 });
  const { id, due } = await subscribe();
  bank.faults.add({ kind: 'error', operation: 'createRecurringCharge', times: 1_000 });
  goTo(addDays(due, -4), 5);
  await advanceUntil('the cycle is created', async () => (await cycleOf(id)) !== undefined);
  goTo(addDays(due, -1), 1);
  const reason = async () => (await cycleOf(id))?.reason?.code;
  await advanceUntil('the time is over', async () => (await reason()) === 'bank_unreached');
  bank.faults.clear();
  const { text, header } = await mailAt(id, addDays(due, -1), 1);
  assert.match(header('Subject'), /: o débito de R\$ 100,00 não será feito$/);
  assert.ok(text.includes(`previsto para ${brazilianDate(due)}, não será feito.`), text);
  assert.match(text, /Motivo: O débito não pôde ser agendado no banco\./);
});

function withoutBigInts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
