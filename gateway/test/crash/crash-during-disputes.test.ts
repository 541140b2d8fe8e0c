import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { CHARGE } from '../support/gateway.ts';
import {
  afterBank,
  beforeBank,
  eventually,
  type Story,
  startCrashingGateway,
} from './crashing-gateway.ts';

/** Kills the gateway (SIGKILL) at every step of a dispute at the bank, and starts it again. */
const { bank, connectionString, ask, createOnce, ends, crashAt } = await startCrashingGateway({
  after,
});

/** A dispute of a paid charge, the merchant's defence, and the bank's decision to take it back. */
async function contest(): Promise<void> {
  const chargeId = await createOnce('/v1/pix/qrcode', CHARGE);
  const { endToEndId } = bank.pay(chargeId.replaceAll('-', ''));
  await ends(chargeId);
  const { id: bankId } = bank.openDispute(endToEndId, { amount: 4_000n });
  const dispute = (what: string, holds: (one: Record<string, unknown>) => boolean) =>
    eventually(`the dispute ${what}`, async () => {
      const answer = await ask('GET', `/v1/disputes?transaction_id=${chargeId}`);
      const found = answer?.status === 200 ? (answer.body.data as Record<string, unknown>[]) : [];
      assert.ok(found.length < 2);
      return found.find(holds);
    });
  const { internal_id: disputeId } = await dispute('is open', () => true);
  await createOnce(`/v1/disputes/${disputeId}/defense`, { text: 'Entregue.' });
  await eventually('the bank has the defence', async () => bank.dispute(bankId)?.defense);
  bank.decideDispute(bankId, 'ACEITA');
  await dispute('is returned', (one) => one.returned_amount === 4_000 && one.closed_at !== null);
}

/** Kills the gateway when a dispute is at each point. */
const crashIn = (...points: readonly Story['at'][]) =>
  crashAt(...points.map((at) => ({ at, act: contest })));

test('killed before the bank has a defence, and at a write of disputes', () =>
  crashIn(beforeBank('sendDefense'), 'disputes'));

// The list changes nothing at the bank, so it is the same crash before and after it.
test('killed after the bank has a defence, at a new one, and while disputes are listed', () =>
  crashIn(afterBank('sendDefense'), 'dispute_defenses', afterBank('listDisputes')));

for (const table of ['dispute_returns', 'unrequested_refunds']) {
  test(`killed at a write of ${table}`, () => crashIn(table));
}

test('at the end bank and ledger agree, each return was booked once, and nothing is blocked', async () => {
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  const { refunds, balance } = bank.snapshot();
  const { rows } = await database.pool.query(
    `select (select count(*)::int from dispute_returns) as returns,
      (select -sum(balance_centavos)::bigint from ledger_accounts
        where environment = 'live' and account = 'bank')::text as held,
      (select coalesce(sum(balance_centavos), 0)::text from ledger_accounts
        where environment = 'live' and account = 'blocked') as blocked`,
  );
  const expected = { returns: refunds.length, held: balance.toString(), blocked: '0' };
  assert.deepEqual(rows, [expected]);
  const { laws } = await verifyLedger(database, allLedgerChecks);
  await database.close();
  assert.deepEqual(
    laws.filter(({ differences }) => differences.length > 0),
    [],
  );
});
