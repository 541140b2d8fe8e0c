import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import { erasePayerMails } from '#src/messages/payer-mails/erase-payer-mails.ts';
import { nextMorning } from '#src/messages/payer-mails/payer-mail-plan.ts';
import { planSubscriptionMails } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { payerMailHooks } from '#src/messages/payer-mails/send-payer-mails.ts';
import { writePayerMails } from '#src/messages/payer-mails/write-payer-mails.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import { runDueSubscriptions } from '#src/subscriptions/due-subscriptions.ts';
import { eraseSubscriptions } from '#src/subscriptions/erase-subscriptions.ts';
import { runSteps } from '#src/subscriptions/run-steps.ts';
import type { TellPayers } from '#src/subscriptions/tell-payers.ts';
import { createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn } from '../support/panel.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { dayOfMonth, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';

const server = await startMailServer({ after });
const gateway = await startGateway({ after }, { env: { SMTP_URL: server.url }, hasWorker: false });
const { turnOn, states } = payerMailClient(gateway);
const deps = { ...gateway.appContext, ...payerMailParts(gateway.appContext) };
const { database, clock } = gateway.appContext;
const WORKERS = 3;

async function together(one: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: WORKERS }, one));
}

/** Several workers at once do all that is due. */
async function work(tellPayers: TellPayers = planSubscriptionMails): Promise<void> {
  await together(async () => {
    while (await runDueSubscriptions({ ...gateway.appContext, tellPayers }, 2));
  });
  await writeAndSend();
}

/** Several workers at once write and send the mails that are due. */
async function writeAndSend(): Promise<void> {
  await together(async () => {
    while (await writePayerMails(deps));
  });
  const smtp = { url: server.url, from: 'gateway@exemplo.com.br', requiresTls: false };
  const makeFiles = async () => ({ files: [] });
  await together(async () => {
    const hooks = payerMailHooks(deps);
    const sender = createMailSender({ ...deps, makeFiles, payerMails: hooks }, smtp);
    await sender.sendDue();
    sender.close();
  });
}

const goTo = (day: string, hour: number): void =>
  gateway.clock.advance(startOfKnownDay(day) + hour * HOUR_MS - clock.now());

/** A shop that wants mails, with authorized subscriptions of its owner that are due on a day. */
async function subscribe(first: string, count: number) {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, { days_before: 2, days_after: 1 });
  const shop = subscriptionClient(gateway, keys);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const payer = { ...SUBSCRIPTION.payer, email: owner.email };
    const body = { payer, first_due_on: first, reference: `contrato-${index}` };
    const { internal_id: id } = await shop.create(body);
    await shop.authorize(id);
    ids.push(id);
  }
  return { keys, shop, ids, merchantId: merchant.merchantId };
}

type Shop = ReturnType<typeof subscriptionClient>;

async function mailsOf(keys: Keys, shop: Shop, id: string): Promise<string[]> {
  const [cycle] = await shop.cycles(id);
  return states(keys, String(cycle?.transaction_id));
}

const messagesOf = (id: string) =>
  server.messages.map(readMessage).filter(({ text }) => text.includes(`/assinar/${id}`));

test('several workers announce each debit once and tell each failure and cancellation once', async () => {
  const due = businessDayFrom(dayOfMonth(0, 15));
  const { keys, shop, ids } = await subscribe(due, 5);
  goTo(addDays(due, -4), 12);
  await work();
  goTo(addDays(due, -2), 9);
  await work();
  await work();
  for (const id of ids) assert.deepEqual(await mailsOf(keys, shop, id), ['before sent']);
  for (const id of ids) await shop.lackBalance(id, due, 'evening');
  goTo(due, 12);
  await work();
  goTo(due, 23);
  await work();
  goTo(addDays(due, 1), 9);
  await work();
  await work();
  for (const id of ids) {
    assert.deepEqual(await mailsOf(keys, shop, id), ['before sent', 'attempt_1_failed sent']);
  }
  // An address gets at most ten mails in 24 hours: the others are told on the next day.
  gateway.clock.advance(DAY_MS);
  await Promise.all(ids.flatMap((id) => [shop.cancel(id), shop.cancel(id)]));
  gateway.clock.advance(DAY_MS);
  await work();
  await work();
  for (const id of ids) assert.equal(messagesOf(id).length, 3);
});

test('a step that is interrupted before its commit leaves no mail, and its repetition one', async () => {
  const due = businessDayFrom(dayOfMonth(2, 15));
  const { keys, shop, ids, merchantId } = await subscribe(due, 1);
  const [id = ''] = ids;
  goTo(addDays(due, -4), 12);
  const key = { merchantId, environment: 'test', id } as const;
  const now = clock.now();
  const interrupted = database.transaction(async (tx) => {
    await runSteps(tx, [key], { now, tellPayers: planSubscriptionMails });
    throw new Error('the process is gone');
  });
  await assert.rejects(interrupted, /gone/);
  assert.deepEqual(await shop.cycles(id), []);
  assert.equal((await gateway.sql("select from payer_mails where status = 'planned'")).length, 0);
  await work();
  assert.deepEqual(await mailsOf(keys, shop, id), ['before planned']);
  goTo(addDays(due, -2), 9);
  await work();
  assert.equal(messagesOf(id).length, 1);
});

test('a mail that the server refuses for now is tried again', async () => {
  const due = businessDayFrom(dayOfMonth(4, 15));
  const { keys, shop, ids } = await subscribe(due, 1);
  const [id = ''] = ids;
  goTo(addDays(due, -4), 12);
  await work();
  goTo(addDays(due, -2), 9);
  server.isDown = true;
  await work();
  assert.deepEqual(await mailsOf(keys, shop, id), ['before waiting']);
  server.isDown = false;
  gateway.clock.advance(HOUR_MS);
  await work();
  assert.deepEqual(await mailsOf(keys, shop, id), ['before sent']);
  assert.equal(messagesOf(id).length, 1);
});

test('a merchant who turns the wish on later has the debits of open cycles announced', async () => {
  const due = businessDayFrom(dayOfMonth(6, 15));
  const { keys, shop, ids } = await subscribe(due, 1);
  const [id = ''] = ids;
  await turnOn(keys, { days_before: null });
  goTo(addDays(due, -4), 12);
  await work();
  assert.deepEqual(await mailsOf(keys, shop, id), []);
  await turnOn(keys, { days_before: 1 });
  gateway.clock.advance(2 * 60_000);
  await work();
  assert.deepEqual(await mailsOf(keys, shop, id), ['before planned']);
  goTo(addDays(due, -1), 9);
  await work();
  assert.equal(messagesOf(id).length, 1);
});

test('a debit is not announced on its day, when it can’t be canceled any more', async () => {
  const due = businessDayFrom(dayOfMonth(8, 15));
  const { keys, shop, ids } = await subscribe(due, 1);
  const [id = ''] = ids;
  await turnOn(keys, { days_before: 1 });
  goTo(addDays(due, -4), 12);
  await work();
  goTo(due, 1);
  await work();
  assert.deepEqual(await mailsOf(keys, shop, id), ['before skipped late']);
});

test('a mail that is written while its payer is erased is erased too, and neither waits', async () => {
  const { ids, merchantId, shop } = await subscribe(dayOfMonth(9, 15), 1);
  const [id = ''] = ids;
  await shop.cancel(id);
  gateway.clock.advance(nextMorning(clock.now()) - clock.now());
  const scope = { merchantId, environment: 'test' } as const;
  await database.transaction(async (tx) => {
    await eraseSubscriptions(tx, scope, SUBSCRIPTION.payer.document);
    while (await writePayerMails(deps));
    await erasePayerMails(tx, scope, ids, clock.now());
  });
  await writeAndSend();
  assert.deepEqual(messagesOf(id), []);
  const rows = await gateway.sql(
    `select status, reason, written_at is not null as was_written from payer_mails
      where charge_id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ status: 'skipped', reason: 'erased', was_written: true }]);
});

test('the reminder of an expired first charge offers no new code, which would authorize nothing', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await owner.call('PUT', '/api/panel/payment-page', { body: { may_renew: true } });
  await turnOn(keys, { days_after: 1 });
  const shop = subscriptionClient(gateway, keys);
  const { first_transaction_id: charge } = await shop.create({
    payer: { ...SUBSCRIPTION.payer, email: owner.email },
    first_due_on: dayOfMonth(9, 15),
    journey: 'code_and_first_payment',
  });
  gateway.clock.advance(2 * MINUTE_MS);
  await writeAndSend();
  const read = await shop.call('GET', `/v1/transactions/${charge}`);
  const end = Date.parse(String(read.body.expires_at));
  goTo(addDays(brazilianDayOf(end), 1), 9);
  await writeAndSend();
  const [reminder, ...others] = server.messages
    .map(readMessage)
    .filter(({ header }) => header('To') === owner.email);
  assert.deepEqual(others, []);
  assert.match(String(reminder?.text), /O código Pix desta cobrança não vale mais/);
});
