import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';
import { HAS_FEW_RUNS } from '../support/runs.ts';

/** Longer than every pause and lease of the gateway. */
const STEP_MS = 10_000;
const live = await startLiveGateway(
  { after },
  {
    env: { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '30' },
    bankOptions: { refundDelayMs: 0 },
  },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const { refund, read, balanceOf } = createRefunder(gateway);

/** A charge that was paid at the bank. */
async function createPaid(body: object = CHARGE): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(created.status, 201, created.text);
  const id = String(created.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  return id;
}

/** Waits until no refund of a charge is processing. */
async function ends(id: string) {
  return until(`refunds of ${id} end`, async () => {
    const found = await read(keys, id);
    if (found.refunds.every(({ status }) => status !== 'pending')) return found;
    gateway.clock.advance(STEP_MS);
    return undefined;
  });
}

/** The refunds of a charge that the bank has. */
function refundsAtBank(endToEndId: unknown) {
  return bank.snapshot().refunds.filter((one) => one.endToEndId === endToEndId);
}

// Another charge pays the fee of the refunded charge.
for (let count = 0; count < 3; count += 1) await createPaid();

test('the bank refunds the payer under the id of the refund', async () => {
  const id = await createPaid();
  const created = await refund(keys, id, { amount: 4_000, reason: 'Produto em falta' });
  assert.equal(created.status, 201, created.text);
  const found = await ends(id);
  assert.deepEqual([found.status, found.refunded_amount], ['partially_refunded', 4_000]);
  const [sent] = refundsAtBank(found.end_to_end_id);
  assert.equal(sent?.id, String(created.body.internal_id).replaceAll('-', ''));
  assert.deepEqual([sent?.amount, sent?.status], [4_000n, 'DEVOLVIDO']);
  assert.equal(found.refunds[0]?.return_id, sent?.returnId);
  await refund(keys, id);
  assert.equal((await ends(id)).status, 'refunded');
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('the bank refunds a split charge in full, and each merchant pays its allocation', async () => {
  const partner = await createMerchantWithKeys(gateway, 'live');
  const affiliate = await createMerchantWithKeys(gateway, 'live');
  const split = [
    { username: partner.username, percentage: 10.01 },
    { username: affiliate.username, amount: 250 },
  ];
  const id = await createPaid({ ...CHARGE, split });
  assert.deepEqual(await balanceOf(partner.keys), [1_001, 0]);
  assert.deepEqual(await balanceOf(affiliate.keys), [250, 0]);
  await refund(keys, id, { amount: 5_555 });
  const found = await ends(id);
  assert.deepEqual(await balanceOf(partner.keys), [1_001 - 556, 0]);
  assert.deepEqual(await balanceOf(affiliate.keys), [250 - 138, 0]);
  assert.deepEqual(
    refundsAtBank(found.end_to_end_id).map(({ amount }) => amount),
    [5_555n],
  );
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('a refund that the bank refuses for good returns each allocation', async () => {
  const partner = await createMerchantWithKeys(gateway, 'live');
  const split = [{ username: partner.username, percentage: 10 }];
  const id = await createPaid({ ...CHARGE, split });
  const before = [await balanceOf(keys), await balanceOf(partner.keys)];
  bank.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
  assert.equal((await refund(keys, id)).status, 201);
  const found = await ends(id);
  assert.deepEqual([found.status, found.refunded_amount], ['paid', 0]);
  assert.equal(found.refunds[0]?.status, 'failed');
  assert.equal(Object(found.refunds[0]?.failure_reason).code, 'refused');
  assert.deepEqual([await balanceOf(keys), await balanceOf(partner.keys)], before);
  // A failed refund does not count: the whole amount can be refunded under another id.
  await refund(keys, id);
  assert.equal((await ends(id)).status, 'refunded');
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});

test('an immediate refusal releases the reservation of a refund already made at the bank', async () => {
  const id = await createPaid();
  const { end_to_end_id: endToEndId } = await read(keys, id);
  // Made at the bank's page: only the reconciliation reports it.
  bank.takeBack(String(endToEndId), 6_000n, 'ORIGINAL');
  await refund(keys, id);
  const found = await ends(id);
  assert.deepEqual([found.status, found.refunds[0]?.status], ['paid', 'failed']);
  assert.equal((await balanceOf(keys))[1], 0);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance + 6_000n);
});

const KINDS = [
  'silent_after',
  'malformed',
  'slow',
  'error',
  'error_after',
  'silent_before',
  'dropped_before',
  'dropped_after',
  'token_revoked',
] as const;
const FAULTS: readonly FaultOrder[] = (['sendRefund', 'findRefund'] as const).flatMap((operation) =>
  KINDS.slice(0, HAS_FEW_RUNS ? 2 : KINDS.length).map((kind) => ({
    kind,
    operation,
    times: 1,
    delayMs: 300,
  })),
);

for (const fault of FAULTS) {
  test(`${fault.kind} at ${fault.operation}: nothing is lost and nothing doubled`, async () => {
    const id = await createPaid();
    // A request by its id means that it was sent before with an unknown outcome.
    if (fault.operation === 'findRefund') {
      bank.faults.add({ kind: 'dropped_after', operation: 'sendRefund', times: 1 });
    }
    bank.faults.add(fault);
    const created = await refund(keys, id, { amount: 100 }, { key: randomUUID() });
    assert.equal(created.status, 201, created.text);
    const found = await ends(id);
    bank.faults.clear();
    assert.deepEqual([found.status, found.refunded_amount], ['partially_refunded', 100]);
    const refundId = String(created.body.internal_id).replaceAll('-', '');
    assert.deepEqual(
      refundsAtBank(found.end_to_end_id).map(({ id: sent, amount }) => [sent, amount]),
      [[refundId, 100n]],
    );
  });
}

test('at the end bank and ledger agree to the centavo, and every ledger check passes', async () => {
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  assert.equal(payout.status, 201, payout.text);
  await until('it is paid', async () => {
    return (await read(keys, String(payout.body.internal_id))).status === 'paid';
  });
  await until('all payments are booked', async () => {
    gateway.clock.advance(STEP_MS);
    return (await heldAtBank(gateway)) === bank.snapshot().balance + 6_000n;
  });
  assert.deepEqual(await failedChecks(gateway), []);
});
