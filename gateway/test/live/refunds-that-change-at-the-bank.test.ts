import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { unrequestedRefundSaver } from '#src/incoming/work.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';

const bankOptions = { refundDelayMs: 0, tokenLifetimeSeconds: 3_600_000 };
const live = await startLiveGateway({ after }, { bankOptions });
const { gateway, bank } = live;
const operator = await signInOperator(gateway);
const { createPaid, disputesOf, disputeOf, passTime } = createDisputer(live);

interface Unrequested {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly amount: number;
  readonly status: string;
  readonly by_bank: boolean;
  readonly booking_failure: string | null;
}

async function leftByHand(endToEndId: string): Promise<Unrequested | undefined> {
  const path = '/api/operator/unasked-refunds?limit=100';
  const { body } = await operator.call<{ data: Unrequested[] }>('GET', path);
  return body.data.find((one) => one.end_to_end_id === endToEndId);
}

/** Reads a payment and its refunds at the bank, as the worker does for one that was set aside. */
async function readAgain(endToEndId: string): Promise<void> {
  const { config, logger, clock } = gateway.appContext;
  if (!config.bank) throw new Error('no bank');
  const own = openLiveBank(config.bank, { logger, now: clock.now });
  const outcome = await own.receiving.findReceived(endToEndId);
  if (outcome.kind !== 'done' || !outcome.value) throw new Error('the bank does not know it');
  await unrequestedRefundSaver(gateway.appContext, own.name)([outcome.value]);
  await own.close();
  passTime();
}

async function seeAgain(endToEndId: string): Promise<Unrequested | undefined> {
  await readAgain(endToEndId);
  return leftByHand(endToEndId);
}

async function agrees(): Promise<void> {
  await until('bank and ledger hold the same', async () => {
    const isEqual = (await heldAtBank(gateway)) === bank.snapshot().balance;
    if (!isEqual) passTime();
    return isEqual;
  });
  assert.deepEqual(await failedChecks(gateway), []);
}

test('a return is booked with the amount that the bank reports when it is done', async () => {
  const { id, endToEndId } = await createPaid();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  const { id: refundId } = bank.takeBack(endToEndId, 6_000n);
  bank.alter(refundId, { valor: '100.00', status: 'EM_PROCESSAMENTO' });
  const first = await until('it is found in process', () => seeAgain(endToEndId));
  assert.deepEqual([first.amount, first.status], [10_000, 'pending']);
  bank.alter(refundId, undefined);
  const booked = await until('it is booked', async () => {
    await readAgain(endToEndId);
    return (await disputesOf(id)).find((one) => one.returned_amount > 0);
  });
  assert.equal(booked.returned_amount, 6_000);
  bank.faults.clear();
  await agrees();
});

test('a refund whose nature the bank reports later is booked as a return', async () => {
  const { id, endToEndId } = await createPaid();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  const { id: refundId } = bank.takeBack(endToEndId, 700n);
  bank.alter(refundId, { natureza: 'ORIGINAL' });
  const first = await until('operators see it', () => seeAgain(endToEndId));
  assert.equal(first.by_bank, false);
  bank.alter(refundId, undefined);
  const booked = await until('it is booked', async () => {
    await readAgain(endToEndId);
    return (await disputesOf(id)).find((one) => one.returned_amount > 0);
  });
  assert.deepEqual([booked.returned_amount, booked.reason], [700, 'fraud']);
  assert.equal(await leftByHand(endToEndId), undefined);
  bank.faults.clear();
  await agrees();
});

test('a return that fails at the bank after it was booked is listed until it is seen', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: refundId } = bank.takeBack(endToEndId, 800n);
  await disputeOf(id, 'is returned', (one) => one.returned_amount === 800);
  assert.equal(await leftByHand(endToEndId), undefined);
  bank.alter(refundId, { status: 'NAO_REALIZADO', valor: '1.00' });
  const left = await until('operators see it', () => seeAgain(endToEndId));
  assert.deepEqual([left.status, left.amount, left.by_bank], ['failed', 800, true]);
  const path = `/api/operator/unasked-refunds/${left.id}/seen`;
  assert.equal((await operator.call('POST', path)).status, 200);
  assert.equal(await leftByHand(endToEndId), undefined);
  await readAgain(endToEndId);
  assert.equal(await leftByHand(endToEndId), undefined);
  assert.equal((await operator.call('POST', path)).status, 404);
  const audited = await gateway.sql(
    `select subject from audit_log where action = 'incoming_payment.failed_refund_seen'`,
  );
  assert.deepEqual(audited, [{ subject: endToEndId }]);
  bank.alter(refundId, undefined);
});
