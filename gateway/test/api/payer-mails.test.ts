import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, type Keys, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn } from '../support/panel.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { clockClient } from '../support/test-clocks.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const server = await startMailServer({ after });
const gateway = await startInBuckets({ after }, { env: { SMTP_URL: server.url } });
const { post, createClock, advance } = clockClient(gateway);
const { mailsOf, turnOn, charge, states } = payerMailClient(gateway);
const DAY_S = DAY_MS / 1_000;
/** Nine in the morning in Brasília, three days ahead: no test depends on the hour of its run. */
const START = startOfKnownDay(addDays(brazilianDayOf(gateway.clock.now()), 3)) + 9 * HOUR_MS;

/** A shop with a member, a test clock at nine in the morning, and its reminders. */
async function openShop(wishes: object) {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, wishes);
  const clock = await createClock(keys, { now: new Date(START).toISOString() });
  return { keys, merchant, owner, clock };
}

const inDays = (days: number) => ({ expires_in: days * DAY_S + 6 * 3_600 });

/** The messages that the mail server took about a charge. */
const messagesOf = (id: string) =>
  server.messages.map(readMessage).filter(({ text }) => text.includes(id));

async function sentOf(keys: Keys, id: string, count: number) {
  return until(`${count} mails are sent`, async () => {
    const { data } = await mailsOf(keys, id);
    const sent = data.filter(({ status }) => status === 'sent');
    return sent.length === count && messagesOf(id);
  });
}

test('nothing is mailed until the merchant wants it, and the public sandbox never may', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const off = await gateway.call('GET', '/v1/payer-mails/settings', { keys });
  assert.deepEqual(off.body, {
    days_before: null,
    on_due_day: false,
    days_after: null,
    receipts: false,
    is_mail_configured: true,
  });
  const body = { receipts: true };
  const closed = await gateway.call('PATCH', '/v1/payer-mails/settings', {
    keys: SANDBOX_KEYS,
    body,
  });
  assert.equal(closed.body.code, 'sandbox_forbidden');
  for (const wrong of [{ days_before: 0 }, { days_after: 16 }, { on_due_day: 'sim' }]) {
    const refused = await gateway.call('PATCH', '/v1/payer-mails/settings', { keys, body: wrong });
    assert.equal(refused.body.code, 'invalid_request', JSON.stringify(wrong));
  }
});

test('a clock brings the reminders before, on and after the due day, each once', async () => {
  const shop = await openShop({ days_before: 2, on_due_day: true, days_after: 3 });
  const { keys, owner, clock, merchant } = shop;
  const look = { color: '#ffee00', support_contact: 'ajuda@loja.example', may_renew: true };
  await owner.call('PUT', '/api/panel/payment-page', { body: look });
  const id = await charge(keys, owner.email, { ...inDays(5), clock_id: clock.id });
  await advance(keys, clock, 0);
  assert.deepEqual(await states(keys, id), [
    'before planned',
    'on_due_day planned',
    'after planned',
  ]);
  const planned = (await mailsOf(keys, id)).data.map(({ planned_for: at }) => Date.parse(at));
  assert.deepEqual(
    planned,
    [3, 5, 8].map((days) => START + days * DAY_MS),
  );
  await advance(keys, clock, 3 * DAY_S - 1);
  assert.equal((await mailsOf(keys, id)).data[0]?.status, 'planned');
  await advance(keys, clock, 1);
  const [before] = await sentOf(keys, id, 1);
  assert.ok(before);
  const due = brazilianDayOf(START + 5 * DAY_MS)
    .split('-')
    .reverse()
    .join('/');
  const name = merchant.name;
  assert.equal(
    before.header('Subject'),
    `[TESTE] ${name}: sua cobrança de R$ 100,00 vence em ${due}`,
  );
  assert.equal(before.header('Reply-To'), 'ajuda@loja.example');
  assert.match(before.header('List-Unsubscribe'), /^<http.*\/emails\/cancelar\/[\w-]{59}>$/);
  assert.equal(before.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  assert.match(before.text, /vence em .*, às 15:00 \(horário de Brasília\)/);
  assert.ok(before.text.includes(`/pagar/${id}`), before.text);
  assert.match(before.text, new RegExp(name));
  assert.doesNotMatch(
    before.text,
    /Maria|12345678909|ffee00/,
    'no payer, and no unreadable colour',
  );
  await advance(keys, clock, 2 * DAY_S);
  const [, onDay] = await sentOf(keys, id, 2);
  assert.match(onDay?.header('Subject') ?? '', /vence hoje$/);
  await advance(keys, clock, 4 * DAY_S);
  const [, , late] = await sentOf(keys, id, 3);
  assert.match(late?.header('Subject') ?? '', /venceu em/);
  assert.match(late?.text ?? '', /gere um novo código/);
  await advance(keys, clock, 30 * DAY_S);
  assert.equal(messagesOf(id).length, 3);
});

test('a charge that was paid, canceled or has no e-mail gets no reminder', async () => {
  const { keys, owner, clock } = await openShop({ days_before: 1, days_after: 1 });
  const make = (email: string | undefined) =>
    charge(keys, email, { ...inDays(3), clock_id: clock.id });
  const [paid, canceled, silent] = [
    await make(owner.email),
    await make(owner.email),
    await make(undefined),
  ];
  await advance(keys, clock, DAY_S);
  await post(keys, `/v1/test/charges/${paid}/pay`);
  await post(keys, `/v1/transactions/${canceled}/cancel`);
  await advance(keys, clock, 10 * DAY_S);
  assert.deepEqual(await states(keys, paid), ['before skipped paid', 'after skipped paid']);
  assert.deepEqual(await states(keys, canceled), [
    'before skipped canceled',
    'after skipped canceled',
  ]);
  assert.deepEqual(await states(keys, silent), []);
  assert.deepEqual([paid, canceled, silent].flatMap(messagesOf), []);
});

test('in the test environment strangers get no mail, and the history says so', async () => {
  const { keys, clock } = await openShop({ on_due_day: true });
  const id = await charge(keys, 'estranho@casa.example', { ...inDays(2), clock_id: clock.id });
  await advance(keys, clock, 3 * DAY_S);
  assert.deepEqual(await states(keys, id), ['on_due_day skipped test_address']);
  assert.deepEqual(messagesOf(id), []);
});

test('changed days move the planned reminders, and what is turned off is not sent', async () => {
  const { keys, owner, clock } = await openShop({ days_before: 1, on_due_day: true });
  const id = await charge(keys, owner.email, { ...inDays(6), clock_id: clock.id });
  await advance(keys, clock, DAY_S);
  await turnOn(keys, { days_before: 3, on_due_day: false });
  await advance(keys, clock, 2 * DAY_S);
  await sentOf(keys, id, 1);
  await advance(keys, clock, 10 * DAY_S);
  assert.deepEqual(await states(keys, id), ['before sent', 'on_due_day skipped turned_off']);
});

test('a deleted clock ends its reminders without a mail', async () => {
  const { keys, owner, clock } = await openShop({ days_before: 1, days_after: 1 });
  const id = await charge(keys, owner.email, { ...inDays(5), clock_id: clock.id });
  await advance(keys, clock, 0);
  await gateway.call('DELETE', `/v1/test/clocks/${clock.id}`, { keys });
  await until('the clock is deleted', async () => {
    const { status } = await gateway.call('GET', `/v1/test/clocks/${clock.id}`, { keys });
    return status === 404;
  });
  assert.deepEqual(await states(keys, id), ['before skipped canceled', 'after skipped canceled']);
  assert.deepEqual(messagesOf(id), []);
});

test('the history has a text for WhatsApp while the charge can be paid', async () => {
  const { keys, owner } = await openShop({});
  const id = await charge(keys, owner.email);
  const { whatsapp_url: url } = await mailsOf(keys, id);
  const text = new URL(String(url)).searchParams.get('text') ?? '';
  assert.match(text, /R\$ 100,00/);
  assert.ok(text.endsWith(`/pagar/${id}`), text);
  await post(keys, `/v1/test/charges/${id}/pay`);
  assert.equal((await mailsOf(keys, id)).whatsapp_url, null);
  const { keys: other } = await createMerchantWithKeys(gateway);
  const foreign = await gateway.call('GET', `/v1/transactions/${id}/mails`, { keys: other });
  assert.equal(foreign.body.code, 'transaction_not_found');
});

test('a payment brings a receipt that anybody can verify, where the merchant wants it', async () => {
  const { keys, owner } = await openShop({});
  const silent = await charge(keys, owner.email);
  await post(keys, `/v1/test/charges/${silent}/pay`);
  await turnOn(keys, { receipts: true });
  const id = await charge(keys, owner.email, { description: 'Camiseta azul' });
  await post(keys, `/v1/test/charges/${id}/pay`);
  gateway.clock.advance(2 * 60_000);
  const [mail] = await sentOf(keys, id, 1);
  assert.match(mail?.header('Subject') ?? '', /comprovante do pagamento de R\$ 100,00$/);
  assert.match(mail?.text ?? '', /Descrição: Camiseta azul/);
  const path = /\/comprovante\/[0-9A-Z]{72}/.exec(mail?.text ?? '')?.[0] ?? '';
  const page = await gateway.call('GET', path);
  assert.equal(page.status, 200, path);
  assert.match(page.text, /R\$ 100,00/);
  assert.deepEqual(await states(keys, silent), [], 'paid before it was wanted');
});
