import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  addDays,
  brazilianDate,
  brazilianDayOf,
  startOfKnownDay,
} from '#src/ground/brazilian-days.ts';
import { businessDayFrom, isBusinessDay } from '#src/ground/business-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { testNow } from '../support/manual-clock.ts';
import { signIn } from '../support/panel.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { clockClient } from '../support/test-clocks.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const server = await startMailServer({ after });
const gateway = await startInBuckets({ after }, { env: { SMTP_URL: server.url } });
const { post, createClock, advance } = clockClient(gateway);
const { mailsOf, turnOn, charge, states } = payerMailClient(gateway);
const DAY_S = DAY_MS / 1_000;
const TOMORROW = addDays(brazilianDayOf(gateway.clock.now()), 1);
/** A Friday, and a Saturday that moves to the Monday or later. */
const FRIDAY = fridayFrom(addDays(TOMORROW, 7));
const SATURDAY = addDays(FRIDAY, 1);
const nineOn = (day: string) => startOfKnownDay(day) + 9 * HOUR_MS;

function fridayFrom(day: string): string {
  const isFriday = new Date(`${day}T12:00:00Z`).getUTCDay() === 5;
  return isFriday && isBusinessDay(day) ? day : fridayFrom(addDays(day, 1));
}

/** A shop with a member, a test clock at a day's first instant, and its reminders. */
async function openShop(wishes: object, day = TOMORROW) {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, wishes);
  const clock = await createClock(keys, { now: new Date(startOfKnownDay(day)).toISOString() });
  const moveTo = async (at: number) => {
    const { body } = await gateway.call('GET', `/v1/test/clocks/${clock.id}`, { keys });
    await advance(keys, clock, (at - Date.parse(String(body.now))) / 1_000);
  };
  const name = merchant.name;
  return { keys, owner, clock, moveTo, name, make: (more: object) => make(more) };

  function make(more: object): Promise<string> {
    return charge(keys, owner.email, { amount: 12_345, clock_id: clock.id, ...more });
  }
}

const FINE = { type: 'percent', value: 200 };
const INTEREST = { mode: 'fixed_per_day', value: 10 };

const messagesOf = (id: string) =>
  server.messages.map(readMessage).filter(({ text }) => text.includes(id));

/** The last of the mails of a charge, when so many are sent. */
async function lastOf(keys: Keys, id: string, count: number) {
  const messages = await until(`${count} mails are sent`, async () => {
    const { data } = await mailsOf(keys, id);
    return data.filter(({ status }) => status === 'sent').length === count && messagesOf(id);
  });
  const last = messages.at(-1);
  assert.ok(last);
  return { subject: last.header('Subject'), text: last.text };
}

test('reminders follow the due date, and the one after it says what the charge costs today', async () => {
  const shop = await openShop({ days_before: 2, on_due_day: true, days_after: 1 });
  const { keys, name, moveTo } = shop;
  const id = await shop.make({
    due_date: FRIDAY,
    days_after_due: 10,
    fine: FINE,
    interest: INTEREST,
    discounts: [{ mode: 'fixed_until', value: 500, until: addDays(FRIDAY, -1) }],
  });
  await moveTo(startOfKnownDay(TOMORROW));
  const planned = (await mailsOf(keys, id)).data.map(({ planned_for: at }) => Date.parse(at));
  assert.deepEqual(
    planned,
    [-2, 0, 1].map((days) => nineOn(addDays(FRIDAY, days))),
  );
  await moveTo(nineOn(addDays(FRIDAY, -2)));
  const before = await lastOf(keys, id, 1);
  const due = brazilianDate(FRIDAY);
  assert.equal(before.subject, `[TESTE] ${name}: sua cobrança de R$ 123,45 vence em ${due}`);
  const day = brazilianDate(addDays(FRIDAY, -2));
  assert.ok(before.text.includes(`Hoje, ${day}, custa R$ 118,45.`), before.text);
  assert.match(before.text, /valor original R\$ 123,45 − desconto R\$ 5,00 = R\$ 118,45/);
  await moveTo(nineOn(FRIDAY));
  const onDay = await lastOf(keys, id, 2);
  assert.equal(onDay.subject, `[TESTE] ${name}: sua cobrança de R$ 123,45 vence hoje`);
  assert.doesNotMatch(onDay.text, /custa|desconto/);
  await moveTo(nineOn(SATURDAY));
  const late = await lastOf(keys, id, 3);
  assert.equal(late.subject, `[TESTE] ${name}: sua cobrança venceu ontem: hoje custa R$ 126,01`);
  assert.match(
    late.text,
    /valor original R\$ 123,45 \+ multa R\$ 2,46 \+ juros R\$ 0,10 = R\$ 126,01/,
  );
  const last = brazilianDate(businessDayFrom(addDays(FRIDAY, 10)));
  assert.ok(late.text.includes(`pode ser paga até ${last}`), late.text);
  assert.ok(late.text.includes(`/pagar/${id}`), late.text);
  await moveTo(nineOn(addDays(FRIDAY, 40)));
  assert.equal(messagesOf(id).length, 3);
});

test('a due date on a Saturday is not late on the Sunday: the reminder after it waits', async () => {
  const shop = await openShop({ on_due_day: true, days_after: 1 });
  const { keys, moveTo } = shop;
  const id = await shop.make({ due_date: SATURDAY, fine: FINE });
  const moved = businessDayFrom(SATURDAY);
  await moveTo(nineOn(SATURDAY));
  const onDay = await lastOf(keys, id, 1);
  const words = `não é dia útil: até ${brazilianDate(moved)} o valor é o do vencimento`;
  assert.ok(onDay.text.includes(words), onDay.text);
  await moveTo(nineOn(addDays(moved, 1)) - 1_000);
  assert.deepEqual(await states(keys, id), ['on_due_day sent', 'after planned']);
  await moveTo(nineOn(addDays(moved, 1)));
  const { subject } = await lastOf(keys, id, 2);
  assert.ok(subject.includes(`venceu em ${brazilianDate(SATURDAY)}: hoje custa R$ 125,91`));
});

test('a charge that was due on a Saturday is due until the next business day in every text', async () => {
  const shop = await openShop({}, FRIDAY);
  const { keys, moveTo } = shop;
  const moved = businessDayFrom(SATURDAY);
  const id = await shop.make({ due_date: SATURDAY, fine: FINE });
  const wordsOn = async (day: string) => {
    await moveTo(nineOn(day));
    const { whatsapp_url: url } = await mailsOf(keys, id);
    return new URL(String(url)).searchParams.get('text')?.match(/que (.*) Para pagar/)?.[1];
  };
  const onTime = 'Hoje custa R$ 123,45.';
  const due = `vence em ${brazilianDate(SATURDAY)}`;
  assert.equal(await wordsOn(FRIDAY), `${due}. ${onTime}`);
  assert.equal(await wordsOn(SATURDAY), `vence hoje. ${onTime}`);
  assert.equal(await wordsOn(addDays(SATURDAY, 1)), `vence em ${brazilianDate(moved)}. ${onTime}`);
  assert.equal(await wordsOn(moved), `vence hoje. ${onTime}`);
  const late = `venceu em ${brazilianDate(SATURDAY)}. Hoje custa R$ 125,91.`;
  assert.equal(await wordsOn(addDays(moved, 1)), late);
});

test('after the last payable day the reminder says that the code is no longer valid', async () => {
  const shop = await openShop({ days_after: 5 });
  const { keys, owner, moveTo, name } = shop;
  const look = { color: '#112233', support_contact: 'ajuda@loja.example', may_renew: true };
  await owner.call('PUT', '/api/panel/payment-page', { body: look });
  const id = await shop.make({ due_date: FRIDAY, days_after_due: 0, description: 'Aluguel' });
  await moveTo(nineOn(addDays(FRIDAY, 5)));
  const messages = await until('the mail is sent', async () => {
    const found = server.messages.map(readMessage).filter(({ text }) => text.includes(name));
    return found.length === 1 && found;
  });
  const text = String(messages[0]?.text);
  const day = brazilianDate(FRIDAY);
  assert.ok(text.includes(`venceu em ${day} e podia ser paga até ${day}`), text);
  assert.match(text, /não vale mais/);
  assert.doesNotMatch(text, /gere um novo código/);
  assert.deepEqual(await states(keys, id), ['after sent']);
});

test('a paid charge with a due date gets no reminder, and its receipt has the parts', async () => {
  const shop = await openShop({ days_after: 5, receipts: true }, FRIDAY);
  const { keys, moveTo } = shop;
  const id = await shop.make({ due_date: FRIDAY, fine: FINE, interest: INTEREST });
  await moveTo(nineOn(addDays(FRIDAY, 3)));
  const paid = await post(keys, `/v1/test/charges/${id}/pay`);
  assert.equal(paid.status, 200, paid.text);
  gateway.clock.advance(2 * 60_000);
  const { subject, text } = await lastOf(keys, id, 1);
  assert.match(subject, /comprovante do pagamento de R\$ 126,21$/);
  assert.match(text, /valor original R\$ 123,45 \+ multa R\$ 2,46 \+ juros R\$ 0,30 = R\$ 126,21/);
  assert.ok(text.includes(`Vencimento: ${brazilianDate(FRIDAY)}`), text);
  await moveTo(nineOn(addDays(FRIDAY, 9)));
  assert.deepEqual(await states(keys, id), ['receipt sent', 'after skipped paid']);
});

test('the text for WhatsApp has the due date and the amount of today', async () => {
  const shop = await openShop({}, FRIDAY);
  const { keys, name, moveTo } = shop;
  const id = await shop.make({ due_date: FRIDAY, fine: FINE, interest: INTEREST });
  const words = async () => {
    const { whatsapp_url: url } = await mailsOf(keys, id);
    const text = new URL(String(url)).searchParams.get('text') ?? '';
    return text;
  };
  assert.ok(
    (await words()).startsWith(
      `Olá! Esta é a cobrança de ${name} que vence hoje. Hoje custa R$ 123,45. Para pagar`,
    ),
    await words(),
  );
  await moveTo(startOfKnownDay(FRIDAY) + DAY_S * 1_000);
  assert.ok((await words()).includes('que venceu ontem. Hoje custa R$ 126,01.'), await words());
});

test('a changed due date moves the reminders that wait', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, { days_before: 2, on_due_day: true });
  const id = await charge(keys, owner.email, { due_date: addDays(FRIDAY, 20) });
  const planned = async () =>
    (await mailsOf(keys, id)).data.map(({ planned_for: at }) => Date.parse(at));
  gateway.clock.advance(2 * 60_000);
  await until('the reminders are planned', async () => (await planned()).length === 2);
  for (const due of [FRIDAY, addDays(FRIDAY, 30)]) {
    const path = `/v1/transactions/${id}`;
    const changed = await gateway.call('PATCH', path, { keys, body: { due_date: due } });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(await planned(), [nineOn(addDays(due, -2)), nineOn(due)]);
  }
});

test('a reminder that could not be sent on its day is not sent later', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, { on_due_day: true });
  const id = await charge(keys, owner.email, { due_date: FRIDAY, fine: FINE });
  gateway.clock.advance(2 * 60_000);
  await until('it is planned', async () => (await states(keys, id)).length === 1);
  server.isDown = true;
  gateway.clock.set(nineOn(FRIDAY));
  await until('it waits', async () => (await states(keys, id))[0] === 'on_due_day waiting');
  // An attempt that fails after the clock has moved would wait from then on.
  await until('an attempt has failed', async () => {
    const select = 'select failure from mails where recipient = $1';
    const rows = await gateway.sql(select, [owner.email]);
    return rows.some(({ failure }) => failure !== null);
  });
  gateway.clock.advance(DAY_MS);
  server.isDown = false;
  const isSkipped = async () => (await states(keys, id))[0] === 'on_due_day skipped late';
  await until('it is skipped', isSkipped);
  assert.deepEqual(messagesOf(id), []);
  gateway.clock.set(testNow());
});
