import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { cancelWaitingPayout } from '#src/money-out/payouts/cancel-waiting-payout.ts';
import { BANK_LEASE_MS, NOT_FOUND, REFUSED, startBankWorkers } from '../support/bank-workers.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { until } from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks } from '../support/live.ts';

const workers = await startBankWorkers();
const { gateway, shop, createPaid, requestPayout, uncertainPayout, read } = workers;
const { sendPayouts, checkPayouts } = workers;
const { clock } = gateway;

const DAY_MS = 24 * 60 * 60_000;
const PAID_PAYOUT = {
  status: 'paid' as const,
  endToEndId: `E${'0'.repeat(31)}`,
  requestedAt: null,
  refusal: null,
  returned: [],
};

const tomorrow = (): Date => new Date(clock.now() + DAY_MS);

test('a payout that the bank has with another amount is not booked', async () => {
  const id = await uncertainPayout();
  await sendPayouts({
    findPayout: async (bankId) => ({
      kind: 'done',
      value: { ...PAID_PAYOUT, id: bankId, amount: centavos(999n) },
    }),
  });
  assert.equal((await read(id)).status, 'pending');
});

test('a payout that two workers find paid is booked once', async () => {
  const id = await uncertainPayout();
  const before = await gateway.sql('select from set_aside_work');
  const found = async (bankId: string) =>
    ({ kind: 'done', value: { ...PAID_PAYOUT, id: bankId, amount: centavos(1_000n) } }) as const;
  await sendPayouts({
    findPayout: async (bankId) => {
      clock.advance(BANK_LEASE_MS + 1);
      while (await sendPayouts({ findPayout: found }));
      return found(bankId);
    },
  });
  assert.equal((await read(id)).status, 'paid');
  assert.deepEqual(await gateway.sql('select from set_aside_work'), before);
  const [row] = await gateway.sql('select event_count::int from payouts where id = $1', [id]);
  assert.equal(row?.event_count, 1);
});

test('a payout that fails after an attempt without an answer is booked when the bank pays it', async () => {
  const id = await uncertainPayout();
  await sendPayouts({ findPayout: async () => NOT_FOUND, sendPayout: async () => REFUSED });
  assert.equal((await read(id)).status, 'failed');
  clock.advance(DAY_MS);
  const paid = (amount: bigint) =>
    checkPayouts({
      findPayout: async (bankId) => ({
        kind: 'done',
        value: { ...PAID_PAYOUT, id: bankId, amount: centavos(amount) },
      }),
    });
  await paid(999n);
  assert.equal((await read(id)).status, 'failed');
  clock.advance(7 * DAY_MS);
  await paid(1_000n);
  assert.deepEqual([(await read(id)).status, (await read(id)).paid_after_failure], ['paid', true]);
});

test('a late payment that two workers find is booked once', async () => {
  const id = await uncertainPayout();
  await sendPayouts({ findPayout: async () => NOT_FOUND, sendPayout: async () => REFUSED });
  clock.advance(DAY_MS);
  const found = async (bankId: string) =>
    ({ kind: 'done', value: { ...PAID_PAYOUT, id: bankId, amount: centavos(1_000n) } }) as const;
  await checkPayouts({
    findPayout: async (bankId) => {
      clock.advance(BANK_LEASE_MS + 1);
      await checkPayouts({ findPayout: found });
      return found(bankId);
    },
  });
  assert.equal((await read(id)).status, 'paid');
  const [row] = await gateway.sql('select event_count::int from payouts where id = $1', [id]);
  assert.equal(row?.event_count, 2);
});

test('a payout is not cancelled while an attempt to send it begins', async () => {
  await createPaid();
  const id = await requestPayout();
  const { merchantId } = shop.merchant;
  await gateway.sql('update payouts set waits_until = $2 where id = $1', [id, tomorrow()]);
  const attempt = await holdTransaction(
    gateway,
    'update payouts set uncertain_at = $2, waits_until = null where id = $1',
    [id, new Date(clock.now())],
  );
  const key = { merchantId, environment: 'live', id } as const;
  const cancelling = cancelWaitingPayout(gateway.appContext, key, commandActor).catch(() => {});
  await until('the cancellation waits', () => isBlocked(gateway, 'payouts'));
  await attempt('commit');
  await cancelling;
  assert.equal((await read(id)).status, 'pending');
});

test('a payout that the bank may have from before a restore is not failed by its cancellation', async () => {
  await createPaid();
  const id = await requestPayout();
  const { merchantId } = shop.merchant;
  await gateway.sql('update payouts set waits_until = $2, uncertain_at = $3 where id = $1', [
    id,
    tomorrow(),
    new Date(clock.now()),
  ]);
  const key = { merchantId, environment: 'live', id } as const;
  await cancelWaitingPayout(gateway.appContext, key, commandActor).catch(() => {});
  assert.equal((await read(id)).status, 'pending');
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
  assert.deepEqual(await gateway.sql('select kind from set_aside_work'), []);
});
