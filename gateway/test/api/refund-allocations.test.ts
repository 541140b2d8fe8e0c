import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, PAYOUT, receivePayment } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { refund, read, balanceOf, endRefunds } = createRefunder(gateway);

async function createSplit(rates: readonly number[], amount = 10_000) {
  const origin = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, origin.keys);
  const recipients = await Promise.all(rates.map(() => createMerchantWithKeys(gateway)));
  const split = recipients.map(({ username }, index) => ({ username, percentage: rates[index] }));
  const charge = await receivePayment(gateway, origin.keys, { ...CHARGE, amount, split });
  return { origin, recipients, id: String(charge.internal_id) };
}

test('each recipient gives back its proportion rounded down, and the last refund takes the rest', async () => {
  const { origin, recipients, id } = await createSplit([10, 5.55]);
  const [first, second] = recipients;
  assert.ok(first && second);
  const before = await balanceOf(origin.keys);
  assert.deepEqual(before, [9_802 + 10_000 - 198 - 1_555, 0]);
  assert.equal((await refund(origin.keys, id, { amount: 3_333 })).status, 201);
  // 333.3 and 184.98 of 3333: the origin bears 2816.
  assert.deepEqual(await balanceOf(first.keys), [667, 333]);
  assert.deepEqual(await balanceOf(second.keys), [371, 184]);
  assert.deepEqual(await balanceOf(origin.keys), [18_049 - 2_816, 2_816]);
  await refund(origin.keys, id, { amount: 3_333 });
  await refund(origin.keys, id);
  assert.deepEqual(await balanceOf(first.keys), [0, 1_000]);
  assert.deepEqual(await balanceOf(second.keys), [0, 555]);
  assert.deepEqual(await balanceOf(origin.keys), [18_049 - 8_445, 8_445]);
  await endRefunds();
  for (const { keys } of recipients) assert.deepEqual(await balanceOf(keys), [0, 0]);
  const { refunds, status } = await read(origin.keys, id);
  assert.equal(status, 'refunded');
  assert.deepEqual(refunds[0]?.split, [
    { username: first.username, amount: 333 },
    { username: second.username, amount: 184 },
  ]);
});

test('a recipient without balance stops the refund, unless the origin bears all of it', async () => {
  const { origin, recipients, id } = await createSplit([10, 20]);
  const [first, second] = recipients;
  assert.ok(first && second);
  const spent = await gateway.call('POST', '/v1/pix/payout', {
    keys: second.keys,
    body: { ...PAYOUT, amount: 1_500 },
  });
  assert.equal(spent.status, 201);
  const before = await balanceOf(origin.keys);
  const refused = await refund(origin.keys, id);
  assert.deepEqual([refused.status, refused.body.code], [422, 'insufficient_balance']);
  assert.match(String(refused.body.message), /bear_all/);
  assert.deepEqual(await balanceOf(origin.keys), before);
  assert.deepEqual(await balanceOf(first.keys), [1_000, 0]);
  // Every recipient has enough balance for a quarter of the charge.
  assert.equal((await refund(origin.keys, id, { amount: 2_500 })).status, 201);
  assert.deepEqual(await balanceOf(second.keys), [0, 2_000]);
  const borne = await refund(origin.keys, id, { bear_all: true });
  assert.deepEqual([borne.status, borne.body.amount], [201, 7_500]);
  assert.deepEqual(await balanceOf(first.keys), [750, 250]);
  assert.deepEqual(await balanceOf(origin.keys), [Number(before[0]) - 1_750 - 7_500, 9_250]);
  await endRefunds();
  assert.equal((await read(origin.keys, id)).status, 'refunded');
});

test('refunds at once between three merchants all succeed, and nothing stays reserved', async () => {
  const merchants = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const charges = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const [origin, ...others] = [0, 1, 2].map((place) => merchants[(index + place) % 3]);
      assert.ok(origin);
      const split = others.map((one) => ({ username: one?.username, percentage: 33.33 }));
      const charge = await receivePayment(gateway, origin.keys, { ...CHARGE, split });
      return { keys: origin.keys, id: String(charge.internal_id) };
    }),
  );
  const answers = await Promise.all(
    charges.flatMap(({ keys, id }) =>
      [1_111, 2_222, 3_333].map((amount) => refund(keys, id, { amount })),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  await endRefunds();
  for (const { keys } of merchants) assert.equal((await balanceOf(keys))[1], 0);
});

test('verification finds a refund that differs from the sum of its allocations', async () => {
  const { origin, id } = await createSplit([10]);
  await refund(origin.keys, id, { amount: 5_000 });
  await endRefunds();
  assert.deepEqual(await failedChecks(gateway), []);
  const change = `update refunds set origin_centavos = origin_centavos - 1 where charge_id = $1`;
  await gateway.sql(change, [id]);
  assert.deepEqual(
    (await failedChecks(gateway)).map(({ law }) => law),
    [
      'Cada devolução tem exatamente os seus lançamentos em cada escopo, e nenhum outro',
      'Cada devolução é a soma dos seus rateios; juntas, não passam do valor da cobrança',
    ],
  );
  await assert.rejects(
    gateway.sql('update charges set refunding_centavos = 5001 where id = $1', [id]),
    /charges_never_refunded_beyond_payment/,
  );
});
