import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SendingBank } from '#src/bank/live-bank.ts';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { checkEndedPayouts } from '#src/money-out/payouts/check-ended-payouts.ts';
import {
  checkReportedPayoutsNow,
  sendLivePayouts,
} from '#src/money-out/payouts/send-live-payouts.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, startGateway } from '../support/gateway.ts';
import { bankVariables, failedChecks } from '../support/live.ts';

const BANK_LEASE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
const bank = await startBankSimulator({
  dialect: 'efi',
  payoutDelayMs: 0,
  requiresWebhookToSend: false,
});
after(() => bank.stop());
const env = await bankVariables({ after }, bank);
const gateway = await startGateway({ after }, { env, hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway, 'live');
const { config, logger, clock, sandboxMerchantId } = gateway.appContext;
const database = await gateway.appContext.database.buckets.ofMerchant(merchant.merchantId);
assert.ok(config.bank);
const liveBank = openLiveBank(config.bank, { logger, now: clock.now });
after(() => liveBank.close());
const { sending, receiving } = liveBank;
assert.ok(sending);

/** The dependencies of a worker, with a bank that changes some answers. */
function depsOf(change: Partial<SendingBank> = {}) {
  const times = { bankLeaseMs: BANK_LEASE_MS, quarantineMs: BANK_LEASE_MS };
  const base = { database, clock, logger, sandboxMerchantId, ...times };
  return { ...base, sending: { ...(sending as SendingBank), ...change } };
}

async function createPayout(): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const { endToEndId } = bank.pay(String(created.body.internal_id).replaceAll('-', ''));
  const found = await receiving.findReceived(endToEndId);
  assert.ok(found.kind === 'done' && found.value);
  const pixKey = config.bank?.pixKey ?? '';
  const recordDeps = { database, clock, logger, receiving, bank: { name: liveBank.name, pixKey } };
  await recordIncomingPayments(recordDeps, [found.value]);
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(sent.status, 201, sent.text);
  return String(sent.body.internal_id);
}

async function read(id: string): Promise<Record<string, unknown>> {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
}

test('a return reported during a check is booked by the next run, not on the next scheduled day', async () => {
  const id = await createPayout();
  const bankId = id.replaceAll('-', '');
  await sendLivePayouts(depsOf());
  gateway.clock.advance(BANK_LEASE_MS);
  await sendLivePayouts(depsOf());
  assert.equal((await read(id)).status, 'paid');
  gateway.clock.advance(DAY_MS);
  await checkEndedPayouts(
    depsOf({
      // The payout is returned and called back after the bank has built its answer.
      findPayout: async (asked) => {
        const answer = await (sending as SendingBank).findPayout(asked);
        bank.returnPayout(bankId, 1_500n);
        await checkReportedPayoutsNow({ database, clock }, [bankId]);
        return answer;
      },
    }),
  );
  assert.equal((await read(id)).returned_amount, undefined);
  await checkEndedPayouts(depsOf());
  assert.equal((await read(id)).returned_amount, 1_500);
});

test('a payout reported during a step is checked by the next run', async () => {
  const id = await createPayout();
  const bankId = id.replaceAll('-', '');
  await sendLivePayouts(
    depsOf({
      sendPayout: async (order) => {
        const answer = await (sending as SendingBank).sendPayout(order);
        await bank.runDue();
        await checkReportedPayoutsNow({ database, clock }, [bankId]);
        return answer;
      },
    }),
  );
  assert.equal((await read(id)).status, 'pending');
  await sendLivePayouts(depsOf());
  assert.equal((await read(id)).status, 'paid');
});

test('a paid payout that the bank no longer knows is checked only on the scheduled days', async () => {
  const id = await createPayout();
  await sendLivePayouts(depsOf());
  gateway.clock.advance(BANK_LEASE_MS);
  await sendLivePayouts(depsOf());
  assert.equal((await read(id)).status, 'paid');
  let asked = 0;
  const bankId = id.replaceAll('-', '');
  const forgotten = depsOf({
    findPayout: async (one) => {
      if (one === bankId) asked += 1;
      return { kind: 'done', value: undefined };
    },
  });
  for (let hour = 0; hour < 100 * 24; hour += 6) {
    gateway.clock.advance(DAY_MS / 4);
    await checkEndedPayouts(forgotten);
    await checkEndedPayouts(forgotten);
  }
  assert.equal(asked, 4);
});

test('a bank that does not answer about an ended payout is asked after growing pauses', async () => {
  await createPayout();
  await sendLivePayouts(depsOf());
  gateway.clock.advance(BANK_LEASE_MS);
  await sendLivePayouts(depsOf());
  gateway.clock.advance(DAY_MS);
  let asked = 0;
  const silent = depsOf({
    findPayout: async () => {
      asked += 1;
      return { kind: 'unknown', reason: 'timeout' };
    },
  });
  await checkEndedPayouts(silent);
  assert.equal(asked, 1);
  for (let minute = 0; minute < 60; minute += 1) {
    gateway.clock.advance(60_000);
    await checkEndedPayouts(silent);
  }
  assert.ok(asked <= 5, String(asked));
  assert.deepEqual(await failedChecks(gateway), []);
});
