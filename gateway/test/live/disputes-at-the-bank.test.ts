import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { disputeReader } from '#src/incoming/work.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { CHARGE, createMerchantWithKeys, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const DAY_MS = 86_400_000;
const live = await startLiveInBuckets(
  { after },
  {
    env: { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '30' },
    bankOptions: { refundDelayMs: 0, tokenLifetimeSeconds: 3_600_000 },
  },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const operator = await signInOperator(gateway);
const { refund, read } = createRefunder(gateway);
const { createPaid, disputesOf, disputeOf, balanceOf, passTime } = createDisputer(live);

interface Unrequested {
  readonly end_to_end_id: string;
  readonly booking_failure: string | null;
}

async function leftByHand(endToEndId: string): Promise<Unrequested | undefined> {
  const path = '/api/operator/unasked-refunds?limit=100';
  const { body } = await operator.call<{ data: Unrequested[] }>('GET', path);
  return body.data.find((one) => one.end_to_end_id === endToEndId);
}

async function agrees(): Promise<void> {
  await until('bank and ledger hold the same', async () => {
    const isEqual = (await heldAtBank(gateway)) === bank.snapshot().balance;
    if (!isEqual) passTime();
    return isEqual;
  });
  assert.deepEqual(await failedChecks(gateway), []);
}

test('a dispute at the bank blocks its amount here, and its rejection releases it exactly', async () => {
  const partner = await createMerchantWithKeys(gateway, 'live');
  const split = [{ username: partner.username, percentage: 10 }];
  const { id, endToEndId } = await createPaid({ ...CHARGE, split });
  const before = [await balanceOf(), await balanceOf(partner.keys)];
  const { id: bankId, defenseDueAt } = bank.openDispute(endToEndId, { amount: 4_000n });
  const opened = await disputeOf(id, 'is open', ({ status }) => status === 'open');
  assert.deepEqual(
    [opened.amount, opened.blocked_amount, opened.reason, opened.end_to_end_id],
    [4_000, 4_000, 'fraud', endToEndId],
  );
  assert.equal(Date.parse(String(opened.defense_due_at)), defenseDueAt);
  assert.equal((await balanceOf(partner.keys)).blocked, 400);
  bank.decideDispute(bankId, 'REJEITADA');
  const closed = await disputeOf(id, 'is rejected', ({ status }) => status === 'rejected');
  assert.equal(closed.blocked_amount, 0);
  assert.deepEqual([await balanceOf(), await balanceOf(partner.keys)], before);
  await agrees();
});

test('a dispute that the bank cancels is released', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  await disputeOf(id, 'is open', ({ status }) => status === 'open');
  bank.decideDispute(bankId, 'CANCELADA_EFI');
  const closed = await disputeOf(id, 'is canceled', ({ status }) => status === 'canceled');
  assert.equal(closed.blocked_amount, 0);
});

test('an accepted dispute leaves by the bank’s own refund, booked once', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  await disputeOf(id, 'is open', ({ status }) => status === 'open');
  bank.faults.add({ kind: 'callback_doubled', operation: 'callback', times: 1 });
  bank.decideDispute(bankId, 'ACEITA');
  const closed = await disputeOf(id, 'is returned', (one) => one.returned_amount === 10_000);
  assert.deepEqual([closed.status, closed.blocked_amount], ['accepted', 0]);
  await agrees();
  passTime();
  assert.equal((await disputesOf(id)).length, 1);
  await agrees();
});

test('what the bank accepts and does not return is released after fifteen days', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  await disputeOf(id, 'is open', ({ status }) => status === 'open');
  bank.decideDispute(bankId, 'ACEITA', 3_000n);
  const partly = await disputeOf(
    id,
    'is accepted and returned',
    (one) => one.status === 'accepted' && one.returned_amount === 3_000,
  );
  assert.equal(partly.blocked_amount, 7_000);
  // A later return of the same dispute takes from what is blocked.
  bank.takeBack(endToEndId, 1_000n);
  await disputeOf(id, 'is returned', (one) => one.returned_amount === 4_000);
  gateway.clock.advance(15 * DAY_MS);
  const released = await disputeOf(id, 'is released', (one) => one.blocked_amount === 0);
  assert.equal(released.returned_amount, 4_000);
  await agrees();
});

test('money that the bank takes back without a dispute is booked, for each of its reasons', async () => {
  const { id, endToEndId } = await createPaid();
  bank.takeBack(endToEndId, 100n, 'MED_FRAUDE');
  bank.takeBack(endToEndId, 200n, 'MED_OPERACIONAL');
  bank.takeBack(endToEndId, 300n, 'MED_PIX_AUTOMATICO');
  await until('all are booked', async () => {
    if ((await disputesOf(id)).length === 3) return true;
    passTime();
    return false;
  });
  const found = (await disputesOf(id)).map((one) => [one.reason, one.returned_amount, one.status]);
  assert.deepEqual(found.toSorted(), [
    ['automatic_pix', 300, 'accepted'],
    ['fraud', 100, 'accepted'],
    ['operational_failure', 200, 'accepted'],
  ]);
  assert.equal(await leftByHand(endToEndId), undefined);
  await agrees();
});

test('a return of a payment that is years old is found, also without a call-back', async () => {
  const { id, endToEndId } = await createPaid();
  gateway.clock.advance(400 * DAY_MS);
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 1 });
  bank.takeBack(endToEndId, 500n);
  await until('it is found', async () => {
    if ((await disputesOf(id)).length > 0) return true;
    gateway.clock.advance(DAY_MS / 2);
    return false;
  });
  bank.faults.clear();
  await agrees();
});

test('a return waits while a refund of the same payment is pending', async () => {
  const { id, endToEndId } = await createPaid();
  // The bank gets the refund after it has taken back too much for it.
  bank.faults.add({ kind: 'dropped_before', operation: 'sendRefund', times: 1 });
  const created = await refund(keys, id, { amount: 6_000 });
  assert.equal(created.status, 201, created.text);
  bank.takeBack(endToEndId, 5_000n);
  const booked = await disputeOf(id, 'is returned', (one) => one.returned_amount === 5_000);
  assert.equal(booked.status, 'accepted');
  assert.equal((await read(keys, id)).refunds[0]?.status, 'failed');
  await agrees();
});

test('a return beyond its payment is not booked, and operators see why', async () => {
  const { id, endToEndId } = await createPaid();
  bank.takeBack(endToEndId, 9_000n);
  await disputeOf(id, 'is returned', (one) => one.returned_amount === 9_000);
  bank.takeBack(endToEndId, 1_001n);
  const left = await until('operators see it', async () => {
    const one = await leftByHand(endToEndId);
    if (one?.booking_failure) return one;
    passTime();
    return undefined;
  });
  assert.match(String(left.booking_failure), /passaria do valor/);
  assert.equal((await heldAtBank(gateway)) - bank.snapshot().balance, 1_001n);
});

test('two processes that read the list at once open each dispute once', async () => {
  const paid = [await createPaid(), await createPaid()];
  for (const { endToEndId } of paid) bank.openDispute(endToEndId, { amount: 100n });
  const { appContext } = gateway;
  if (!appContext.config.bank) throw new Error('no bank');
  const { logger, clock } = appContext;
  const own = openLiveBank(appContext.config.bank, { logger, now: clock.now });
  const readList = disputeReader(appContext, own);
  await Promise.all([readList(), readList(), readList()]);
  await own.close();
  for (const { id } of paid) assert.equal((await disputesOf(id)).length, 1);
});

test('a refund by the MED from before the upgrade is left to operators', async () => {
  const { id, endToEndId } = await createPaid();
  const at = new Date(gateway.clock.now() + 1_000);
  await gateway.sql('update incoming_payment_periods set returns_booked_from = $1', [at]);
  bank.takeBack(endToEndId, 100n);
  await until('operators see it', async () => {
    passTime();
    return leftByHand(endToEndId);
  });
  passTime();
  assert.deepEqual(await disputesOf(id), []);
  await gateway.sql('update incoming_payment_periods set returns_booked_from = null');
});
