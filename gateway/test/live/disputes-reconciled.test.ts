import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BankSimulatorOptions } from '../../../bank-simulator/src/bank-simulator.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { createReconciliationDays } from '../support/reconciliation-days.ts';

async function openBooks(context: TestContext, bankOptions: BankSimulatorOptions) {
  const live = await startLiveInBuckets(context, { bankOptions });
  const { gateway } = live;
  const days = createReconciliationDays(gateway, await signInOperator(gateway));
  const compare = async () => {
    const { lines } = await days.compareAgain(days.today());
    return lines.map((one) => [one.kind, one.subject, one.amount_here, one.amount_at_bank]);
  };
  return { ...live, ...createDisputer(live), compare };
}

test('a balance that includes what is blocked is no discrepancy', async (context) => {
  const { bank, createPaid, disputeOf, compare } = await openBooks(context, {
    balanceIncludesBlocked: true,
  });
  const { id, endToEndId } = await createPaid();
  bank.openDispute(endToEndId, { amount: 4_000n });
  await disputeOf(id, 'is open', () => true);
  assert.deepEqual(await compare(), []);
});

test('disputes and the blocked balance are compared with the bank', async (context) => {
  const { gateway, bank, createPaid, disputeOf, passTime, compare } = await openBooks(context, {
    refundDelayMs: 0,
  });
  const open = await createPaid();
  const taken = await createPaid();
  bank.openDispute(open.endToEndId, { amount: 4_000n });
  const { id } = bank.openDispute(taken.endToEndId, { amount: 6_000n });
  await disputeOf(taken.id, 'is open', () => true);
  bank.decideDispute(id, 'ACEITA');
  await disputeOf(taken.id, 'is returned', (one) => one.returned_amount === 6_000);
  assert.deepEqual(await compare(), []);

  // A payment that pays no charge is contested: nothing can be blocked here.
  const strange = bank.receiveWithoutCharge(500n);
  await until('it is held', async () => {
    passTime();
    return (await gateway.sql("select from incoming_payments where state = 'suspense'")).length;
  });
  const { id: strangeId } = bank.openDispute(strange.endToEndId);
  assert.deepEqual(await compare(), [
    ['dispute_missing_here', strange.endToEndId, null, 500],
    ['blocked_balance', null, 4_000, 4_500],
  ]);
  bank.decideDispute(strangeId, 'CANCELADA_EFI');
  bank.faults.add({ kind: 'error', operation: 'listDisputes', status: 403 });
  assert.deepEqual(await compare(), [['disputes_unread', null, null, null]]);
  bank.faults.clear();
});
