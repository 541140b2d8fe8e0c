import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDate, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn } from '../support/panel.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { dayOfMonth, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const server = await startMailServer({ after });
const gateway = await startInBuckets({ after }, { env: { SMTP_URL: server.url } });
const { turnOn, states } = payerMailClient(gateway);
/** A business day, and the day on which its cycle is created. */
const DUE = businessDayFrom(dayOfMonth(0, 15));
const CREATED = addDays(DUE, -4);
const day = brazilianDate;
const hourOf = (on: string, hour: number) =>
  new Date(startOfKnownDay(on) + hour * HOUR_MS).toISOString();

/** A shop that wants mails, and an authorized subscription whose payer is its owner. */
async function subscribe(wishes: object, more: object = {}) {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, wishes);
  const shop = subscriptionClient(gateway, keys);
  const clock = await shop.createClock(addDays(CREATED, -2));
  const payer = { ...SUBSCRIPTION.payer, email: owner.email };
  const created = await shop.create({ payer, clock_id: clock.id, first_due_on: DUE, ...more });
  const id = created.internal_id;
  await shop.authorize(id);
  return {
    shop,
    keys,
    owner,
    id,
    created,
    name: merchant.name,
    moveTo: (on: string, hour: number) => shop.advanceTo(clock, hourOf(on, hour)),
    /** The charge of the only cycle. */
    async charge(): Promise<string> {
      const [cycle] = await shop.cycles(id);
      return String(cycle?.transaction_id);
    },
  };
}

const messagesOf = (id: string) =>
  server.messages.map(readMessage).filter(({ text }) => text.includes(`/assinar/${id}`));

/** The last of the mails of a subscription, when there are so many. */
async function mail(id: string, count: number) {
  const messages = await until(`${count} mails have arrived`, async () => {
    const found = messagesOf(id);
    return found.length >= count && found;
  });
  assert.equal(messages.length, count);
  const last = messages.at(-1);
  assert.ok(last);
  return { subject: last.header('Subject'), text: last.text };
}

test('a debit is announced, its failures are told with the reason and the retry, and its payment too', async () => {
  const { shop, keys, id, name, moveTo, charge } = await subscribe({
    days_before: 2,
    days_after: 5,
    receipts: true,
  });
  await moveTo(addDays(DUE, -2), 8);
  assert.deepEqual(await states(keys, await charge()), ['before planned']);
  await moveTo(addDays(DUE, -2), 9);
  const announced = await mail(id, 1);
  assert.equal(announced.subject, `[TESTE] ${name}: débito de R$ 100,00 em ${day(DUE)}`);
  assert.ok(announced.text.includes(`Em ${day(DUE)} o seu banco debita R$ 100,00 para ${name}`));
  assert.ok(announced.text.includes(`até as 22h de ${day(addDays(DUE, -1))}`), announced.text);
  assert.match(announced.text, /Assinatura: Plano ouro/);
  assert.match(announced.text, /não receber mais e-mails de .*\/emails\/cancelar\//s);
  await shop.lackBalance(id, DUE, 'evening');
  await moveTo(DUE, 23);
  assert.deepEqual(await states(keys, await charge()), ['before sent', 'attempt_1_failed planned']);
  await moveTo(addDays(DUE, 1), 9);
  const failed = await mail(id, 2);
  assert.equal(failed.subject, `[TESTE] ${name}: o débito de R$ 100,00 não foi feito`);
  assert.ok(failed.text.includes(`para ${name}, de ${day(DUE)}, não foi feito`), failed.text);
  assert.match(failed.text, /Motivo: Não havia saldo na conta nesse dia\./);
  const lastDay = day(addDays(DUE, 7));
  assert.ok(failed.text.includes(`pode pedir uma nova tentativa até ${lastDay}`), failed.text);
  const second = addDays(DUE, 3);
  await shop.retry(id, { on: second });
  await shop.fail(id, DUE, 'AC06');
  const third = addDays(DUE, 5);
  await shop.retry(id, { on: third });
  await moveTo(addDays(DUE, 2), 9);
  const again = await mail(id, 3);
  const ahead = `R$ 100,00 para ${name}, previsto para ${day(second)}, não será feito`;
  assert.ok(again.text.includes(ahead), again.text);
  assert.equal(again.subject, `[TESTE] ${name}: o débito de R$ 100,00 não será feito`);
  assert.match(again.text, /Motivo: A conta do pagador está bloqueada\./);
  assert.ok(again.text.includes(`Há uma nova tentativa em ${day(third)}`), again.text);
  await moveTo(third, 12);
  gateway.clock.advance(2 * 60_000);
  const isTold = async () => (await states(keys, await charge())).includes('receipt sent');
  await until('the receipt is sent', isTold);
  assert.deepEqual(
    new Set(await states(keys, await charge())),
    new Set(['before sent', 'attempt_1_failed sent', 'attempt_2_failed sent', 'receipt sent']),
  );
  await mail(id, 3);
});

test('a failure that ends its cycle says that the debit will not be tried again', async () => {
  const { shop, id, moveTo } = await subscribe({ days_after: 1 });
  await moveTo(CREATED, 12);
  await shop.fail(id, DUE, 'AC05');
  await moveTo(addDays(CREATED, 1), 9);
  const { text } = await mail(id, 1);
  assert.match(text, /Motivo: A conta do pagador foi encerrada\./);
  assert.match(text, /não será tentado de novo/);
});

test('a failure before a cancellation promises no retry', async () => {
  const { shop, id, moveTo } = await subscribe({ days_after: 1 });
  await moveTo(CREATED, 12);
  await shop.fail(id, DUE, 'AC06');
  await shop.cancel(id);
  await moveTo(addDays(CREATED, 1), 9);
  await mail(id, 2);
  const [failed, ...others] = messagesOf(id).filter(({ text }) => text.includes('Motivo: '));
  assert.deepEqual(others, []);
  assert.match(String(failed?.text), /não será tentado de novo/);
});

test('the failure of a charge that another one has replaced in its cycle is not told', async () => {
  const { shop, keys, id, moveTo } = await subscribe(
    { days_before: 1, days_after: 1 },
    { amount: undefined, min_amount: 5_000 },
  );
  await moveTo(CREATED, 12);
  const first = await shop.addCycle(id, { amount: 7_890, due_on: DUE });
  await shop.fail(id, DUE, 'AC05');
  const { due_on: dueOn } = await shop.addCycle(id, { amount: 7_890, due_on: addDays(DUE, 4) });
  await moveTo(addDays(dueOn, -1), 9);
  const { subject } = await mail(id, 1);
  assert.ok(subject.endsWith(`: débito de R$ 78,90 em ${day(dueOn)}`), subject);
  assert.deepEqual(await states(keys, String(first.transaction_id)), [
    'attempt_1_failed skipped renewed',
    'before skipped renewed',
  ]);
});

test('a debit that a merchant asks for late is announced on the next morning', async () => {
  const { shop, id, moveTo, name } = await subscribe(
    { days_before: 15 },
    { amount: undefined, min_amount: 5_000 },
  );
  await moveTo(addDays(DUE, -2), 20);
  await shop.addCycle(id, { amount: 7_890, due_on: DUE });
  await moveTo(addDays(DUE, -1), 8);
  assert.deepEqual(messagesOf(id), []);
  await moveTo(addDays(DUE, -1), 9);
  const { subject } = await mail(id, 1);
  assert.equal(subject, `[TESTE] ${name}: débito de R$ 78,90 em ${day(DUE)}`);
});

test('a cancellation is told, with the debit that it could not stop', async () => {
  const { shop, keys, id, owner, name, moveTo, charge } = await subscribe({ on_due_day: true });
  await moveTo(addDays(DUE, -1), 23);
  await shop.cancel(id);
  const shown = await owner.call('GET', `/api/panel/test/subscriptions/${id}/mails`);
  assert.deepEqual(shown.body, {
    data: [
      {
        kind: 'subscription_canceled',
        status: 'planned',
        reason: null,
        reply: null,
        planned_for: hourOf(DUE, 9),
        sent_at: null,
      },
    ],
    address_stop: null,
  });
  await moveTo(DUE, 5);
  assert.deepEqual(messagesOf(id), []);
  await moveTo(DUE, 9);
  const { subject, text } = await mail(id, 1);
  assert.equal(subject, `[TESTE] ${name}: sua assinatura foi cancelada`);
  assert.ok(text.includes(`com ${name} foi cancelada por ${name} em ${day(addDays(DUE, -1))}`));
  assert.deepEqual(await states(keys, await charge()), []);
  const other = await subscribe({ days_before: 1 });
  await other.moveTo(CREATED, 12);
  const canceled = await gateway.call('POST', `/v1/test/subscriptions/${other.id}/cancel`, {
    keys: other.keys,
  });
  assert.equal(canceled.status, 200, canceled.text);
  await other.moveTo(addDays(CREATED, 1), 9);
  const byPayer = await mail(other.id, 1);
  assert.match(byPayer.text, /foi cancelada no seu banco em/);
  await other.moveTo(addDays(DUE, 1), 9);
  assert.deepEqual(await states(other.keys, await other.charge()), ['before skipped canceled']);
  await mail(other.id, 1);
});

test('without an address, without the wish and before the authorization no mail is planned', async () => {
  const silent = await subscribe({ days_before: 2, days_after: 1 }, { payer: SUBSCRIPTION.payer });
  const off = await subscribe({ receipts: true });
  for (const { shop, id, moveTo, keys, charge } of [silent, off]) {
    await moveTo(CREATED, 12);
    await shop.fail(id, DUE);
    await shop.cancel(id);
    await moveTo(addDays(CREATED, 2), 9);
    assert.deepEqual(await states(keys, await charge()), []);
    assert.deepEqual(messagesOf(id), []);
  }
  const { shop, moveTo, owner } = await subscribe({ days_before: 2 });
  const payer = { ...SUBSCRIPTION.payer, email: owner.email };
  const { internal_id: waiting } = await shop.create({ payer, reference: 'outro' });
  await shop.cancel(waiting);
  await moveTo(CREATED, 12);
  const planned = await gateway.sql('select from payer_mails where charge_id = $1', [waiting]);
  assert.equal(planned.length, 0);
});

test('a payer who unsubscribes gets no more mails, and a stranger gets none in the test environment', async () => {
  const stranger = { ...SUBSCRIPTION.payer, email: 'estranho@casa.example' };
  const other = await subscribe({ days_before: 2 }, { payer: stranger });
  await other.moveTo(addDays(DUE, -2), 9);
  assert.deepEqual(await states(other.keys, await other.charge()), ['before skipped test_address']);
  const { shop, keys, id, moveTo, charge } = await subscribe({ days_before: 2, days_after: 1 });
  await moveTo(addDays(DUE, -2), 9);
  const { text } = await mail(id, 1);
  const link = /https?:\/\/[^/]+(\/emails\/cancelar\/\S+)/.exec(text)?.[1];
  const form = await gateway.call('POST', String(link), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  assert.equal(form.status, 200, form.text);
  await moveTo(addDays(DUE, -2), 12);
  await shop.fail(id, DUE);
  await moveTo(addDays(DUE, -1), 9);
  assert.deepEqual(await states(keys, await charge()), [
    'before sent',
    'attempt_1_failed skipped unsubscribed',
  ]);
});

test('the address is checked, shown, and known of the customer', async () => {
  const { shop, keys, id, owner, created } = await subscribe({ days_before: 2 });
  const payer = { ...SUBSCRIPTION.payer, email: owner.email };
  assert.deepEqual(created.payer, payer);
  assert.deepEqual((await shop.read(id)).payer, payer);
  const wrong = await shop.call('POST', '/v1/subscriptions', {
    ...SUBSCRIPTION,
    payer: { ...payer, email: 'maria@' },
  });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /payer\.email/);
  const plain = await shop.create({ reference: 'sem-email' });
  assert.deepEqual(plain.payer, { ...SUBSCRIPTION.payer, email: null });
  const { body } = await gateway.call<{ data: { email: string | null }[] }>(
    'GET',
    `/v1/customers?search=${SUBSCRIPTION.payer.document}`,
    { keys },
  );
  assert.equal(body.data[0]?.email, owner.email);
});

test('an erased payer gets no mail that was planned, and an export has the mails of subscriptions', async () => {
  const { shop, keys, id, moveTo } = await subscribe({ days_before: 2 });
  await moveTo(CREATED, 12);
  await shop.cancel(id);
  const path = `/v1/customers?search=${SUBSCRIPTION.payer.document}`;
  const { body } = await gateway.call<{ data: { id: string }[] }>('GET', path, { keys });
  const customer = `/v1/customers/${body.data[0]?.id}`;
  const exported = await gateway.call<{ mails: { transaction_id: string; kind: string }[] }>(
    'GET',
    `${customer}/export`,
    { keys },
  );
  const told = exported.body.mails.find(({ transaction_id: of }) => of === id);
  assert.equal(told?.kind, 'subscription_canceled', exported.text);
  const erased = await gateway.call('DELETE', customer, { keys });
  assert.equal(erased.status, 200, erased.text);
  const rows = await gateway.sql(
    'select status, reason, address_digest from payer_mails where charge_id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ status: 'skipped', reason: 'erased', address_digest: null }]);
  await moveTo(addDays(CREATED, 1), 9);
  assert.deepEqual(messagesOf(id), []);
  assert.equal(Object((await shop.read(id)).payer).email, null);
});
