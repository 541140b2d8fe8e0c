import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const DAY_MS = 86_400_000;
const TODAY = brazilianDayOf(Date.now());
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
});

test('the export has the due date and the parts of the amount in its last columns', async () => {
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
  const tail = (cells: string[] | undefined) => cells?.slice(-6);
  assert.deepEqual(tail(header), [
    ...['Vencimento', 'Valor original', 'Abatimento', 'Desconto', 'Juros', 'Multa'],
  ]);
  assert.deepEqual(tail(plain), ['', '', '', '', '', '']);
  assert.deepEqual(tail(due), [brazilianDate(due_date), '123,45', '3,45', '0,00', '0,00', '0,00']);
  assert.ok(due?.includes('120,00'), 'the amount is what was paid');
});
