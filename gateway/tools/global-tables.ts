/**
 * The tables that all buckets share, in the schema `public`. Every other table holds rows of
 * merchants and is in each bucket; `global-tables.test.ts` compares this list with the database.
 * A table of a bucket has a `merchant_id` in its key, or is written with such a table.
 */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  audit_log: 'operators and members change what is global, too; the log is one list',
  balance_adjustment_keys: 'a request key of an operator is used once over all buckets',
  bank_callbacks: 'a call-back names no merchant before the bank is asked',
  bank_leases: 'one process at a time asks the bank, for all buckets',
  bucket_migrations: 'which migrations each bucket has',
  buckets: 'the list of buckets',
  claimed_usernames: 'usernames are unique over all buckets',
  credential_usage: 'counted beside the credentials',
  credentials: 'a request is authenticated before its bucket is known',
  dispute_polls: 'the list of disputes of a bank is read for all buckets',
  incoming_payment_periods: 'the list of payments of a bank is read for all buckets',
  incoming_payment_windows: 'the list of payments of a bank is read for all buckets',
  installation: 'one row',
  kyc_applications: 'operators read them as one list before a merchant trades',
  kyc_documents: 'operators read them as one list before a merchant trades',
  kyc_submissions: 'operators read them as one list before a merchant trades',
  ledger_verification_lease: 'one verification at a time, of all buckets',
  ledger_verifications: 'a report is of all buckets',
  mails: 'one outbox',
  merchants: 'usernames are unique, and every bucket reads names and statuses',
  operator_alerts: 'operators are told once',
  operator_proposals: 'operators read them as one list',
  partitioned_tables: 'the same for all buckets',
  payout_stops: 'the stop of the platform stops all buckets at once',
  reconciliation_parts: 'a day of a bank is compared as a whole',
  reconciliation_reports: 'a day of a bank is compared as a whole',
  restorations: 'a restored copy is one for all buckets',
  sandbox_resets: 'a row a day',
  schema_migrations: 'the migrations of the database',
  unreadable_payments: 'such a payment names no merchant',
  unrequested_refunds: 'the bank names them, before their charge is known',
  worker_processes: 'the processes of the gateway',
};
