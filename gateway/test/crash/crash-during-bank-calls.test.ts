import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, PAYOUT } from '../support/gateway.ts';
import { startCrashingGateway } from './crashing-gateway.ts';

/**
 * Kills the gateway (SIGKILL) at every step of live money: before and after the bank has done a
 * request, and while the database delays a write. Then starts it again.
 */
const { bank, connectionString, createOnce, ends, crashAtBank, crashAtTable } =
  await startCrashingGateway({ after });

/** A paid charge, a payout and a refund, by a caller that retries until it is answered. */
async function sellAndWithdraw(): Promise<void> {
  const chargeId = await createOnce('/v1/pix/qrcode', CHARGE);
  bank.pay(chargeId.replaceAll('-', ''));
  await ends(chargeId);
  await ends(await createOnce('/v1/pix/payout', PAYOUT));
  await createOnce(`/v1/transactions/${chargeId}/refund`, { amount: 1_000 });
  await ends(chargeId, 'partially_refunded');
}

type BankStep = Pick<FaultOrder, 'kind' | 'operation'>;
const both = (operation: FaultOrder['operation']): BankStep[] => [
  { kind: 'silent_before', operation },
  { kind: 'silent_after', operation },
];
/** A read changes nothing at the bank, so it is the same crash before and after it. */
const once = (operation: FaultOrder['operation']): BankStep[] => [
  { kind: 'silent_after', operation },
];
const BANK_STEPS: readonly BankStep[] = [
  ...once('requestToken'),
  ...both('createCharge'),
  ...once('findCharge'),
  ...once('findPayment'),
  ...both('sendPayout'),
  ...once('findPayout'),
  ...both('sendRefund'),
  ...once('findRefund'),
];
for (const { kind, operation } of BANK_STEPS) {
  test(`killed at ${operation}, ${kind.replace('silent_', '')} the bank did it`, async () => {
    if (operation === 'requestToken') bank.revokeTokens();
    // The worker asks for a charge only if its registration is unclear.
    const doubt = { kind: 'silent_after', operation: 'createCharge', times: 1 } as const;
    if (operation === 'findCharge') bank.faults.add(doubt);
    await crashAtBank([{ kind, operation }], sellAndWithdraw);
  });
}

const TABLES = [
  'idempotency_keys',
  'charge_drafts',
  'charges',
  'bank_callbacks',
  'incoming_payments',
  'ledger_postings',
  'ledger_entries',
  'webhook_events',
  'payouts',
  'refunds',
];
for (const table of TABLES) {
  test(`killed at a write of ${table}`, () => crashAtTable(table, sellAndWithdraw));
}

test('at the end bank and ledger agree, each payout and refund was sent once, and the ledger is consistent', async () => {
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  const { payouts, payments, refunds, balance } = bank.snapshot();
  const { rows } = await database.pool.query(
    `select (select count(*)::int from payouts where status = 'paid') as payouts,
      (select count(*)::int from incoming_payments where state = 'charge') as incoming_payments,
      (select count(*)::int from refunds where status = 'done') as refunds,
      (select -sum(balance_centavos)::bigint from ledger_accounts
        where environment = 'live' and account = 'bank')::text as held`,
  );
  const [counts] = rows;
  assert.deepEqual(counts, {
    payouts: payouts.length,
    incoming_payments: payments.length,
    refunds: refunds.length,
    held: balance.toString(),
  });
  assert.equal(payouts.length, BANK_STEPS.length + TABLES.length);
  const { laws } = await verifyLedger(database, allLedgerChecks);
  await database.close();
  assert.deepEqual(
    laws.filter(({ differences }) => differences.length > 0),
    [],
  );
});
