import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDate, brazilianDayOf, englishDate } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { CHARGE, createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { clockClient } from '../support/test-clocks.ts';

const gateway = await startGateway({ after });
const { post, createClock, advance } = clockClient(gateway);
const DAY_S = 86_400;
const TOMORROW = addDays(brazilianDayOf(gateway.clock.now()), 1);
/** A quarter of an hour before midnight in Brasília. */
const LATE_EVENING = `${addDays(TOMORROW, 1)}T02:45:00.000Z`;
const DUE = businessDayFrom(addDays(TOMORROW, 9));
const LAST = businessDayFrom(addDays(DUE, 30));
const daysUntil = (day: string) => (Date.parse(day) - Date.parse(TOMORROW)) / (DAY_S * 1_000);
const RULES = {
  ...CHARGE,
  amount: 12_345,
  due_date: DUE,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
};

async function createDue(keys: Keys, body: object = {}) {
  const clock = await createClock(keys, { now: LATE_EVENING });
  const created = await post(keys, '/v1/pix/qrcode', { ...RULES, clock_id: clock.id, ...body });
  assert.equal(created.status, 201, created.text);
  return { clock, id: String(created.body.internal_id) };
}

/** The text of the page of a charge, without its marks. */
async function textOf(id: string, language = 'pt-BR'): Promise<string> {
  const { text } = await gateway.call('GET', `/pagar/${id}?lang=${language}`);
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

async function versionOf(id: string): Promise<unknown> {
  const state = await gateway.call('GET', `/pagar/${id}/state`);
  return state.body.version;
}

test('the page of a due date shows the amount of today and how it came about', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys);
  const before = await textOf(id);
  assert.match(before, new RegExp(`R\\$ 123,45 Vence em ${brazilianDate(DUE)}`));
  assert.doesNotMatch(before, /Valor original|Amanhã|Válido até|Expira em/);
  assert.match(before, new RegExp(`Pode ser paga até ${brazilianDate(LAST)}`));
  await advance(keys, clock, daysUntil(DUE) * DAY_S);
  assert.match(await textOf(id), /R\$ 123,45 Vence em .* Amanhã o valor será R\$ 125,95/);
  await advance(keys, clock, 10 * DAY_S);
  const late = await textOf(id);
  const parts = 'Valor original R\\$ 123,45 Juros \\+ R\\$ 0,41 Multa \\+ R\\$ 2,46';
  assert.match(late, new RegExp(`R\\$ 126,32 Venceu em ${brazilianDate(DUE)} ${parts} Amanhã`));
  const english = await textOf(id, 'en');
  assert.match(english, new RegExp(`Was due on ${englishDate(DUE)} Original amount`));
  assert.match(english, /Tomorrow the amount will be R\$ 126,36/);
});

test('the page says until when the discount of today is given', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const [first, second] = [addDays(DUE, -7), addDays(DUE, -2)].map((day) => businessDayFrom(day));
  const discounts = [
    { mode: 'fixed_until', value: 500, until: first },
    { mode: 'fixed_until', value: 300, until: second },
  ];
  const { clock, id } = await createDue(keys, { discounts });
  const day = (until = '') => brazilianDate(until);
  assert.match(await textOf(id), new RegExp(`Desconto até ${day(first)} − R\\$ 5,00`));
  await advance(keys, clock, (daysUntil(first ?? '') + 1) * DAY_S);
  assert.match(await textOf(id), new RegExp(`Desconto até ${day(second)} − R\\$ 3,00`));
  await post(keys, `/v1/test/charges/${id}/pay`);
  assert.match(await textOf(id), /Desconto − R\$ 3,00/);
});

test('the last payable day says so, and shows no amount of tomorrow', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys);
  await advance(keys, clock, daysUntil(LAST) * DAY_S);
  const text = await textOf(id);
  assert.match(text, /Hoje é o último dia para pagar\./);
  assert.doesNotMatch(text, /Amanhã/);
});

test('an open page learns of midnight in Brasília, and not of another hour', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys);
  const evening = await versionOf(id);
  await advance(keys, clock, 14 * 60);
  assert.equal(await versionOf(id), evening);
  await advance(keys, clock, 60);
  assert.equal(evening, `${TOMORROW}/0`);
  assert.equal(await versionOf(id), `${addDays(TOMORROW, 1)}/0`);
  const { text } = await gateway.call('GET', `/pagar/${id}`);
  assert.match(text, new RegExp(`data-version="${addDays(TOMORROW, 1)}/0"`));
});

test('a paid page shows what was paid and its parts', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, id } = await createDue(keys, { rebate: { type: 'fixed', value: 345 } });
  await advance(keys, clock, (daysUntil(DUE) + 10) * DAY_S);
  await post(keys, `/v1/test/charges/${id}/pay`);
  await advance(keys, clock, 5 * DAY_S);
  const text = await textOf(id);
  // 2 % and ten days of 1 % a month, of 120.00.
  const parts = 'Abatimento − R\\$ 3,45 Juros \\+ R\\$ 0,39 Multa \\+ R\\$ 2,40';
  assert.match(text, new RegExp(`R\\$ 122,79 Valor original R\\$ 123,45 ${parts}`));
  assert.doesNotMatch(text, /Vence|Venceu|Amanhã/);
});

test('a payer can’t renew a due date that has expired, whatever the merchant allows', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  await session.call('PUT', '/api/panel/payment-page', { body: { may_renew: true } });
  const { clock, id } = await createDue(keys);
  await advance(keys, clock, (daysUntil(LAST) + 1) * DAY_S);
  const page = await gateway.call('GET', `/pagar/${id}`);
  assert.match(page.text, /data-status="expired"/);
  assert.doesNotMatch(page.text, /<form/);
  assert.match(page.text, /Peça uma nova cobrança a/);
  const refused = await fetch(`${gateway.url}/pagar/${id}/renovar`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
  assert.equal(refused.status, 409);
});
