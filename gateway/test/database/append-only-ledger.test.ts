import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { env: { SANDBOX_PAYMENT_DELAY_SECONDS: '0' } });
const first = await createMerchantWithKeys(gateway);
const second = await createMerchantWithKeys(gateway);
const split = [{ username: second.username, percentage: 10 }];
const CHARGE = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' }, split };
await receivePayment(gateway, first.keys, CHARGE);
await gateway.call('POST', '/v1/pix/payout', { keys: first.keys, body: PAYOUT });
await gateway.call('POST', '/v1/pix/payout', { keys: SANDBOX_KEYS, body: PAYOUT });
await until('payouts end', async () => {
  return (await gateway.sql(`select from payouts where status = 'pending'`)).length === 0;
});
// The worker must not settle a payout that a test has forged back to pending.
await gateway.stopWorker();

test('the database owner can’t change or delete ledger entries and postings', async () => {
  for (const statement of [
    'update ledger_entries set amount_centavos = amount_centavos + 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'update ledger_postings set kind = kind',
    'delete from ledger_postings',
    'truncate ledger_postings cascade',
  ]) {
    await assert.rejects(gateway.sql(statement), /append-only/, statement);
  }
});

test('an entry that leaves a posting unbalanced is refused, and so is a repeated posting', async () => {
  const unbalanced = `insert into ledger_entries select merchant_id, environment, account,
    sequence + 1000, reference_id, kind, 5, 5, now() from ledger_entries limit 1`;
  await assert.rejects(gateway.sql(unbalanced), /sum to zero/);
  const doubled = 'insert into ledger_postings select * from ledger_postings limit 1';
  await assert.rejects(gateway.sql(doubled), /duplicate key/);
});

test('only the sandbox may have a negative available balance', async () => {
  const owe = `update ledger_accounts set balance_centavos = -1 where account = 'available'
    and not may_be_negative`;
  await assert.rejects(gateway.sql(owe), /ledger_accounts_not_overdrawn/);
  const { body } = await gateway.call('GET', '/v1/balance', { keys: SANDBOX_KEYS });
  assert.equal(body.available, -5_000);
});

const FORGERIES: Readonly<Record<string, string>> = {
  'a forged balance': `update ledger_accounts set balance_centavos = balance_centavos + 1
    where account = 'bank'`,
  'a deleted entry': `delete from ledger_entries where sequence = 1 and account = 'available'`,
  'a forged amount': `update ledger_entries set amount_centavos = amount_centavos + 1
    where account = 'fees'`,
  'a missing posting': `delete from ledger_postings where kind = 'charge_paid'`,
  'a posting without a charge': `delete from charges`,
  'a payout that is pending although its payment is booked': `update payouts
    set status = 'pending', paid_at = null`,
  'a forged share': `update charge_splits set amount_centavos = amount_centavos + 1`,
  'a forged day of fees': 'update fee_days set fees_centavos = fees_centavos + 1',
  'refunds of a day without any refund': `insert into refund_days
    select merchant_id, 'test', '2026-01-01', 1, 100 from merchants limit 1`,
  'sales of a link without any payment': `insert into payment_links
      (merchant_id, environment, id, title, status, sold_count, created_at)
    select merchant_id, 'test', gen_random_uuid(), 'Curso', 'active', 1, now()
    from merchants limit 1`,
  'a subscriber of a link without any subscription': `insert into payment_links
      (merchant_id, environment, id, title, status, subscriber_count, created_at)
    select merchant_id, 'test', gen_random_uuid(), 'Curso', 'active', 1, now()
    from merchants limit 1`,
  'a piece of a link that no charge holds': `insert into payment_link_holds
    select merchant_id, 'test', gen_random_uuid(), gen_random_uuid(), '' from merchants limit 1`,
  'a missing event': `delete from webhook_events where kind = 'deposit.paid'`,
};

for (const [what, statement] of Object.entries(FORGERIES)) {
  test(`verification finds ${what}`, async () => {
    const { database } = gateway.appContext;
    const clean = await verifyLedger(database, allLedgerChecks);
    assert.ok(
      clean.isClean,
      JSON.stringify(clean, (_, value) => String(value)),
    );
    await forge(statement, async () => {
      const report = await verifyLedger(database, allLedgerChecks);
      assert.equal(report.isClean, false);
    });
  });
}

/** Runs a statement without triggers, then the check, and then restores every table. */
async function forge(statement: string, check: () => Promise<void>): Promise<void> {
  const tables = [
    'ledger_accounts',
    'ledger_entries',
    'ledger_postings',
    'charges',
    'payouts',
    'charge_splits',
    'webhook_events',
    'fee_days',
    'refund_days',
    'payment_links',
    'payment_link_holds',
  ];
  const off = 'set session_replication_role = replica';
  for (const table of tables) await gateway.sql(`create table kept_${table} as table ${table}`);
  try {
    await gateway.sql(`${off}; ${statement}`);
    await check();
  } finally {
    for (const table of tables) {
      await gateway.sql(
        `${off}; delete from ${table}; insert into ${table} table kept_${table};
         drop table kept_${table}`,
      );
    }
  }
}
