import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import type { SendingBank } from '#src/bank/live-bank.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { resumePayouts, stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
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

const workers = await startBankWorkers();
const { gateway, bank, shop, sending, createPaid, requestPayout, sendPayouts } = workers;
const { database, read, uncertainPayout } = workers;
const { clock } = gateway;

// A failed assertion in an answer of the bank would only set the payout aside.
let sendCount = 0;
const counting: Partial<SendingBank> = {
  sendPayout: (order) => {
    sendCount += 1;
    return sending.sendPayout(order);
  },
};

/** How many payouts the bank gets through `counting` while `work` runs. */
async function sentIn(work: () => Promise<unknown>): Promise<number> {
  const before = sendCount;
  await work();
  return sendCount - before;
}

/** Lets the bank pay every open payout. */
async function payAll(): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    clock.advance(2 * BANK_LEASE_MS);
    while (await sendPayouts());
    await bank.runDue();
  }
}

test('a worker whose claim has ended does not send what another worker has sent', async () => {
  const id = await uncertainPayout();
  const sentBy: string[] = [];
  await sendPayouts({
    findPayout: async () => {
      clock.advance(BANK_LEASE_MS + 1);
      await sendPayouts({
        findPayout: async () => NOT_FOUND,
        sendPayout: async (order) => {
          sentBy.push('second');
          return sending.sendPayout(order);
        },
      });
      return NOT_FOUND;
    },
    sendPayout: async (order) => {
      sentBy.push('first');
      return sending.sendPayout(order);
    },
  });
  assert.deepEqual(sentBy, ['second']);
  assert.equal((await read(id)).status, 'pending');
  await payAll();
});

test('a refusal that comes after the claim has ended does not fail what another worker has sent', async () => {
  const id = await uncertainPayout();
  await sendPayouts({
    findPayout: async () => NOT_FOUND,
    sendPayout: async () => {
      clock.advance(BANK_LEASE_MS + 1);
      await sendPayouts({
        findPayout: async () => NOT_FOUND,
        sendPayout: async (order) => sending.sendPayout(order),
      });
      return REFUSED;
    },
  });
  assert.equal((await read(id)).status, 'pending');
  await payAll();
});

test('a worker whose claim has ended does not forget the attempt of another worker', async () => {
  await createPaid();
  const id = await requestPayout();
  await sendPayouts({
    sendPayout: async () => {
      clock.advance(2 * BANK_LEASE_MS);
      await sendPayouts({
        findPayout: async () => NOT_FOUND,
        sendPayout: async () => NO_ANSWER,
      });
      return NOT_SENT;
    },
  });
  clock.advance(BANK_LEASE_MS / 2);
  const asked: string[] = [];
  await sendPayouts({
    findPayout: async () => {
      asked.push('find');
      return NOT_FOUND;
    },
    sendPayout: async (order) => {
      asked.push('send');
      return sending.sendPayout(order);
    },
  });
  assert.deepEqual(asked, ['find']);
  assert.equal((await read(id)).status, 'pending');
  await payAll();
});

test('while one process sends a payout, another process sends none', async () => {
  await createPaid();
  await requestPayout();
  await requestPayout();
  let isSecondBusy = true;
  await sendPayouts({
    sendPayout: async (order) => {
      isSecondBusy = await sendPayouts();
      return sending.sendPayout(order);
    },
  });
  assert.equal(isSecondBusy, false);
  await payAll();
});

test('a process whose lease has ended does not end the lease of the next process', async () => {
  await createPaid();
  await requestPayout();
  const next = await requestPayout();
  await requestPayout();
  const [isSending, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let second: Promise<boolean> | undefined;
  await sendPayouts({
    sendPayout: async (order) => {
      clock.advance(BANK_LEASE_MS + 1);
      second = sendPayouts({
        sendPayout: async (other) => {
          assert.equal(other.id, next.replaceAll('-', ''));
          isSending.resolve();
          await mayEnd.promise;
          return sending.sendPayout(other);
        },
      });
      await Promise.race([isSending.promise, second]);
      return sending.sendPayout(order);
    },
  });
  assert.equal(await sendPayouts(), false);
  mayEnd.resolve();
  await second;
  await payAll();
});

test('a payout of a merchant that was suspended a moment ago is not sent', async () => {
  await createPaid();
  const id = await requestPayout();
  const change = (to: 'suspend' | 'reinstate') =>
    changeMerchantStatus(gateway.appContext, shop.username, { change: to }, commandActor);
  await change('suspend');
  const sent = await sentIn(() => sendPayouts(counting));
  await change('reinstate');
  assert.equal(sent, 0);
  assert.equal((await read(id)).status, 'pending');
  await payAll();
  assert.equal((await read(id)).status, 'paid');
});

test('a stop returns only after an attempt that has begun before it, and no attempt begins later', async () => {
  const id = await uncertainPayout();
  let release: (() => Promise<void>) | undefined;
  const attempt = sendPayouts({
    findPayout: async () => {
      const lock = `select from ${database.bucketId}.payouts where id = $1 for update`;
      release = await holdTransaction(gateway, lock, [id]);
      return NOT_FOUND;
    },
  });
  await until('the attempt has seen no stop', () => isBlocked(gateway, 'update payouts'));
  let hasStopped = false;
  const stop = stopPayouts(gateway.appContext, PLATFORM_STOP, null, commandActor).then(() => {
    hasStopped = true;
  });
  await Promise.race([stop, until('the stop waits', () => isBlocked(gateway, 'bank_leases'))]);
  assert.equal(hasStopped, false);
  await release?.();
  await Promise.all([attempt, stop]);
  const later = await requestPayout();
  assert.equal(await sentIn(() => sendPayouts(counting)), 0);
  assert.equal((await read(later)).status, 'pending');
  await resumePayouts(gateway.appContext, PLATFORM_STOP, commandActor);
  await payAll();
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
