import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { centavosOf, csvRows } from '../support/csv-rows.ts';
import { CHARGE, createMerchantWithKeys, type Keys, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { dayOfMonth, subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { sheetRows, unzip } from '../support/xlsx-cells.ts';

const gateway = await startInBuckets({ after });
const today = () => brazilianDayOf(gateway.clock.now());
const first = today();
const due = businessDayFrom(addDays(first, 9));
const shop = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);

async function createDue(keys: Keys, body: object): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, due_date: due, ...body },
  });
  assert.equal(created.status, 201, created.text);
  return String(created.body.internal_id);
}

async function pay(keys: Keys, id: string): Promise<void> {
  const paid = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(paid.status, 200, paid.text);
}

/** The second worked case of the Central Bank's manual: 123.45 paid ten days late. */
const LATE = {
  amount: 12_345,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
};
const EARLY = {
  amount: 10_000,
  rebate: { type: 'fixed', value: 100 },
  discounts: [{ mode: 'fixed_until', value: 500, until: due }],
};
/** Booked twice on the last day of the period, and once on its first. */
const LATE_PARTS = { original: 24_690, fine: 492, interest: 82, rebate: 0, discount: 0 };
const EARLY_PARTS = { original: 10_000, fine: 0, interest: 0, rebate: 100, discount: 500 };
const LATE_SUMS = { count: 2, ...LATE_PARTS, paid: 25_264 };
const EARLY_SUMS = { count: 1, ...EARLY_PARTS, paid: 9_400 };
const SUMS = {
  count: 3,
  original: 34_690,
  fine: 492,
  interest: 82,
  rebate: 100,
  discount: 500,
  paid: 34_664,
};
const NONE = { count: 0, original: 0, fine: 0, interest: 0, rebate: 0, discount: 0, paid: 0 };

await receiveAll();
const last = today();
const period = `from=${first}&to=${last}`;

async function receiveAll(): Promise<void> {
  const split = [{ username: partner.username, percentage: 10 }];
  const late = [await createDue(shop.keys, { ...LATE, split }), await createDue(shop.keys, LATE)];
  const early = await createDue(shop.keys, EARLY);
  await createDue(shop.keys, { amount: 70_000 });
  const foreign = await createDue(partner.keys, { amount: 50_000 });
  await pay(shop.keys, early);
  await pay(partner.keys, foreign);
  await receivePayment(gateway, shop.keys, { ...CHARGE, amount: 777 });
  gateway.clock.advance(Date.parse(due) - Date.parse(first) + 10 * DAY_MS);
  for (const id of late) await pay(shop.keys, id);
}

async function download(query: string): Promise<Buffer> {
  const headers = { ...shop.keys };
  const answer = await fetch(`${gateway.url}/v1/statement?${query}`, { headers });
  assert.equal(answer.status, 200, await answer.clone().text());
  return Buffer.from(await answer.arrayBuffer());
}

const COLUMNS = ['original', 'rebate', 'discount', 'interest', 'fine', 'paid'] as const;
const cellsOf = (sums: typeof SUMS) => [sums.count, ...COLUMNS.map((name) => sums[name])];

async function sumsOf(merchant: typeof shop.merchant, days: string): Promise<unknown> {
  const session = await signIn(gateway, merchant);
  const path = `/api/panel/test/accounting/due-totals?${days}`;
  const answer = await session.call<{ totals: unknown }>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.totals;
}

test('the sums of a period are those booked with each payment, of the merchant alone', async () => {
  assert.deepEqual(await sumsOf(shop.merchant, period), SUMS);
  assert.deepEqual(await sumsOf(shop.merchant, `from=${first}&to=${first}`), EARLY_SUMS);
  assert.deepEqual(await sumsOf(shop.merchant, `from=${last}&to=${last}`), LATE_SUMS);
  const between = addDays(first, 1);
  assert.deepEqual(await sumsOf(shop.merchant, `from=${between}&to=${between}`), NONE);
  // The share of a split is no charge of its recipient.
  const own = { ...NONE, count: 1, original: 50_000, paid: 50_000 };
  assert.deepEqual(await sumsOf(partner.merchant, period), own);
});

test('a paid cycle of a subscription is not among the charges with a due date', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const subscriptions = subscriptionClient(gateway, keys);
  const clock = await subscriptions.createClock(dayOfMonth(0, 10));
  const { internal_id: id } = await subscriptions.create({ clock_id: clock.id });
  await subscriptions.authorize(id);
  const dueOn = businessDayFrom(dayOfMonth(0, 15));
  await subscriptions.advanceTo(clock, `${dueOn}T15:00:00.000Z`);
  assert.equal((await subscriptions.cycles(id))[0]?.status, 'paid');
  const days = `from=${today()}&to=${today()}`;
  assert.deepEqual(await sumsOf(merchant, days), NONE);
  const answer = await fetch(`${gateway.url}/v1/statement?format=csv&${days}`, {
    headers: { ...keys },
  });
  const rows = csvRows(Buffer.from(await answer.arrayBuffer()));
  const [head = [], row = []] = rows;
  assert.equal(rows.length, 2);
  assert.equal(row[head.indexOf('Vencimento')], '');
});

test('the totals of days have the sums of each day as their last columns, in CSV and XLSX', async () => {
  const [head = [], ...days] = csvRows(await download(`format=days_csv&${period}`));
  assert.deepEqual(head.slice(7), [
    'Cobranças com vencimento',
    'Valor original',
    'Abatimento',
    'Desconto',
    'Juros',
    'Multa',
    'Pago com vencimento',
  ]);
  const read = days.map((row) => [Number(row[7]), ...row.slice(8).map(centavosOf)]);
  assert.deepEqual(read, [cellsOf(EARLY_SUMS), cellsOf(LATE_SUMS)]);
  const files = unzip(await download(`format=xlsx&${period}`));
  const [, ...rows] = sheetRows(files.get('xl/worksheets/sheet2.xml') ?? '');
  const cells = rows.map((row) =>
    row
      .filter(([column]) => column >= 'H')
      .map(([column, , value]) => (column === 'H' ? value : Math.round(Number(value) * 100))),
  );
  assert.deepEqual(cells, read);
});

test('the closing as PDF shows how the paid amounts came about, and nothing without such charges', async () => {
  const texts = pdfTexts(await download(`format=pdf&${period}`));
  const begin = texts.findIndex((text) => text.startsWith('Cobranças com vencimento pagas'));
  const lines = texts.slice(begin + 1, begin + 14);
  assert.deepEqual(lines, [
    'Valor original',
    '3',
    'R$ 346,90',
    'Multa',
    'R$ 4,92',
    'Juros',
    'R$ 0,82',
    'Abatimento',
    '-R$ 1,00',
    'Desconto',
    '-R$ 5,00',
    'Valor pago',
    'R$ 346,64',
  ]);
  const between = addDays(first, 1);
  const empty = pdfTexts(await download(`format=pdf&from=${between}&to=${between}`));
  assert.ok(!empty.some((text) => text.startsWith('Cobranças com vencimento')));
});
