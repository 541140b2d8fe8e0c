import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';

/** Longer than every pause and lease of the gateway. */
const STEP_MS = 10_000;
const live = await startLiveGateway(
  { after },
  { env: { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '30' } },
);
const { gateway, bank, shop } = live;
const { keys } = shop;

/** The fault after which the worker has to ask for the state of a charge. */
const UNCERTAIN: FaultOrder = { kind: 'silent_after', operation: 'createCharge', times: 1 };

/** Faults of the bank during a charge, its payment and a payout. */
const FAULTS: readonly FaultOrder[] = [
  ...(['createCharge', 'findCharge', 'findPayment', 'sendPayout', 'findPayout'] as const).flatMap(
    (operation) =>
      (
        [
          'slow',
          'error',
          'error_after',
          'silent_before',
          'silent_after',
          'dropped_before',
          'dropped_after',
          'malformed',
          'token_revoked',
        ] as const
      ).map((kind) => ({ kind, operation, times: 1, delayMs: 300 })),
  ),
  { kind: 'error', operation: 'requestToken', times: 1 },
  { kind: 'silent_after', operation: 'requestToken', times: 1 },
  { kind: 'error', operation: 'listPayments', times: 1 },
  { kind: 'callback_lost', operation: 'callback', times: 4 },
  { kind: 'callback_doubled', operation: 'callback', times: 2 },
  { kind: 'callback_late', operation: 'callback', times: 2, delayMs: 500 },
  { kind: 'callback_overtaken', operation: 'callback', times: 2, delayMs: 500 },
];

/** Repeats a request under one key until it is answered with 201, as a careful caller does. */
async function createOnce(path: string, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const created = await until(`${path} is answered`, async () => {
    const answer = await gateway.call('POST', path, { keys, headers, body });
    if (answer.status === 201) return answer;
    assert.ok([409, 503].includes(answer.status), answer.text);
    await until('the worker knows the outcome', async () => {
      gateway.clock.advance(STEP_MS);
      const drafts = await gateway.sql('select from charge_drafts');
      return drafts.length === 0;
    });
    return undefined;
  });
  return String(created.body.internal_id);
}

async function ends(id: string, status: string): Promise<void> {
  await until(`${id} is ${status}`, async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    if (body.status === status) return true;
    gateway.clock.advance(STEP_MS);
    return false;
  });
}

for (const fault of FAULTS) {
  test(`${fault.kind} at ${fault.operation}: nothing is lost and nothing doubled`, async () => {
    if (fault.operation === 'requestToken') bank.revokeTokens();
    if (fault.operation === 'findCharge') bank.faults.add(UNCERTAIN);
    bank.faults.add(fault);
    const chargeId = await createOnce('/v1/pix/qrcode', CHARGE);
    bank.pay(chargeId.replaceAll('-', ''));
    await ends(chargeId, 'paid');
    const payoutId = await createOnce('/v1/pix/payout', PAYOUT);
    await ends(payoutId, 'paid');
    bank.faults.clear();
    const { payouts, balance } = bank.snapshot();
    assert.equal(payouts.filter(({ id }) => id === payoutId.replaceAll('-', '')).length, 1);
    assert.equal(await heldAtBank(gateway), balance);
  });
}

test('at the end bank and ledger agree, and the ledger holds', async () => {
  const { payouts, payments, charges } = bank.snapshot();
  const [counts] = await gateway.sql(
    `select (select count(*)::int from charges where environment = 'live') as charges,
      (select count(*)::int from payouts where environment = 'live') as payouts,
      (select count(*)::int from incoming_payments where state = 'charge') as incoming_payments,
      (select count(*)::int from charge_drafts) as drafts`,
  );
  assert.equal(counts?.payouts, payouts.length);
  assert.equal(counts?.incoming_payments, payments.length);
  assert.equal(counts?.drafts, 0);
  // A charge without an answer may stay at the bank: no caller has its code.
  assert.ok(Number(counts?.charges) <= charges.length);
  assert.deepEqual(await failedChecks(gateway), []);
});
