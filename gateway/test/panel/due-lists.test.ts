import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { csvRows } from '../support/csv-rows.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { sheetRows, unzip } from '../support/xlsx-cells.ts';

const gateway = await startInBuckets({ after });
const DAY_MS = 86_400_000;
gateway.clock.setToNoon();
const TODAY = brazilianDayOf(gateway.clock.now());
const FIRST = businessDayFrom(addDays(TODAY, 5));
const SECOND = businessDayFrom(addDays(FIRST, 5));
const THIRD = businessDayFrom(addDays(SECOND, 5));
const PANEL = '/api/panel/test/transactions';

interface Line {
  readonly internal_id: string;
  readonly due_date?: string | null;
  readonly is_overdue?: boolean;
}
interface Page {
  readonly data: readonly Line[];
  readonly next_cursor: string | null;
}

async function createDue(keys: Keys, body: object): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, amount: 12_345, ...body },
  });
  assert.equal(created.status, 201, created.text);
  return String(created.body.internal_id);
}

/** A merchant with three due charges, the latest one first, and charges without a due date. */
async function merchantWithDues() {
  const made = await createMerchantWithKeys(gateway);
  const { keys } = made;
  const days = [THIRD, SECOND, FIRST];
  const ids: Record<string, string> = {};
  for (const due_date of days) ids[due_date] = await createDue(keys, { due_date });
  await createDue(keys, {});
  const paid = await createDue(keys, { due_date: FIRST });
  await gateway.call('POST', `/v1/test/charges/${paid}/pay`, { keys });
  return { ...made, ids };
}

const idsOf = ({ data }: Page) => data.map((line) => line.internal_id);

test('charges are listed by their due date, the earliest first, page by page', async () => {
  const { keys, merchant, ids } = await merchantWithDues();
  await merchantWithDues();
  const session = await signIn(gateway, merchant);
  const lists = [
    async (query: string) =>
      (await gateway.call('GET', `/v1/transactions?${query}`, { keys })).body as unknown as Page,
    async (query: string) =>
      (await session.call('GET', `${PANEL}?${query}`)).body as unknown as Page,
  ];
  const all = [ids[FIRST], ids[SECOND], ids[THIRD]];
  for (const list of lists) {
    assert.deepEqual(idsOf(await list(`due_from=${TODAY}`)), all);
    assert.deepEqual(idsOf(await list(`due_from=${SECOND}`)), all.slice(1));
    assert.deepEqual(idsOf(await list(`due_to=${SECOND}`)), all.slice(0, 2));
    assert.deepEqual(idsOf(await list(`due_from=${SECOND}&due_to=${SECOND}`)), [ids[SECOND]]);
    assert.deepEqual(idsOf(await list(`due_from=${TODAY}&status=paid`)), []);
    assert.deepEqual(idsOf(await list(`due_from=${TODAY}&type=payout`)), []);
    assert.deepEqual(idsOf(await list('overdue=true')), []);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(`due_from=${TODAY}&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, all);
  }
  const first = (await session.call('GET', `${PANEL}?due_to=${FIRST}`)).body as unknown as Page;
  assert.deepEqual([first.data[0]?.due_date, first.data[0]?.is_overdue], [FIRST, false]);
  const found = await session.call('GET', `${PANEL}?due_from=${SECOND}&search=maria`);
  assert.deepEqual(new Set(idsOf(found.body as unknown as Page)), new Set(all.slice(1)));
  const invalid = await gateway.call('GET', '/v1/transactions?due_from=2027-02-31', { keys });
  assert.deepEqual([invalid.status, invalid.body.code], [400, 'invalid_request']);
});

test('a charge is overdue from the day after its due date on, until it is paid', async () => {
  const { keys, merchant, ids } = await merchantWithDues();
  const overdue = async () =>
    idsOf(
      (await gateway.call('GET', '/v1/transactions?overdue=true', { keys }))
        .body as unknown as Page,
    );
  const moveTo = (day: string) => {
    const days = (Date.parse(day) - Date.parse(brazilianDayOf(gateway.clock.now()))) / DAY_MS;
    gateway.clock.advance(days * DAY_MS);
  };
  moveTo(FIRST);
  assert.deepEqual(await overdue(), []);
  moveTo(addDays(FIRST, 1));
  assert.deepEqual(await overdue(), [ids[FIRST]]);
  moveTo(addDays(SECOND, 1));
  assert.deepEqual(await overdue(), [ids[FIRST], ids[SECOND]]);
  await gateway.call('POST', `/v1/test/charges/${ids[FIRST]}/pay`, { keys });
  assert.deepEqual(await overdue(), [ids[SECOND]]);
  const again = await signIn(gateway, merchant);
  const list = (await again.call('GET', `${PANEL}?overdue=true`)).body as unknown as Page;
  assert.deepEqual(
    list.data.map((line) => [line.internal_id, line.is_overdue]),
    [[ids[SECOND], true]],
  );
  const home = await again.call('GET', '/api/panel/test/overview?days=7');
  const { attention } = home.body as { attention?: Record<string, unknown> };
  assert.equal(attention?.overdue_charges, 1);
});

test('the export has the due date and the parts of the amount before its last column', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const today = brazilianDayOf(gateway.clock.now());
  const due_date = businessDayFrom(addDays(today, 3));
  const rules = { due_date, rebate: { type: 'fixed', value: 345 } };
  const paid = await createDue(keys, rules);
  await gateway.call('POST', `/v1/test/charges/${paid}/pay`, { keys });
  await createDue(keys, {});
  const session = await signIn(gateway, merchant);
  const file = await session.call('GET', `${PANEL}.csv`);
  const [header, plain, due] = file.text.split('\r\n').map((line) => line.split(';'));
  const tail = (cells: string[] | undefined) => cells?.slice(-7, -1);
  assert.deepEqual(tail(header), [
    'Vencimento',
    'Valor original',
    'Abatimento',
    'Desconto',
    'Juros',
    'Multa',
  ]);
  assert.deepEqual(tail(plain), ['', '', '', '', '', '']);
  assert.deepEqual(tail(due), [brazilianDate(due_date), '123,45', '3,45', '0,00', '0,00', '0,00']);
  assert.ok(due?.includes('120,00'), 'the amount is what was paid');
});

/** A merchant with a charge that is due today, with a rebate, and was paid. */
async function merchantWithPayment() {
  const made = await createMerchantWithKeys(gateway);
  const today = brazilianDayOf(gateway.clock.now());
  const due_date = businessDayFrom(addDays(today, 3));
  const id = await createDue(made.keys, { due_date, rebate: { type: 'fixed', value: 345 } });
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys: made.keys });
  await createDue(made.keys, {}).then((other) =>
    gateway.call('POST', `/v1/test/charges/${other}/pay`, { keys: made.keys }),
  );
  return { ...made, today, id, cells: [brazilianDate(due_date), '123,45', '3,45', '0,00'] };
}

test('the files of the statement have the due date and the parts in their last columns', async () => {
  const { keys, merchant, today, cells } = await merchantWithPayment();
  const session = await signIn(gateway, merchant);
  const period = `from=${today}&to=${today}`;
  const get = async (path: string) => {
    const answer = await fetch(`${gateway.url}${path}`, { headers: { ...keys } });
    assert.equal(answer.status, 200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const ofPanel = await session.call('GET', `/api/panel/test/statement.csv?${period}`);
  const files = [
    csvRows(Buffer.from(ofPanel.text)),
    csvRows(await get(`/v1/statement?format=csv&${period}`)),
  ];
  for (const [head, due, plain] of files) {
    assert.deepEqual(head?.slice(-6, -2), [
      'Vencimento',
      'Valor original',
      'Abatimento',
      'Desconto',
    ]);
    assert.deepEqual(due?.slice(-6, -2), cells);
    assert.deepEqual(plain?.slice(-6), ['', '', '', '', '', '']);
  }
  const workbook = unzip(await get(`/v1/statement?format=xlsx&${period}`));
  const [, row] = sheetRows(workbook.get('xl/worksheets/sheet1.xml') ?? '');
  const values = new Map(row?.map(([column, , value]) => [column, Number(value)]));
  assert.deepEqual(
    ['P', 'Q', 'R'].map((column) => Math.round((values.get(column) ?? 0) * 100)),
    [12_345, 345, 0],
  );
});

test('the receipt and its check page show how the amount came about', async () => {
  const { keys, id, cells } = await merchantWithPayment();
  const answer = await fetch(`${gateway.url}/v1/transactions/${id}/receipt`, {
    headers: { ...keys },
  });
  const texts = pdfTexts(Buffer.from(await answer.arrayBuffer()));
  const shown = ['Vencimento', String(cells[0]), 'Valor original', 'R$ 123,45', '- R$ 3,45'];
  for (const text of [...shown, 'Valor pago', 'R$ 120,00'])
    assert.ok(texts.includes(text), `${text}: ${texts.join('\n')}`);
  assert.ok(!texts.includes('Multa'));
  const code = texts.filter((line) => /^[0-9A-Z]{6}(-[0-9A-Z]{6})*-?$/.test(line)).join('');
  const page = await (await fetch(`${gateway.url}/comprovante/${code}`)).text();
  assert.match(page, /Como se chegou ao valor/);
  assert.match(page, /<dt>Abatimento<\/dt><dd>- R\$ 3,45<\/dd>/);
});

test('a date in the search box finds the charges that are due that day, newest first, page by page', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const day = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 40));
  const due: string[] = [];
  for (let count = 0; count < 3; count += 1) due.unshift(await createDue(keys, { due_date: day }));
  await createDue(keys, { due_date: addDays(day, 1) });
  const other = await createMerchantWithKeys(gateway);
  await createDue(other.keys, { due_date: day });
  const search = async (text: string, query = '') => {
    const path = `${PANEL}?search=${encodeURIComponent(text)}${query}`;
    return (await session.call('GET', path)).body as unknown as Page;
  };
  const typed = brazilianDate(day);
  for (const text of [typed, day, `vence ${typed.slice(0, 5)}`, `vencimento ${typed}`]) {
    assert.deepEqual(idsOf(await search(text)), due, text);
  }
  const first = await search(typed, '&limit=2');
  const rest = await search(typed, `&limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([idsOf(first), idsOf(rest)], [due.slice(0, 2), due.slice(2)]);
  assert.deepEqual(idsOf(await search(typed, '&type=payout')), []);
  await gateway.call('POST', `/v1/test/charges/${due[0]}/pay`, { keys });
  assert.deepEqual(idsOf(await search(typed)), due.slice(1));
  const body = { ...CHARGE, description: `Visita em ${brazilianDate(addDays(day, 3))}` };
  const visit = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const none = await search(brazilianDate(addDays(day, 3)));
  assert.deepEqual(idsOf(none), [visit.body.internal_id]);
});
