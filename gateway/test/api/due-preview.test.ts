import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { clockClient } from '../support/test-clocks.ts';

const gateway = await startGateway({ after });
const { createClock, advance } = clockClient(gateway);
const { keys, merchant } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);

gateway.clock.setToNoon();
const TODAY = brazilianDayOf(gateway.clock.now());
const DUE = businessDayFrom(addDays(TODAY, 40));
const LAST = businessDayFrom(addDays(DUE, 30));
const UNTIL = businessDayFrom(addDays(TODAY, 20));
/** The second worked case of the Central Bank's manual, with a discount. */
const RULES = {
  amount: 12_345,
  due_date: DUE,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
  discounts: [{ mode: 'fixed_until', value: 345, until: UNTIL }],
};
const SPLIT = [{ username: partner.username, percentage: 10 }];

type Division = { amount: number; fee_amount: number; origin_amount: number };
interface Preview extends Division {
  readonly smallest: Division;
  readonly largest: Division;
  readonly days: readonly { day: string; amount: number; fine: number; is_late: boolean }[];
}

async function preview(body: object) {
  return gateway.call('POST', '/v1/splits/preview', { keys, body });
}

async function previewOf(body: object): Promise<Preview> {
  const answer = await preview(body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as Preview;
}

test('the preview of a due date divides the smallest and the largest payment of any day', async () => {
  const { smallest, largest, amount } = await previewOf({ ...RULES, split: SPLIT });
  assert.equal(amount, 12_345);
  // 12,345 − 345; and 2 % and one month of 1 %.
  const days = (Date.parse(LAST) - Date.parse(DUE)) / 86_400_000;
  const interest = Math.floor((12_345 * Math.floor((days * 1_000_000) / 3_000)) / 1_000_000);
  const most = 12_345 + 246 + interest;
  assert.equal(smallest.amount, 12_000);
  assert.equal(largest.amount, most);
  for (const { amount: whole, fee_amount: fee, origin_amount: origin } of [smallest, largest]) {
    assert.equal(fee, Math.floor((whole * 149) / 10_000) + 49);
    assert.equal(origin, whole - fee - Math.floor(whole / 10));
  }
});

test('the preview says what is paid today, until a discount ends, when due, and late', async () => {
  const { days } = await previewOf(RULES);
  assert.deepEqual(
    days.map(({ day }) => day),
    [TODAY, UNTIL, DUE, addDays(DUE, 1), addDays(DUE, 10), LAST].toSorted(),
  );
  const amounts = new Map(days.map((one) => [one.day, one]));
  assert.equal(amounts.get(TODAY)?.amount, 12_000);
  assert.equal(amounts.get(UNTIL)?.amount, 12_000);
  assert.equal(amounts.get(DUE)?.amount, 12_345);
  assert.equal(amounts.get(addDays(DUE, 10))?.amount, 12_632);
  assert.deepEqual(
    days.filter((one) => one.is_late).map(({ fine }) => fine),
    [246, 246, 246],
  );
});

test('a preview refuses a due date with the code of the creation', async () => {
  const cases = [
    { ...RULES, due_date: addDays(TODAY, -1) },
    { ...RULES, discounts: [{ mode: 'fixed_until', value: 1, until: addDays(DUE, 1) }] },
    { ...RULES, rebate: { type: 'fixed', value: 12_345 } },
    { ...RULES, amount: 999_999_999_999 },
    // The fixed share fits the original amount, but not the amount less the discount.
    { ...RULES, split: [{ username: partner.username, amount: 12_000 }] },
    { amount: 12_345, fine: RULES.fine },
    { ...RULES, due_date: 'amanhã' },
  ];
  const codes: string[] = [];
  for (const body of cases) {
    const refused = await preview(body);
    const created = await gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      body: { ...CHARGE, ...body },
    });
    const { code } = refused.body as { code?: string };
    assert.notEqual(refused.status, 200, JSON.stringify(body));
    assert.equal(code, (created.body as { code?: string }).code);
    codes.push(String(code));
  }
  assert.deepEqual(codes, [
    'due_date_in_past',
    'invalid_discounts',
    'due_amount_too_small',
    'due_amount_too_large',
    'split_exceeds_net',
    'invalid_request',
    'invalid_request',
  ]);
});

test('the panel previews a due date as the API does', async () => {
  const member = await signIn(gateway, merchant);
  const body = { ...RULES, split: SPLIT };
  const answer = await member.call('POST', '/api/panel/test/splits/preview', { body });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, await previewOf(body));
});

test('the preview of a change is what the change makes, also of a charge that is late in a test clock', async () => {
  const noon = `${addDays(TODAY, 1)}T15:00:00.000Z`;
  const clock = await createClock(keys, { now: noon });
  const due = businessDayFrom(addDays(TODAY, 10));
  const body = { ...CHARGE, ...RULES, due_date: due, discounts: [], clock_id: clock.id };
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...body, split: SPLIT },
  });
  const id = String(created.body.internal_id);
  await advance(keys, clock, 20 * 86_400);
  const change = { amount: 20_000, fine: null };
  const shown = await previewOf({ internal_id: id, ...change });
  assert.equal(await dueOf(id, 'revision'), 0);
  const path = `/v1/transactions/${id}`;
  const changed = await gateway.call('PATCH', path, { keys, body: change });
  assert.equal(changed.status, 200, changed.text);
  const [today] = shown.days;
  assert.equal(today?.day, addDays(TODAY, 21));
  assert.equal(today.is_late, true);
  assert.equal(today.amount, await dueOf(id, 'payable_today'));
  assert.ok(today.amount > 20_000);
  assert.equal(shown.amount, 20_000);
  assert.equal(shown.days.at(-1)?.day, await dueOf(id, 'last_payable_day'));
  assert.equal(shown.smallest.amount - shown.smallest.origin_amount > 2_000, true);
});

test('the preview of a change has the refusals of the change, and finds no charge of another merchant', async () => {
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, ...RULES },
  });
  const id = String(created.body.internal_id);
  const codeOf = async (body: object, by = keys) =>
    (await gateway.call('POST', '/v1/splits/preview', { keys: by, body })).body.code;
  assert.equal(await codeOf({ internal_id: id, amount: 100 }), 'due_amount_too_small');
  assert.equal(await codeOf({ internal_id: id, amount: 10_000 }, partner.keys), NOT_FOUND);
  assert.equal(await codeOf({ internal_id: 'x', amount: 10_000 }), NOT_FOUND);
  const immediate = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const other = String(immediate.body.internal_id);
  assert.equal(await codeOf({ internal_id: other, amount: 10_000 }), 'charge_not_changeable');
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(await codeOf({ internal_id: id, amount: 10_000 }), 'charge_already_paid');
});

const NOT_FOUND = 'transaction_not_found';

async function dueOf(id: string, field: string): Promise<unknown> {
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  return (body.due as Record<string, unknown>)[field];
}
