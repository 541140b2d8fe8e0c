import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDisputes } from '#src/disputes/open-disputes.ts';
import { recordDisputeReturns } from '#src/disputes/record-returns.ts';
import { updateDisputes } from '#src/disputes/update-disputes.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';

const BANK = 'efi';
const live = await startLiveGateway({ after });
const { gateway } = live;
const { keys } = live.shop;
const deps = gateway.appContext;
const { createPaid } = createDisputer(live);

function report(endToEndId: string, bankDisputeId: string, amount: bigint) {
  const openedAt = gateway.clock.now();
  const facts = { bank: BANK, bankDisputeId, endToEndId, reason: 'fraud', openedAt } as const;
  return { ...facts, amount: centavos(amount), defenseDueAt: null };
}

function returned(endToEndId: string, returnId: string, amount: bigint) {
  const facts = { endToEndId, returnId, reason: 'fraud' } as const;
  return { ...facts, amount: centavos(amount), returnedAt: gateway.clock.now() };
}

test('disputes contest no more than their payment, and block no more than is left of it', async () => {
  // Money of another payment, because the fee of the contested one can't be blocked.
  await createPaid();
  const { endToEndId } = await createPaid();
  // The worker would ask the bank about disputes that only this test has reported.
  await gateway.stopWorker();
  const [first] = await openDisputes(deps, [report(endToEndId, 'M1', 7_000n)]);
  const [second] = await openDisputes(deps, [report(endToEndId, 'M2', 20_000n)]);
  assert.ok(first?.kind === 'opened' && second?.kind === 'opened');
  assert.deepEqual([second.dispute.amount, second.dispute.blocked], [10_000n, 3_000n]);
  const part = { ...returned(endToEndId, 'M3', 2_000n), bankDisputeId: 'M1' };
  assert.equal((await recordDisputeReturns(deps, [part]))[0]?.kind, 'booked');
  const { id } = first.dispute;
  const blockedOf = async () => (await gateway.call('GET', `/v1/disputes/${id}`, { keys })).body;
  const partly = await blockedOf();
  assert.deepEqual([partly.status, partly.blocked_amount], ['open', 5_000]);
  const raised = {
    bank: BANK,
    bankDisputeId: 'M1',
    status: 'open',
    amount: centavos(8_000n),
  } as const;
  await updateDisputes(deps, [{ ...raised, bankDisputeId: 'M2', status: 'canceled' }]);
  await updateDisputes(deps, [raised]);
  assert.equal((await blockedOf()).blocked_amount, 6_000);
  await updateDisputes(deps, [{ ...raised, status: 'rejected' }]);
  assert.deepEqual(await failedChecks(gateway), []);
});
