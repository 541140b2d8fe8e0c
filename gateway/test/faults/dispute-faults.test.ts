import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';

const KINDS = [
  'slow',
  'error',
  'error_after',
  'silent_before',
  'silent_after',
  'dropped_before',
  'dropped_after',
  'malformed',
  'token_revoked',
] as const;
const OPERATIONS = ['listDisputes', 'sendDefense', 'findPayment'] as const;
const CALLBACKS = ['callback_lost', 'callback_doubled', 'callback_late', 'callback_overtaken'];
const OUTCOMES = ['ACEITA', 'REJEITADA', 'CANCELADA_EFI'] as const;
const live = await startLiveGateway(
  { after },
  {
    env: { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '30' },
    bankOptions: { refundDelayMs: 0 },
  },
);
const { gateway, bank, shop } = live;
const { createPaid, disputeOf, passTime } = createDisputer(live);
const faults: readonly FaultOrder[] = [
  ...OPERATIONS.flatMap((operation) =>
    KINDS.map((kind) => ({ kind, operation, times: 1, delayMs: 300 })),
  ),
  ...CALLBACKS.map(
    (kind) => ({ kind, operation: 'callback', times: 2, delayMs: 500 }) as FaultOrder,
  ),
  { kind: 'queued', operation: 'sendDefense', times: 1 },
];

// All faults are active at once, so that their pauses are waited for together.
test('no fault of the bank loses or doubles a dispute, its defence or its money', async () => {
  const paid = [];
  for (const _ of faults) paid.push(await createPaid());
  for (const fault of faults) bank.faults.add(fault);
  const disputes = paid.map(({ id, endToEndId }, index) => {
    const { id: bankId } = bank.openDispute(endToEndId, { amount: BigInt(100 + index) });
    return { id, bankId, outcome: OUTCOMES[index % OUTCOMES.length] ?? 'ACEITA' };
  });
  for (const { id, bankId } of disputes) {
    const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
    const path = `/v1/disputes/${disputeId}/defense`;
    const options = { keys: shop.keys, body: { text: `Entregue: ${bankId}` } };
    assert.equal((await gateway.call('POST', path, options)).status, 201);
  }
  const sendings = () => bank.snapshot().disputes.filter(({ defense }) => defense !== undefined);
  await until('the bank has every defence', async () => {
    bank.workOffQueue();
    passTime();
    return sendings().length === disputes.length;
  });
  for (const { id, bankId } of disputes) {
    await disputeOf(id, 'is defended', ({ defense }) => defense?.status === 'sent');
    assert.equal(bank.dispute(bankId)?.defense, `Entregue: ${bankId}`);
  }
  for (const { bankId, outcome } of disputes) bank.decideDispute(bankId, outcome);
  for (const [index, { id, outcome }] of disputes.entries()) {
    const returned = outcome === 'ACEITA' ? 100 + index : 0;
    const closed = await disputeOf(
      id,
      'is closed',
      (one) => one.closed_at !== null && one.returned_amount === returned,
    );
    assert.equal(closed.blocked_amount, 0);
  }
  bank.faults.clear();
  await until('bank and ledger agree', async () => {
    if ((await heldAtBank(gateway)) === bank.snapshot().balance) return true;
    passTime();
    return false;
  });
  const [blocked] = await gateway.sql(
    `select coalesce(sum(balance_centavos), 0)::text as sum from ledger_accounts
      where account = 'blocked'`,
  );
  assert.equal(blocked?.sum, '0');
  assert.deepEqual(await failedChecks(gateway), []);
});
