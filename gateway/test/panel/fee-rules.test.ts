import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setMerchantFee } from '#src/accounts/merchants/change-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);

async function feeOf(id: unknown) {
  const path = `/api/panel/test/transactions/${String(id)}`;
  const { body } = await member.call('GET', path);
  return { fee: body.fee_amount, rule: body.fee_rule };
}

async function setFee(basisPoints: number, fixedCentavos: number, payoutFeeCentavos: number) {
  gateway.clock.advance(10);
  const fee = { basisPoints, fixedCentavos, payoutFeeCentavos };
  const deps = { ...gateway.appContext, fees: gateway.appContext.config.fees };
  await setMerchantFee(deps, merchant.username, fee, commandActor);
  gateway.clock.advance(10);
}

const create = async (amount: number) =>
  (await gateway.call('POST', '/v1/pix/qrcode', { keys, body: { ...CHARGE, amount } })).body
    .internal_id;

test('a fee is explained by the plan of the creation, also after two changes of the plan', async () => {
  const first = await create(10_050);
  await setFee(250, 30, 120);
  const second = await create(3_333);
  await receivePayment(gateway, keys, { ...CHARGE, amount: 50_000 });
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(payout.status, 201, payout.text);
  await setFee(0, 99, 0);
  const third = await create(3_333);
  assert.deepEqual(await feeOf(first), {
    fee: 198,
    rule: { basis_points: 149, rate_amount: 149, fixed_amount: 49 },
  });
  assert.deepEqual(await feeOf(second), {
    fee: 113,
    rule: { basis_points: 250, rate_amount: 83, fixed_amount: 30 },
  });
  assert.deepEqual(await feeOf(third), {
    fee: 99,
    rule: { basis_points: 0, rate_amount: 0, fixed_amount: 99 },
  });
  assert.deepEqual(await feeOf(payout.body.internal_id), {
    fee: 120,
    rule: { basis_points: 0, rate_amount: 0, fixed_amount: 120 },
  });
});

test('a fee that no known plan makes is not explained', async () => {
  const id = await create(10_000);
  await gateway.sql('update charges set fee_centavos = 150 where id = $1', [id]);
  assert.deepEqual(await feeOf(id), { fee: 150, rule: null });
});
