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
const { gateway, bank, shop, bodyOf, create, becomes, rowOf } = live;
const { turnOn } = payerMailClient(gateway);
const EMAIL = 'pagador@casa.example';

/** Moves the clock to an hour of a day, and on until so many mails have arrived. */
async function mailAt(day: string, hour: number, count: number) {
  const ahead = startOfKnownDay(day) + hour * HOUR_MS - gateway.clock.now();
  if (ahead > 0) gateway.clock.advance(ahead);
  await until(`${count} mails have arrived`, async () => {
    if (server.messages.length >= count) return true;
    gateway.clock.advance(1_000);
    return false;
  });
  assert.equal(server.messages.length, count);
  return readMessage(String(server.messages.at(-1)));
}

test('the payer of a live subscription is told by mail, and the bank gets no address', async () => {
  await turnOn(shop.keys, { days_before: 2, days_after: 1 });
  const body = { ...bodyOf(), payer: { ...SUBSCRIPTION.payer, email: EMAIL } };
  const made = await create(body);
  assert.equal(made.status, 201, made.text);
  const id = String(made.body.internal_id);
  bank.authorizeRecurrence(String((made.body.authorization as { code: string }).code));
  await becomes(id, 'authorized');
  const due = businessDayFrom(body.first_due_on);
  gateway.clock.advance(startOfKnownDay(addDays(due, -4)) + 5 * HOUR_MS - gateway.clock.now());
  const rows = () => gateway.sql('select from subscription_bank_cycles where seen_at is not null');
  await until('the bank has the cycle', async () => {
    if ((await rows()).length === 1) return true;
    gateway.clock.advance(1_000);
    return false;
  });
  const announced = await mailAt(addDays(due, -2), 9, 1);
  assert.equal(announced.header('To'), EMAIL);
  assert.match(announced.header('Subject'), /: débito de R\$ 100,00 em /);
  assert.ok(announced.header('Subject').endsWith(brazilianDate(due)));
  assert.ok(!JSON.stringify(bank.snapshot(), withoutBigInts).includes(EMAIL));
  bank.cancelRecurrence(String((await rowOf(id)).recurrence_id));
  await becomes(id, 'canceled');
  const canceled = await mailAt(addDays(due, -1), 9, 2);
  assert.match(canceled.header('Subject'), /: sua assinatura foi cancelada$/);
  assert.match(canceled.text, /foi cancelada no seu banco em/);
  assert.ok(canceled.text.includes(`/assinar/${id}`));
});

function withoutBigInts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
