import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const PATH = '/v1/splits/preview';
const gateway = await startGateway({ after });
const origin = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);
const affiliate = await createMerchantWithKeys(gateway);
const { keys } = origin;

function preview(body: object, by: Keys = keys) {
  return gateway.call('POST', PATH, { keys: by, body });
}

/** The entries of a payment in a merchant's scope, by account. */
async function postedTo(merchantId: string, chargeId: string): Promise<Record<string, number>> {
  const rows = await gateway.sql(
    `select account, amount_centavos from ledger_entries
     where merchant_id = $1 and reference_id = $2`,
    [merchantId, chargeId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.amount_centavos)]));
}

test('a preview shows each share, each lost fraction, the fee and the rest of the origin', async () => {
  const split = [
    { username: partner.username, percentage: 5.55 },
    { username: affiliate.username, amount: 250 },
  ];
  const { status, body } = await preview({ amount: 9_990, split });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    amount: 9_990,
    fee_amount: 197,
    fee_fraction_lost: '0.8510',
    split: [
      { username: partner.username, percentage: 5.55, amount: 554, fraction_lost: '0.4450' },
      { username: affiliate.username, percentage: null, amount: 250, fraction_lost: '0.0000' },
    ],
    origin_amount: 8_989,
  });
});

test('a preview equals the postings of the payment that follows it', async () => {
  const cases = [
    { amount: 9_999, split: [rate(33.33), fixed(17)] },
    { amount: 101, split: [rate(0.99), fixed(1)] },
    { amount: 999_999, split: [rate(90), fixed(1)] },
    { amount: 50, split: [] },
  ];
  for (const one of cases) {
    const { body } = await gateway.call<{
      fee_amount: number;
      origin_amount: number;
      split: readonly { amount: number }[];
    }>('POST', PATH, { keys, body: one });
    const charge = await receivePayment(gateway, keys, { ...CHARGE, ...one });
    const id = String(charge.internal_id);
    const own = await postedTo(origin.merchant.merchantId, id);
    assert.deepEqual([own.available ?? 0, own.fees], [body.origin_amount, body.fee_amount]);
    for (const [index, { merchant }] of [partner, affiliate].entries()) {
      const posted = await postedTo(merchant.merchantId, id);
      assert.equal(posted.available ?? 0, body.split[index]?.amount ?? 0);
    }
  }
});

function rate(percentage: number) {
  return { username: partner.username, percentage };
}

function fixed(amount: number) {
  return { username: affiliate.username, amount };
}

test('a preview refuses what the creation of the charge refuses, with the same answer', async () => {
  const me = { username: origin.username, percentage: 1 };
  const cases: readonly (readonly [string, object, Keys?])[] = [
    ['invalid_request', { amount: 0 }],
    ['invalid_request', { amount: 1e12 }],
    ['demo_cannot_split', { split: 'x' }, SANDBOX_KEYS],
    ['invalid_split', { split: [{ username: 'a' }] }],
    ['too_many_splits', { split: Array(21).fill(me) }],
    ['invalid_percentage', { split: [rate(0)] }],
    ['duplicate_username', { split: [me, me] }],
    ['self_split', { split: [me] }],
    ['sum_exceeds_90', { split: [rate(90), { username: 'b', percentage: 1 }] }],
    ['username_not_found', { split: [{ username: 'ninguem', amount: 1 }] }],
    ['split_exceeds_net', { split: [rate(90), fixed(900)] }],
    ['amount_too_small', { amount: 49, split: [] }],
  ];
  for (const [code, change, by = keys] of cases) {
    const body = { ...CHARGE, ...change };
    const answer = await preview(body, by);
    assert.equal(answer.body.code, code, answer.text);
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: by, body });
    assert.deepEqual([answer.status, answer.text], [created.status, created.text]);
  }
  const missing = await gateway.call('POST', PATH, { keys });
  assert.equal(missing.body.code, 'invalid_json');
});

test('a preview creates nothing and spends the budget of its key', async () => {
  const tables = ['charges', 'charge_splits', 'idempotency_keys', 'ledger_entries'];
  const count = async () =>
    Promise.all(
      tables.map(async (table) => (await gateway.sql(`select count(*) from ${table}`))[0]?.count),
    );
  const before = await count();
  const headers = { 'idempotency-key': 'previa-do-pedido' };
  const answers = [
    await gateway.call('POST', PATH, { keys, headers, body: { amount: 500 } }),
    await gateway.call('POST', PATH, { keys, headers, body: { amount: 900 } }),
  ];
  assert.deepEqual(
    answers.map((one) => [one.status, one.body.amount]),
    [
      [200, 500],
      [200, 900],
    ],
  );
  const [left, then] = answers.map((one) => Number(one.headers.get('ratelimit-remaining')));
  assert.equal((left ?? 0) - (then ?? 0), 1);
  assert.deepEqual(await count(), before);
});

test('the panel shows the same preview to the merchant', async () => {
  const session = await signIn(gateway, origin.merchant);
  const body = { amount: 9_990, split: [rate(5.55), fixed(250)] };
  const shown = await session.call('POST', '/api/panel/test/splits/preview', { body });
  assert.deepEqual([shown.status, shown.text], [200, (await preview(body)).text]);
  const wrong = { amount: 9_990, split: [rate(0)] };
  const refused = await session.call('POST', '/api/panel/test/splits/preview', { body: wrong });
  assert.equal(refused.body.code, 'invalid_percentage');
});
