import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import type { BankRefund, Outcome, RefundOrder } from '#src/bank/live-bank.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import {
  BANK_LEASE_MS,
  NO_ANSWER,
  NOT_FOUND,
  NOT_SENT,
  REFUSED,
  startBankWorkers,
} from '../support/bank-workers.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { until } from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';

const workers = await startBankWorkers();
const { gateway, bank, shop, receiving, createPaid, sendRefunds, checkRefunds } = workers;
const { clock } = gateway;
const { keys } = shop;
const { refund, read, balanceOf } = createRefunder(gateway);

/** A refund as the bank shows it. */
function atBank(refundId: string, change: Partial<BankRefund>): Outcome<BankRefund> {
  const returnId = `D${'0'.repeat(31)}`;
  const facts = { returnId, amount: centavos(1_000n), status: 'done', reason: null } as const;
  const more = { requestedAt: null, isRequestedByReceiver: true, disputeReason: null };
  return { kind: 'done', value: { refundId, ...facts, ...more, ...change } };
}

/** A new charge and a refund of it that is due. */
async function requestRefund(amount = 1_000): Promise<{ charge: string; id: string }> {
  const charge = await createPaid();
  const created = await refund(keys, charge, { amount });
  assert.equal(created.status, 201, created.text);
  return { charge, id: String(created.body.internal_id) };
}

/** A refund whose first attempt got no answer, after its quarantine. */
async function uncertainRefund() {
  const made = await requestRefund();
  await sendRefunds({ sendRefund: async () => NO_ANSWER });
  clock.advance(2 * BANK_LEASE_MS);
  return made;
}

async function statusOf(charge: string): Promise<unknown> {
  return (await read(keys, charge)).refunds[0]?.status;
}

// A failed assertion in an answer of the bank would only set the refund aside.
let sendCount = 0;
const counting = {
  sendRefund: (order: RefundOrder) => {
    sendCount += 1;
    return receiving.sendRefund(order);
  },
};

/** How many refunds the bank gets through `counting` while `work` runs. */
async function sentIn(work: () => Promise<unknown>): Promise<number> {
  const before = sendCount;
  await work();
  return sendCount - before;
}

/** Lets the bank end every open refund. */
async function endAll(): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    clock.advance(2 * BANK_LEASE_MS);
    await sendRefunds();
    await bank.runDue();
  }
}

await createPaid();

test('a worker whose claim has ended does not send what another worker has sent', async () => {
  const { charge } = await uncertainRefund();
  const sentBy: string[] = [];
  const sendAs = (name: string) => (order: RefundOrder) => {
    sentBy.push(name);
    return receiving.sendRefund(order);
  };
  await sendRefunds({
    findRefund: async () => {
      clock.advance(BANK_LEASE_MS + 1);
      await sendRefunds({ findRefund: async () => NOT_FOUND, sendRefund: sendAs('second') });
      return NOT_FOUND;
    },
    sendRefund: sendAs('first'),
  });
  assert.deepEqual(sentBy, ['second']);
  await endAll();
  assert.equal(await statusOf(charge), 'done');
});

test('a refusal that comes after the claim has ended does not fail what another worker has sent', async () => {
  const { charge } = await uncertainRefund();
  await sendRefunds({
    findRefund: async () => NOT_FOUND,
    sendRefund: async (order) => {
      clock.advance(BANK_LEASE_MS + 1);
      await sendRefunds({
        findRefund: async () => NOT_FOUND,
        sendRefund: () => Promise.resolve(atBank(order.refundId, { status: 'pending' })),
      });
      return REFUSED;
    },
  });
  assert.equal(await statusOf(charge), 'pending');
  await sendRefunds({ findRefund: async (_, id) => atBank(id, {}) });
  clock.advance(2 * BANK_LEASE_MS);
  await sendRefunds({ findRefund: async (_, id) => atBank(id, {}) });
  assert.equal(await statusOf(charge), 'done');
});

test('a worker whose claim has ended does not forget the attempt of another worker', async () => {
  const { charge } = await requestRefund();
  await sendRefunds({
    sendRefund: async () => {
      clock.advance(2 * BANK_LEASE_MS);
      await sendRefunds({
        findRefund: async () => NOT_FOUND,
        sendRefund: async () => NO_ANSWER,
      });
      return NOT_SENT;
    },
  });
  clock.advance(BANK_LEASE_MS / 2);
  const found = { ...counting, findRefund: async () => NOT_FOUND };
  assert.equal(await sentIn(() => sendRefunds(found)), 0);
  assert.equal(await statusOf(charge), 'pending');
  await endAll();
  assert.equal(await statusOf(charge), 'done');
});

test('a refund of a merchant that was suspended a moment ago is not sent', async () => {
  const { charge } = await requestRefund();
  const change = (to: 'suspend' | 'reinstate') =>
    changeMerchantStatus(gateway.appContext, shop.username, { change: to }, commandActor);
  await change('suspend');
  const sent = await sentIn(() => sendRefunds(counting));
  await change('reinstate');
  assert.equal(sent, 0);
  assert.equal(await statusOf(charge), 'pending');
  await endAll();
  assert.equal(await statusOf(charge), 'done');
});

test('a refund that the bank has with another amount is not booked', async () => {
  const { charge } = await uncertainRefund();
  const another = { amount: centavos(999n) };
  await sendRefunds({ findRefund: async (_, id) => atBank(id, another) });
  assert.equal(await statusOf(charge), 'pending');
  clock.advance(2 * BANK_LEASE_MS);
  await sendRefunds({ findRefund: async (_, id) => atBank(id, { status: 'failed' }) });
  assert.equal(await statusOf(charge), 'failed');
});

test('a refund that fails after an attempt without an answer is booked when the bank makes it', async () => {
  const { charge } = await uncertainRefund();
  await sendRefunds({ findRefund: async () => NOT_FOUND, sendRefund: async () => REFUSED });
  assert.equal(await statusOf(charge), 'failed');
  const before = await balanceOf(keys);
  clock.advance(24 * 60 * BANK_LEASE_MS);
  await checkRefunds({ findRefund: async (_, id) => atBank(id, { amount: centavos(1_001n) }) });
  assert.equal(await statusOf(charge), 'failed');
  clock.advance(24 * 60 * BANK_LEASE_MS);
  // Two workers find it.
  await checkRefunds({
    findRefund: async (_, id) => {
      clock.advance(BANK_LEASE_MS + 1);
      await checkRefunds({ findRefund: async () => atBank(id, {}) });
      return atBank(id, {});
    },
  });
  assert.equal(await statusOf(charge), 'done');
  assert.deepEqual((await balanceOf(keys))[0], Number(before[0]) - 1_000);
});

test('a late refund above the rest of its charge is not booked, and others of the round are', async () => {
  const [taken, other] = [await uncertainRefund(), await uncertainRefund()];
  await sendRefunds({ findRefund: async () => NOT_FOUND, sendRefund: async () => REFUSED });
  assert.deepEqual(
    [await statusOf(taken.charge), await statusOf(other.charge)],
    ['failed', 'failed'],
  );
  // Another refund of the same charge leaves less than the failed one.
  const rest = await refund(keys, taken.charge, { amount: 9_500 });
  assert.equal(rest.status, 201, rest.text);
  clock.advance(24 * 60 * BANK_LEASE_MS);
  await checkRefunds({ findRefund: async (_, id) => atBank(id, {}) });
  assert.deepEqual(
    [await statusOf(taken.charge), await statusOf(other.charge)],
    ['failed', 'done'],
  );
});

test('a refund that another transaction has locked delays no other refund', async () => {
  const [locked, other] = [await requestRefund(), await requestRefund()];
  const release = await holdTransaction(gateway, 'select from refunds where id = $1 for update', [
    locked.id,
  ]);
  const sent: string[] = [];
  const work = sendRefunds({
    sendRefund: (order) => {
      sent.push(order.refundId);
      return receiving.sendRefund(order);
    },
  });
  await Promise.race([work, until('it waits', () => isBlocked(gateway, 'refunds'))]);
  assert.ok(sent.includes(other.id.replaceAll('-', '')));
  await release();
  await work;
  await endAll();
  assert.equal(await statusOf(locked.charge), 'done');
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
  assert.deepEqual(await gateway.sql('select kind from set_aside_work'), []);
});
