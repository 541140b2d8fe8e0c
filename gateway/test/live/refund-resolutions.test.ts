import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { createReconciliationDays, DAY_MS } from '../support/reconciliation-days.ts';
import {
  atBank,
  createStuckOrders,
  END_TO_END_ID,
  RETURN_ID,
  SILENT_BANK,
} from '../support/stuck-orders.ts';

const STEP_MS = 10_000;
const live = await startLiveInBuckets({ after }, SILENT_BANK);
const { gateway, bank } = live;
const stuck = await createStuckOrders(live);
const { balanceOf, confirmed, openShop, operator, read, resolve, stuckPayout, stuckRefund } = stuck;
const { today, advanceToNextNoon, reportSince } = createReconciliationDays(gateway, operator);

test('a refund that was resolved as done and that the bank fails returns to all who paid', async () => {
  const partner = await createMerchantWithKeys(gateway, 'live');
  const shop = await openShop([{ username: partner.username, percentage: 10 }]);
  const id = await stuckRefund(shop, 5_000);
  await resolve('refund', id, RETURN_ID);
  const done = await read(shop.keys, shop.charge);
  assert.deepEqual([done.status, done.refunds[0]?.return_id], ['partially_refunded', RETURN_ID]);
  assert.deepEqual(await balanceOf(partner.keys), [500, 0]);
  bank.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
  gateway.clock.advance(10 * DAY_MS);
  await bank.runDue();
  await until('it is reversed', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, shop.charge)).refunds[0]?.status === 'failed';
  });
  assert.equal((await read(shop.keys, shop.charge)).status, 'paid');
  assert.deepEqual(await balanceOf(shop.keys), [8_802, 0]);
  assert.deepEqual(await balanceOf(partner.keys), [1_000, 0]);
  const adjusted = await gateway.sql(
    `select kind, amount_centavos::text as amount from balance_adjustments
      where reference = $1 order by amount_centavos`,
    [id],
  );
  assert.deepEqual(adjusted, [
    { kind: 'refund_reversal', amount: '500' },
    { kind: 'refund_reversal', amount: '4500' },
  ]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a refund that was resolved as not done and that the bank does is booked late', async () => {
  const shop = await openShop();
  const id = await stuckRefund(shop, 2_000);
  await resolve('refund', id, null);
  assert.deepEqual(await balanceOf(shop.keys), [9_802, 0]);
  gateway.clock.advance(10 * DAY_MS);
  await bank.runDue();
  await until('it is done late', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, shop.charge)).status === 'partially_refunded';
  });
  assert.deepEqual(await balanceOf(shop.keys), [7_802, 0]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('reconciliation compares resolved payouts of two merchants until the bank confirms them', async () => {
  const ids = [await stuckPayout(await openShop()), await stuckPayout(await openShop())];
  for (const id of ids) await resolve('payout', id, END_TO_END_ID);
  const different = async (): Promise<unknown[]> => {
    const day = today();
    const since = gateway.clock.now();
    advanceToNextNoon();
    const { lines } = await reportSince(day, since);
    const subjects = lines.filter(({ kind }) => kind === 'payout_status').map((one) => one.subject);
    return ids.filter((id) => subjects.includes(id));
  };
  assert.deepEqual(await different(), ids);
  assert.deepEqual(await different(), ids);
  for (const id of ids) bank.settlePayout(atBank(id));
  for (const id of ids) await confirmed('payouts', id);
  assert.deepEqual(await different(), []);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});
