import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { sendLiveRefunds } from '#src/money-out/refunds/send-live-refunds.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { bankVariables, failedChecks, heldAtBank } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';

const BANK_LEASE_MS = 60_000;
const bank = await startBankSimulator({ dialect: 'efi', refundDelayMs: 0 });
after(() => bank.stop());
const env = await bankVariables({ after }, bank);
const gateway = await startGateway({ after }, { env, hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway, 'live');
const { refund, read, balanceOf } = createRefunder(gateway);
const { config, logger, clock, database: opened } = gateway.appContext;
const database = await opened.buckets.ofMerchant(merchant.merchantId);
assert.ok(config.bank);
const { pixKey } = config.bank;
const liveBank = openLiveBank(config.bank, { logger, now: clock.now });
after(() => liveBank.close());
const { receiving } = liveBank;

/** A worker that counts its calls of the bank. */
async function callsOfWorker(): Promise<string[]> {
  const calls: string[] = [];
  await work({
    sendRefund: (order) => {
      calls.push('send');
      return receiving.sendRefund(order);
    },
    findRefund: (endToEndId, refundId) => {
      calls.push('find');
      return receiving.findRefund(endToEndId, refundId);
    },
  });
  return calls;
}

/** A worker that can die at a step. */
function work(change: Partial<typeof receiving> = {}): Promise<boolean> {
  const deps = { database, clock, logger, bankLeaseMs: BANK_LEASE_MS, quarantineMs: BANK_LEASE_MS };
  return sendLiveRefunds({ ...deps, receiving: { ...receiving, ...change } });
}

async function createPaid(): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(created.body.internal_id);
  const { endToEndId } = bank.pay(id.replaceAll('-', ''));
  const found = await receiving.findReceived(endToEndId);
  assert.ok(found.kind === 'done' && found.value);
  const deps = { database, clock, logger, receiving, bank: { name: liveBank.name, pixKey } };
  await recordIncomingPayments(deps, [found.value]);
  return id;
}

const gone = new Error('the process is gone');

test('after a worker died between sending and recording, the next worker asks the bank and sends nothing', async () => {
  const id = await createPaid();
  assert.equal((await refund(keys, id, { amount: 300 })).status, 201);
  await work({
    sendRefund: async (order) => {
      await receiving.sendRefund(order);
      throw gone;
    },
  });
  // While the lease of the dead worker lasts, no other worker takes the refund.
  assert.deepEqual(await callsOfWorker(), []);
  gateway.clock.advance(BANK_LEASE_MS + 1);
  assert.deepEqual(await callsOfWorker(), ['find']);
  const { status, refunded_amount } = await read(keys, id);
  assert.deepEqual([status, refunded_amount], ['partially_refunded', 300]);
  assert.equal(bank.snapshot().refunds.length, 1);
  gateway.clock.advance(BANK_LEASE_MS + 1);
  assert.deepEqual(await callsOfWorker(), []);
});

test('after a worker died before sending, the next worker sends under the same id', async () => {
  const id = await createPaid();
  const created = await refund(keys, id, { amount: 400 });
  await work({ sendRefund: () => Promise.reject(gone) });
  assert.deepEqual((await balanceOf(keys))[1], 400);
  // The order may have been sent, so it is not sent again during its quarantine.
  gateway.clock.advance(BANK_LEASE_MS + 1);
  await work();
  // The bank needs a moment; the next step finds it done.
  gateway.clock.advance(BANK_LEASE_MS + 1);
  await work();
  assert.equal((await read(keys, id)).refunded_amount, 400);
  const sent = String(created.body.internal_id).replaceAll('-', '');
  assert.ok(bank.snapshot().refunds.some((one) => one.id === sent && one.amount === 400n));
  assert.equal(bank.snapshot().refunds.length, 2);
});

test('of many concurrent workers only one takes each refund', async () => {
  const id = await createPaid();
  for (let count = 0; count < 6; count += 1) await refund(keys, id, { amount: 10 });
  const sent: string[] = [];
  const counted = {
    sendRefund: (order: Parameters<typeof receiving.sendRefund>[0]) => {
      sent.push(order.refundId);
      return receiving.sendRefund(order);
    },
  };
  await Promise.all(Array.from({ length: 5 }, () => work(counted)));
  assert.deepEqual([sent.length, new Set(sent).size], [6, 6]);
  gateway.clock.advance(BANK_LEASE_MS + 1);
  await work();
  assert.equal((await read(keys, id)).refunded_amount, 60);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('without a bank a refund of live money is refused before anything is reserved', async (context) => {
  const poor = await startGateway(context, { hasWorker: false });
  const merchant = await createMerchantWithKeys(poor, 'live');
  const path = '/v1/transactions/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70/refund';
  const refused = await poor.call('POST', path, { keys: merchant.keys });
  assert.deepEqual([refused.status, refused.body.code], [503, 'provider_unavailable']);
});
