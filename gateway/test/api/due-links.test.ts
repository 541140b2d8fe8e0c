import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  addDays,
  brazilianDate,
  brazilianDayOf,
  startOfKnownDay,
} from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { createPayers, type Link, PAYER } from '../support/payment-links.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startInBuckets({ after }, { env: BEHIND_PROXY });
gateway.clock.setToNoon();
const { visitor } = createPayers(gateway.url);

const today = () => brazilianDayOf(gateway.clock.now());
const RULES = {
  due_in_days: 10,
  days_after_due: 30,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
  rebate: null,
  discounts: [{ mode: 'percent_until', value: 500, days_before_due: 5 }],
};
const LINK = { title: 'Mensalidade', amount: 12_345, ...RULES };

const post = (keys: Keys, body: object) =>
  gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
const patch = (keys: Keys, { id }: Link, body: object) =>
  gateway.call<Link>('PATCH', `/v1/payment-links/${id}`, { keys, body });

async function createLink(keys: Keys, body: object = LINK): Promise<Link> {
  const answer = await post(keys, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function read(keys: Keys, path: string) {
  const answer = await gateway.call('GET', path, { keys });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const termsOf = async (keys: Keys, chargeId: string | undefined) =>
  (await read(keys, `/v1/transactions/${chargeId}`)).due as Record<string, unknown>;

test('a charge of a link is due in its days by its rules, and its late payment is counted whole', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const link = await createLink(keys);
  assert.deepEqual(link.due, RULES);
  const due = addDays(today(), 10);
  const page = await visitor().open(link);
  const last = businessDayFrom(addDays(businessDayFrom(due), 30));
  for (const sentence of [
    `Vence em ${brazilianDate(due)}, se você continuar hoje.`,
    `Desconto de 5% até ${brazilianDate(addDays(due, -5))}.`,
    'Depois do vencimento, multa de 2%.',
    'Depois do vencimento, juros de 1% ao mês.',
    `Pode ser paga até ${brazilianDate(last)}.`,
  ]) {
    assert.ok(page.text.includes(sentence), sentence);
  }
  assert.doesNotMatch(page.text, /30 minutos/);
  const { status, chargeId } = await visitor().buy(link);
  assert.equal(status, 303);
  const terms = await termsOf(keys, chargeId);
  assert.equal(terms.due_date, due);
  assert.deepEqual(terms.discounts, [
    { mode: 'percent_until', value: 500, until: addDays(due, -5) },
  ]);
  assert.deepEqual([terms.fine, terms.interest], [RULES.fine, RULES.interest]);
  assert.equal(terms.payable_today, 12_345 - 617);
  gateway.clock.advance(DAY_MS * (1 + daysBetween(today(), businessDayFrom(due))));
  const paid = await gateway.call('POST', `/v1/test/charges/${chargeId}/pay`, { keys });
  assert.equal(paid.body.amount, 12_345 + 246 + 4, paid.text);
  const counted = await read(keys, `/v1/payment-links/${link.id}`);
  assert.deepEqual(
    [counted.sold_count, counted.received_amount, counted.held_count],
    [1, 12_595, 0],
  );
  await assertClean(gateway);
});

test('a form that is sent again after midnight leads to the charge that it made', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const link = await createLink(keys);
  const payer = visitor();
  const form = { ...PAYER, token: await payer.token(link) };
  const tomorrow = startOfKnownDay(addDays(today(), 1));
  gateway.clock.advance(tomorrow - HOUR_MS - gateway.clock.now());
  const first = await payer.send(link, form);
  const due = (await termsOf(keys, first.chargeId)).due_date;
  gateway.clock.advance(2 * HOUR_MS);
  const again = await payer.send(link, form);
  assert.ok(first.chargeId);
  assert.equal(again.chargeId, first.chargeId);
  const next = await visitor().buy(link);
  assert.equal((await termsOf(keys, next.chargeId)).due_date, addDays(String(due), 1));
});

test('a link never has a due date and a stock, also by two changes and in the database', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const both = await post(keys, { ...LINK, stock: 3 });
  assert.deepEqual([both.status, both.body.code], [422, 'due_date_with_stock']);
  assert.match(String(both.body.message), /^Um link com vencimento não pode ter estoque/);
  const due = await createLink(keys);
  const withStock = await patch(keys, due, { stock: 3 });
  assert.equal(withStock.body.code, 'due_date_with_stock');
  assert.deepEqual(fieldsOf(withStock.body), ['stock']);
  const stocked = await createLink(keys, { title: 'Poucos', amount: 5_000, stock: 3 });
  const withDue = await patch(keys, stocked, { due_in_days: 5 });
  assert.equal(withDue.body.code, 'due_date_with_stock');
  assert.deepEqual(fieldsOf(withDue.body), ['due_in_days']);
  const changed = await patch(keys, due, { due_in_days: null, stock: 3 });
  assert.deepEqual([changed.body.due, changed.body.stock], [null, 3]);
  await assert.rejects(
    gateway.sql(`update payment_links set due = '{}' where id = $1`, [due.id]),
    /payment_links_due_without_stock/,
  );
});

test('rules that a charge could not have are refused when the link is saved, by the fields of the link', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const until = (value: number, days?: number) => ({
    mode: 'fixed_until',
    value,
    ...(days !== undefined && { days_before_due: days }),
  });
  for (const [body, code, fields] of [
    [{ due_in_days: null }, 'invalid_request', ['days_after_due']],
    [{ due_in_days: 3_653 }, 'invalid_request', ['due_in_days']],
    [{ discounts: [until(100)] }, 'invalid_request', ['discounts.0.days_before_due']],
    [{ discounts: [until(100, 11)] }, 'invalid_request', ['discounts.0.days_before_due']],
    [
      { discounts: [{ mode: 'fixed_per_day', value: 10, days_before_due: 2 }] },
      'invalid_request',
      ['discounts.0.days_before_due'],
    ],
    [
      { discounts: [until(9, 2), until(9, 2)] },
      'invalid_discounts',
      ['discounts.1.days_before_due'],
    ],
    [{ fine: { type: 'percent', value: 10_001 } }, 'invalid_request', ['fine.value']],
    [{ rebate: { type: 'fixed', value: 12_345 } }, ...TOO_SMALL],
    [{ rebate: { type: 'fixed', value: 12_300 } }, 'amount_too_small', undefined],
    [{ amount: null, min_amount: 100, rebate: { type: 'fixed', value: 100 } }, ...TOO_SMALL],
  ] as const) {
    const answer = await post(keys, { ...LINK, ...body });
    assert.deepEqual(
      [answer.body.code, fieldsOf(answer.body)],
      [code, fields],
      `${JSON.stringify(body)} ${answer.text}`,
    );
  }
});

test('a change keeps the rules that are not sent, and a link is paused also when its rules no longer fit', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const product = await gateway.call('POST', '/v1/products', {
    keys,
    body: { name: 'Curso', amount: 5_000 },
  });
  const { amount: _, ...withoutPrice } = LINK;
  const link = await createLink(keys, {
    ...withoutPrice,
    product_id: product.body.id,
    rebate: { type: 'fixed', value: 2_000 },
  });
  const shorter = await patch(keys, link, { due_in_days: 5, fine: null });
  assert.deepEqual(shorter.body.due, {
    ...RULES,
    due_in_days: 5,
    fine: null,
    rebate: { type: 'fixed', value: 2_000 },
  });
  const zero = {
    rebate: { type: 'fixed', value: 0 },
    interest: { mode: 'fixed_per_day', value: 0 },
  };
  const without = await createLink(keys, { ...LINK, ...zero });
  assert.deepEqual(without.due, { ...RULES, interest: null });
  const early = await patch(keys, link, { due_in_days: 4 });
  assert.deepEqual(fieldsOf(early.body), ['discounts.0.days_before_due']);
  const path = `/v1/products/${product.body.id}`;
  await gateway.call('PATCH', path, { keys, body: { amount: 2_000 } });
  const refused = await visitor().buy(link);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /Pagamento indisponível/);
  assert.equal((await patch(keys, link, { status: 'paused' })).body.status, 'paused');
});

test('a payer who types an amount that the rebate uses up is asked for another one', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const link = await createLink(keys, {
    title: 'Doação',
    due_in_days: 5,
    rebate: { type: 'fixed', value: 1_000 },
  });
  const tooSmall = await visitor().buy(link, { amount: '10,00' });
  assert.ok(tooSmall.hasFaults);
  assert.match(tooSmall.text, /O valor é baixo demais/);
  assert.equal((await visitor().buy(link, { amount: '20,00' })).status, 303);
});

test('a network makes 20 unpaid charges of a link a day, and a link has at most 5,000 of them', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const link = await createLink(keys);
  const payer = visitor();
  const { chargeId } = await payer.buy(link);
  for (let count = 1; count < 20; count += 1) assert.equal((await visitor().buy(link)).status, 303);
  // As if all 20 were of one network, which can't make so many within a minute.
  await gateway.sql(
    `update payment_link_holds set network = payer.network from payment_link_holds payer
      where payment_link_holds.link_id = $1 and payer.charge_id = $2`,
    [link.id, chargeId],
  );
  assert.equal((await payer.buy(link)).status, 429);
  assert.equal((await visitor().buy(link)).status, 303);
  gateway.clock.advance(DAY_MS);
  assert.equal((await payer.buy(link)).status, 303);
  await gateway.sql(
    `insert into payment_link_holds (merchant_id, environment, charge_id, link_id, network)
      select merchant_id, environment, lpad(number::text, 32, '0')::uuid, id, number::text
      from payment_links, generate_series(1, 4977) number where id = $1`,
    [link.id],
  );
  const form = { ...PAYER, token: await payer.token(link) };
  assert.equal((await visitor().buy(link)).status, 303);
  const full = await payer.send(link, form);
  assert.equal(full.status, 409);
  assert.match(full.text, /não aceita mais cobranças agora/);
  assert.match((await visitor().open(link)).text, /Há muitas cobranças à espera de pagamento/);
  const { body: without } = await patch(keys, link, { due_in_days: null });
  assert.equal((await visitor().buy(without)).status, 303);
});

const TOO_SMALL = ['due_amount_too_small', ['discounts']] as const;

function fieldsOf(body: object): string[] | undefined {
  const { details } = body as { details?: { field: string }[] };
  return details?.map(({ field }) => field);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
