import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const { refund, read, endRefunds } = createRefunder(gateway);
const origin = await createMerchantWithKeys(gateway);
const [partner, affiliate, courier] = await Promise.all(
  Array.from({ length: 3 }, () => createMerchantWithKeys(gateway)),
);
assert.ok(partner && affiliate && courier);
const { keys } = origin;

function create(split: unknown, more: object = {}) {
  const body = { ...CHARGE, ...more, split };
  return gateway.call<Record<string, unknown> & { details: readonly { field: string }[] }>(
    'POST',
    '/v1/pix/qrcode',
    { keys, body },
  );
}

async function availableOf(by: Keys): Promise<number> {
  return Number((await gateway.call('GET', '/v1/balance', { keys: by })).body.available);
}

const rate = (username: string, percentage: unknown) => ({ username, percentage });
const fixed = (username: string, amount: unknown) => ({ username, amount });

test('fixed shares and percentages of one split are credited, and refunded in proportion', async () => {
  const all = [origin, partner, affiliate, courier];
  const before = await Promise.all(all.map((one) => availableOf(one.keys)));
  const changes = async () => {
    const now = await Promise.all(all.map((one) => availableOf(one.keys)));
    return now.map((amount, index) => amount - (before[index] ?? 0));
  };
  const split = [
    rate(partner.username, 10),
    { ...fixed(affiliate.username, 250), percentage: null },
    { ...rate(courier.username, 5), amount: null },
  ];
  const charge = await receivePayment(gateway, keys, { ...CHARGE, split });
  const id = String(charge.internal_id);
  assert.deepEqual(await changes(), [8_052, 1_000, 250, 500]);
  const shown = (await read(keys, id)).split;
  assert.deepEqual(shown, [
    { username: partner.username, percentage: 10, amount: 1_000, status: 'paid' },
    { username: affiliate.username, percentage: null, amount: 250, status: 'paid' },
    { username: courier.username, percentage: 5, amount: 500, status: 'paid' },
  ]);
  await receivePayment(gateway, keys);
  await refund(keys, id, { amount: 3_333 });
  await endRefunds();
  assert.deepEqual((await changes()).slice(1), [1_000 - 333, 250 - 83, 500 - 166]);
  await refund(keys, id);
  await endRefunds();
  assert.deepEqual((await changes()).slice(1), [0, 0, 0]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an entry with both, neither or an invalid amount is an invalid split', async () => {
  const { username } = partner;
  const wrong: readonly (readonly [string, unknown])[] = [
    ['split.0.percentage', { username }],
    ['split.0.percentage', { username, percentage: null, amount: null }],
    ['split.0.amount', { username, percentage: 5, amount: 5 }],
    ...[0, -1, 1.5, '5', true, [], 1e12, 2 ** 53].map((amount) => {
      return ['split.0.amount', fixed(username, amount)] as const;
    }),
  ];
  for (const [field, entry] of wrong) {
    const { status, body } = await create([entry]);
    assert.deepEqual([status, body.code], [422, 'invalid_split'], JSON.stringify(entry));
    assert.deepEqual(
      body.details.map((one) => one.field),
      [field],
    );
  }
});

test('each rule of splits holds for fixed shares, in the same order', async () => {
  const { username } = partner;
  const many = Array.from({ length: 21 }, () => fixed(origin.username, 999_999_999_999));
  const cases: readonly (readonly [string, unknown])[] = [
    ['invalid_split', [...many, fixed('a', 0)]],
    ['too_many_splits', [...many, rate('a', 0)]],
    ['invalid_percentage', [...many.slice(0, 2), rate('a', 0)]],
    ['duplicate_username', many.slice(0, 20)],
    ['self_split', [...many.slice(0, 1), rate('a', 90), rate('b', 1)]],
    ['sum_exceeds_90', [fixed('a', 999_999_999_999), rate('b', 90), rate('c', 0.01)]],
    ['username_not_found', [fixed('ninguem', 999_999_999_999)]],
    ['split_exceeds_net', [fixed(username, 9_803)]],
  ];
  for (const [code, split] of cases) {
    const { status, body } = await create(split);
    assert.deepEqual([status, body.code], [422, code]);
  }
});

test('fixed shares may leave the origin nothing after the fee, and never less', async () => {
  assert.ok(partner && affiliate);
  const split = [rate(partner.username, 50), fixed(affiliate.username, 4_802)];
  const before = await availableOf(keys);
  await receivePayment(gateway, keys, { ...CHARGE, split });
  assert.equal((await availableOf(keys)) - before, 0);
  const over = await create([rate(partner.username, 50), fixed(affiliate.username, 4_803)]);
  assert.deepEqual([over.status, over.body.code], [422, 'split_exceeds_net']);
  // The sum of the percentages is 90, and fixed shares are not part of it.
  assert.equal(
    (await create([rate(partner.username, 90), fixed(affiliate.username, 1)])).status,
    201,
  );
});

test('the database refuses shares beyond the net amount and a fixed share of nothing', async () => {
  const { body } = await create([fixed(partner.username, 250)]);
  const [charge] = await gateway.sql('select shares_centavos from charges where id = $1', [
    body.internal_id,
  ]);
  assert.equal(charge?.shares_centavos, '250');
  await assert.rejects(
    gateway.sql('update charges set shares_centavos = 9803 where id = $1', [body.internal_id]),
    /charges_shares_fit_net/,
  );
  await assert.rejects(
    gateway.sql('update charge_splits set amount_centavos = 0 where charge_id = $1', [
      body.internal_id,
    ]),
    /charge_splits_fixed_check/,
  );
});

test('a recipient sees a fixed share without a percentage, in the panel and in its export', async () => {
  const friend = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, { ...CHARGE, split: [fixed(friend.username, 250)] });
  const session = await signIn(gateway, friend.merchant);
  const path = '/api/panel/test/splits-received';
  const { body } = await session.call<{ data: Record<string, unknown>[] }>('GET', path);
  assert.deepEqual(
    body.data.map((one) => [one.percentage, one.amount]),
    [[null, 250]],
  );
  const file = await session.call('GET', `${path}.csv`);
  assert.match(file.text, /;Valor fixo;2,50;0,00;/);
});
