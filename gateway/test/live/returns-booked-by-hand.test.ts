import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DisputeReturn, recordDisputeReturns } from '#src/disputes/record-returns.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';

const live = await startLiveGateway({ after });
const { gateway, bank } = live;
const operator = await signInOperator(gateway);
const deps = gateway.appContext;
const { createPaid, disputesOf, passTime } = createDisputer(live);

/** Opens a dispute of a payment and closes it as accepted, with the id of its return. */
async function returnByHand(endToEndId: string, amount: number, returnId: string): Promise<string> {
  const opening = { end_to_end_id: endToEndId, amount, reason: 'fraud', note: 'Ofício 12.' };
  const opened = await operator.call('POST', '/api/operator/disputes', {
    body: { ...opening, code: await operator.code() },
  });
  assert.equal(opened.status, 201, opened.text);
  const id = String(opened.body.internal_id);
  const closing = { outcome: 'accepted', return_id: returnId, note: 'Decisão do banco.' };
  const closed = await operator.call('POST', `/api/operator/disputes/${id}/close`, {
    body: { ...closing, code: await operator.code() },
  });
  assert.equal(closed.status, 200, closed.text);
  return id;
}

/** Waits until the worker has booked a return of the bank, or found it booked. */
async function isBooked(refundId: string): Promise<void> {
  await until('the return is booked', async () => {
    const rows = await gateway.sql(
      `select from unrequested_refunds where refund_id = $1 and booking = 'booked'`,
      [refundId],
    );
    if (rows.length === 0) passTime();
    return rows.length > 0;
  });
}

async function takeBack(endToEndId: string, amount: bigint) {
  const refund = bank.takeBack(endToEndId, amount);
  await isBooked(refund.id);
  return refund;
}

async function returnedOf(id: string): Promise<number[]> {
  return (await disputesOf(id)).map((one) => one.returned_amount).reverse();
}

async function agrees(): Promise<void> {
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
}

function reported(endToEndId: string, ids: { returnId: string; refundId: string }): DisputeReturn {
  const returnedAt = gateway.clock.now();
  return { endToEndId, ...ids, amount: centavos(2_000n), reason: 'fraud', returnedAt };
}

async function kindsOf(returns: readonly DisputeReturn[]): Promise<string[]> {
  return (await recordDisputeReturns(deps, returns)).map(({ kind }) => kind);
}

test('a return that an operator booked under a mistyped id is booked once', async () => {
  const { id, endToEndId } = await createPaid();
  const disputeId = await returnByHand(endToEndId, 3_000, 'D-MANUAL');
  const { id: refundId, returnId } = await takeBack(endToEndId, 3_000n);
  assert.deepEqual(await returnedOf(id), [3_000]);
  const ids = await gateway.sql(
    `select return_id, refund_id from dispute_returns where end_to_end_id = $1`,
    [endToEndId],
  );
  assert.deepEqual(ids, [{ return_id: returnId, refund_id: refundId }]);
  const changes = await gateway.sql(
    `select actor_kind, details ->> 'return_id_given' as given from audit_log
      where subject = $1 and action = 'dispute.matched'`,
    [disputeId],
  );
  assert.deepEqual(changes, [{ actor_kind: 'system', given: 'D-MANUAL' }]);
  await agrees();
  await takeBack(endToEndId, 3_000n);
  assert.deepEqual(await returnedOf(id), [3_000, 3_000], 'the next one is another return');
  await agrees();
});

test('a return that was booked by hand under its own id is not taken for another one', async () => {
  const { id, endToEndId } = await createPaid();
  // The bank made it before the operator wrote it down.
  const ids = { returnId: 'D-RIGHT', refundId: 'right' };
  await returnByHand(endToEndId, 2_000, ids.returnId);
  assert.deepEqual(await kindsOf([reported(endToEndId, ids)]), ['known']);
  const other = { returnId: 'D-OTHER', refundId: 'other' };
  assert.deepEqual(await kindsOf([reported(endToEndId, other)]), ['booked']);
  assert.deepEqual(await returnedOf(id), [2_000, 2_000]);
});

test('a return of another amount is booked by itself', async () => {
  const { id, endToEndId } = await createPaid();
  await returnByHand(endToEndId, 3_000, 'D-MANUAL');
  const ids = { returnId: 'D-LESS', refundId: 'less' };
  assert.deepEqual(await kindsOf([reported(endToEndId, ids)]), ['booked']);
  assert.deepEqual(await returnedOf(id), [3_000, 2_000]);
});

test('of two workers that find the same return, one matches it', async () => {
  const { id, endToEndId } = await createPaid();
  await returnByHand(endToEndId, 2_000, 'D-MANUAL');
  const one = reported(endToEndId, { returnId: 'D-TWICE', refundId: 'twice' });
  const kinds = await Promise.all([kindsOf([one, one]), kindsOf([one])]);
  assert.deepEqual(kinds.flat().sort(), ['known', 'known', 'matched']);
  assert.deepEqual(await returnedOf(id), [2_000]);
});

test('a return is booked once when its rtrId appears later, or is not known again', async () => {
  const { id, endToEndId } = await createPaid();
  const early = reported(endToEndId, { returnId: 'early', refundId: 'early' });
  const late = reported(endToEndId, { returnId: 'D-LATE', refundId: 'early' });
  assert.deepEqual(await kindsOf([early]), ['booked']);
  assert.deepEqual(await kindsOf([late]), ['known']);
  const full = reported(endToEndId, { returnId: 'D-FULL', refundId: 'full' });
  const stale = reported(endToEndId, { returnId: 'full', refundId: 'full' });
  assert.deepEqual(await kindsOf([full]), ['booked']);
  assert.deepEqual(await kindsOf([stale]), ['known']);
  assert.deepEqual(await returnedOf(id), [2_000, 2_000]);
});

test('a return without a charge is booked once when its rtrId changes', async () => {
  const { endToEndId } = bank.receiveWithoutCharge(777n, 'rtridquemudasemcobranca000001');
  await until('it is in suspense', async () => {
    const rows = await gateway.sql(
      `select from incoming_payments where end_to_end_id = $1 and state = 'suspense'`,
      [endToEndId],
    );
    if (rows.length === 0) passTime();
    return rows.length > 0;
  });
  const { id: refundId } = await takeBack(endToEndId, 300n);
  // A worker died before it noted that the return is booked.
  await gateway.sql(
    `update unrequested_refunds set booking = 'waiting', booking_due_at = $2, booked_at = null,
      return_id = 'D-LATER' where refund_id = $1`,
    [refundId, new Date(gateway.clock.now())],
  );
  await isBooked(refundId);
  const rows = await gateway.sql(
    `select amount_centavos::int as amount from incoming_payment_returns where end_to_end_id = $1`,
    [endToEndId],
  );
  assert.deepEqual(rows, [{ amount: 300 }]);
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
