import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { ownerAddressOf } from '../support/database-server.ts';
import { faultsOf, historiesOf, readCatalogue } from '../support/explain.ts';
import { startGateway } from '../support/gateway.ts';
import { KEPT_PLANS } from '../support/kept-plans.ts';
import { dropRules, FEW_ROWS, fillTables, pretendLargeTables } from '../support/large-tables.ts';
import { collectStatements } from '../support/store-statements.ts';

/** Tables that stay small, each with the reason. Every other table grows. */
const SMALL: Readonly<Record<string, string>> = {
  bank_leases: 'a row for each kind of work at the bank',
  webhook_leases: 'a row for each batch of deliveries under way, for at most 30 seconds',
  installation: 'one row',
  partitioned_tables: 'a row for each partitioned table',
  late_bank_payments: 'a row for each order that a bank did after it had failed: a few a year',
  incoming_payment_periods: 'a row for each bank',
  operator_proposals: 'a row for each decision that needs two operators: a few a day',
  reconciliation_reports: 'a row for each bank and day',
  reconciliation_parts: 'a row for each hour of a day that is being compared',
  incoming_payment_windows: 'a row for each window of the list that is being read',
  unreadable_payments: 'a row for each payment that an operator must resolve',
  unrequested_refunds: 'a row for each refund that an operator must check',
  ledger_verification_lease: 'one row',
  ledger_verifications: 'a few rows a day',
  sandbox_resets: 'a row a day',
  sandbox_checkpoints: 'some rows an hour of the days that the sandbox keeps',
  ledger_openings: 'a row for each account of the sandbox',
  schema_migrations: 'a row for each migration',
  merchant_views: 'a row for each session of an operator that views a merchant',
  operator_alerts: 'a row a day for each cause',
  alert_silences: 'a row for each cause',
  incidents: 'operators write some a month',
  incident_updates: 'operators write some for each incident',
  worker_processes: 'a row for each process of the last minutes',
  buckets: 'a row for each bucket: some dozens',
  bucket_migrations: 'a row for each bucket and migration',
};

const gateway = await startGateway({ after }, { hasWorker: false });
const owner = ownerAddressOf(gateway.connectionString);
const tables = (
  await gateway.sql(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition
       and relnamespace in ('public'::regnamespace, 'b0'::regnamespace, 'auth'::regnamespace)`,
  )
).map((row) => String(row.name));
const growing = tables.filter((table) => !(table in SMALL));
const client = new pg.Client({ connectionString: owner });
await client.connect();
// No `after` closes this client: that of the gateway runs first and drops the database.
client.on('error', () => {});
const statements = await collectStatements();
const catalogue = await readCatalogue(client, growing);

/** The kept statements that would read a merchant's history by a plan that is made now. */
async function readersOfHistories(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const kept = statements.filter(({ name, keepsPlan }) => keepsPlan || KEPT_PLANS.includes(name));
  for (const statement of kept) {
    const histories = await historiesOf(client, catalogue, statement);
    if (histories.length > 0) found[statement.name] = histories;
  }
  return found;
}

// As `planOnce` plans.
await client.query(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off`);
const values = await dropRules(owner);
const ofNewDatabase = await readersOfHistories();
const withoutMerchants = growing.filter((table) => table !== 'merchants');
await fillTables(owner, withoutMerchants, values, { upTo: FEW_ROWS });
const ofFewMerchants = await readersOfHistories();
await fillTables(owner, withoutMerchants, values, { after: FEW_ROWS });
await fillTables(owner, ['merchants'], values, {});
await pretendLargeTables(owner, growing);
await client.query('reset all; set plan_cache_mode = force_custom_plan');

/** Statements that may read more, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'count_webhook_endpoints_sealed_secret',
      'count_webhook_endpoints_sealed_previous_secret',
      'count_webhook_exams_sealed_secret',
      'count_payout_approval_servers_sealed_secret',
      'count_mails_sealed_body',
      'count_kyc_documents_sealed_content',
      'count_dispute_files_sealed_content',
      'select_webhook_endpoints_sealed_secret',
      'select_webhook_endpoints_sealed_previous_secret',
      'select_webhook_exams_sealed_secret',
      'select_payout_approval_servers_sealed_secret',
      'select_dispute_files_sealed_content',
      'select_kyc_documents_sealed_content',
      'replace_kyc_documents_sealed_content',
    ].map((name) => [
      `reseal_${name}`,
      'a command reads all sealed values after a key is replaced',
    ]),
  ),
  operator_exists: 'its partial index holds the operators only',
  operators_list: 'its partial index holds the operators only',
  merchant_sandbox: 'its partial index holds one row',
  api_pix_keys_delete: 'a merchant has at most 20 of these keys',
  api_pix_keys_select: 'the same',
  payouts_live_outbound: 'its partial index holds the payouts that wait; asked once a day',
  payouts_count_stuck: 'its partial index holds the payouts that wait; counts up to a limit',
  refunds_count_stuck: 'its partial index holds the refunds that wait; counts up to a limit',
  payouts_list_unanswered: 'its partial index holds the payouts that wait; a page of an alert',
  refunds_list_unanswered: 'its partial index holds the refunds that wait; a page of an alert',
  charge_batches_waiting_longest: 'its partial index holds the batches that wait for the bank',
  charge_batches_list_waiting: 'the same; a page of an alert',
  charge_changes_count_open: 'holds what the bank has not confirmed, and the count is limited',
  recurrences_count_open:
    'its partial indexes hold what is open at the bank, and it is limited; once a start',
  emails_of_operators: 'its partial index holds the operators only',
  refunds_live_outbound: 'its partial index holds the refunds that wait; asked once a day',
  payouts_hold: 'its partial index holds the live payouts that no worker has begun to send',
  disputes_select_to_claim: 'its partial index holds open disputes that can claim more',
  customer_erasures_open: 'its partial index holds the erasures that run, and it is limited',
  restoration_open: 'its partial index holds at most one row',
  payouts_postpone: 'its partial index holds the payouts that wait',
  refunds_mark_ended: 'its partial index holds the refunds that wait',
  refunds_mark_uncertain: 'its partial index holds the refunds that wait; once after a restore',
  refunds_hold: 'its partial index holds the live refunds that no worker has begun to send',
  payouts_release_reinstated: 'its partial index holds the payouts that are held',
  refunds_release_reinstated: 'its partial index holds the refunds that are held',
  incoming_payments_oldest: 'reads the first row of its index',
  incoming_payments_count_suspended:
    'its partial index holds what is in suspense, and the count is limited',
  payout_approvals_count_waiting: 'its partial index holds what waits, and the count is limited',
  payouts_hold_stopped_merchant:
    'its partial index holds unsent payouts; stops grow with merchants',
  payouts_hold_stopped_platform: 'its partial index holds unsent payouts, and the rows are limited',
  payout_stops_lock_resumed: 'stops grow with merchants only, and a resumed one is soon deleted',
  payouts_release_stopped_platform: 'its partial index holds pending payouts, in limited steps',
  payout_stops_count: 'its partial index holds pending payouts, and the count is limited',
  ledger_totals: 'a sum over all accounts, for the operator; accounts grow with merchants only',
  charge_days_sum_days: 'at most 90 days of the platform, for operators; a row a merchant and day',
  charge_days_count_merchants: 'the same days',
  charge_days_top_merchants: 'the same days',
  fee_days_sum_days: 'the same days',
  subscription_totals_of_all: 'at most 20 rows a merchant, for the operator',
  webhook_health_last_hour:
    'its BRIN index leads to the last hour; the tables of this test are smaller than a range of it',
  idempotency_delete_scope: "a day's keys of the sandbox, whose requests are budgeted",
  payouts_release_external_ids: "the sandbox's payouts, which are kept for some days",
  webhook_list_lanes: 'goes from lane to lane in the index, one row at a time',
  webhook_health_failing: 'goes from endpoint to endpoint in the index, one row at a time',
  webhook_alarms_failing: 'goes from endpoint to endpoint in the index, one row at a time',
  webhook_alarms_open: 'its partial index holds the endpoints that fail, and it is limited',
  verify_list_due_in_full: 'a row for each scope; scopes grow with merchants only; read once a run',
  test_clock_lease: 'its partial index holds the clocks that are being advanced, and it is limited',
  ...Object.fromEntries(
    [
      'automatic-payouts',
      'bank-callbacks',
      'charge-cancellations',
      'charge-changes',
      'charge-drafts',
      'closing-mailings',
      'due-bank-cycles',
      'due-recurrences',
      'due-subscriptions',
      'lots-live',
      'lots-test',
      'payment-mails',
      'payout-checks',
      'payout-notices',
      'refund-checks',
      'stopped-payouts',
      'test-clocks',
      'test-clocks-soon',
      'test-returns',
    ].map((queue) => [
      queue,
      'is asked by `planOnce`, which scans no table, and stops at the first row',
    ]),
  ),
  ...Object.fromEntries(
    [
      'webhook_endpoints_sealed_secret',
      'webhook_endpoints_sealed_previous_secret',
      'webhook_exams_sealed_secret',
      'payout_approval_servers_sealed_secret',
      'mails_sealed_body',
      'kyc_documents_sealed_content',
      'dispute_files_sealed_content',
    ].map((column) => [
      `reseal_count_${column}`,
      "an operator's command after a change of keys, which counts what it will read",
    ]),
  ),
  reseal_select_kyc_documents_sealed_content:
    'the same command; documents grow with merchants only',
  reseal_replace_kyc_documents_sealed_content: 'the same',
  merchants_search: 'words that an operator types narrow it, in rows that grow with merchants only',
};

/** Kept statements that may read rows of a merchant for a key, each with the reason. */
const SHORT_HISTORIES: Readonly<Record<string, string>> = {
  payment_link_select: 'a merchant has at most 1,000 products',
  payment_link_holds_delete: 'holds are the open charges of links that sell pieces',
};

test('no statement reads a whole growing table or a whole index of one', async () => {
  assert.ok(statements.length > 200, 'the statements were found');
  const ofGround = statements.filter(({ file }) => file.startsWith('ground/'));
  assert.ok(ofGround.length > 10, 'the statements of the ground were found');
  const found: Record<string, string[]> = {};
  for (const statement of statements) {
    const faults = await faultsOf(client, catalogue, statement);
    if (faults.length > 0) found[statement.name] = [statement.file, ...faults];
  }
  const unexpected = Object.entries(found).filter(([name]) => !(name in ALLOWED));
  assert.deepEqual(Object.fromEntries(unexpected), {});
  const outdated = Object.keys(ALLOWED).filter((name) => !(name in found));
  assert.deepEqual(outdated, [], 'exceptions that are no longer needed');
});

test("no kept plan that was made without statistics reads a merchant's history for a key", () => {
  const names = new Set(statements.map(({ name }) => name));
  assert.deepEqual(
    KEPT_PLANS.filter((name) => !names.has(name)),
    [],
    'statements that no longer exist',
  );
  const found = { ...ofNewDatabase, ...ofFewMerchants };
  for (const name of Object.keys(SHORT_HISTORIES)) {
    assert.ok(name in found, `${name} is an exception that is no longer needed`);
    delete found[name];
  }
  assert.deepEqual(found, {});
});

const UNBOUNDED: Readonly<Record<string, string>> = {
  'select from charges where payer_name = $1': 'reads all of charges',
  'update payouts set due_at = now() where id = any($1::uuid[])':
    'reads all of an index of payouts (merchant_id, …)',
  'select count(*) from webhook_attempts where attempt = 2': 'reads all of webhook_attempts',
  'select sum(amount_centavos) from ledger_entries where merchant_id = $1':
    'reads too many rows of ledger_entries',
};

for (const [text, fault] of Object.entries(UNBOUNDED)) {
  test(`the unbounded statement "${text}" is found`, async () => {
    const faults = await faultsOf(client, catalogue, { name: 'unbounded', text });
    assert.ok(faults.includes(fault), `found: ${faults.join('; ')}`);
  });
}
