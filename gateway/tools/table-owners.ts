/**
 * The tables of the database by the room that owns them. The stores of a room write only its own
 * tables, and read those of their own room and of rooms below it (`rooms.ts`).
 */
export const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  'test-world': ['sandbox_checkpoints', 'sandbox_resets', 'test_clocks', 'test_clock_items'],
  reports: ['request_log', 'request_records', 'search_chunks'],
  messages: [
    'notification_preferences',
    'notice_visits',
    'payment_notice_cursors',
    'operator_alerts',
  ],
  incoming: [
    'restorations',
    'incoming_payments',
    'incoming_payment_assignments',
    'incoming_payment_returns',
    'incoming_payment_periods',
    'incoming_payment_windows',
    'unreadable_payments',
    'bank_callbacks',
    'reconciliation_parts',
    'reconciliation_reports',
    'unrequested_refunds',
  ],
  disputes: [
    'disputes',
    'dispute_polls',
    'dispute_shares',
    'dispute_returns',
    'dispute_return_parts',
    'dispute_defenses',
  ],
  'money-out': [
    'payouts',
    'payout_returns',
    'payout_stops',
    'payout_limits',
    'automatic_payouts',
    'automatic_payout_runs',
    'payout_batches',
    'payout_beneficiaries',
    'payout_beneficiary_totals',
    'payout_approvals',
    'payout_approval_servers',
    'payout_approval_calls',
    'payout_notices',
    'payout_totals',
    'bank_leases',
    'refunds',
    'refund_allocations',
    'refund_days',
    'transfers',
    'balance_adjustment_keys',
    'balance_adjustments',
  ],
  charges: [
    'charges',
    'charge_splits',
    'charge_drafts',
    'charge_cancellations',
    'charge_days',
    'created_charge_counts',
    'payment_links',
    'payment_link_holds',
    'product_images',
    'products',
    'payment_page_looks',
  ],
  webhooks: [
    'event_feeds',
    'webhook_alarms',
    'webhook_endpoints',
    'webhook_events',
    'webhook_deliveries',
    'webhook_attempts',
    'webhook_exams',
  ],
  accounts: [
    'auth.user',
    'auth.session',
    'auth.account',
    'auth.verification',
    'auth.twoFactor',
    'auth.rateLimit',
    'merchant_views',
    'auth.used_codes',
    'auth.password_resets',
    'auth.invitations',
    'claimed_usernames',
    'merchants',
    'credentials',
    'credential_usage',
    'kyc_applications',
    'kyc_submissions',
    'kyc_documents',
    'merchant_notes',
    'operator_proposals',
  ],
  ledger: [
    'ledger_accounts',
    'ledger_postings',
    'ledger_entries',
    'ledger_openings',
    'fee_days',
    'ledger_checkpoints',
    'ledger_verified_scopes',
    'ledger_verifications',
    'ledger_verification_lease',
    'late_bank_payments',
    'balance_holds',
    'balance_hold_movements',
    'debts',
    'debt_repayments',
    'settlements',
    'settlement_parts',
    'settlement_refunds',
  ],
  ground: [
    'bucket_merchants',
    'bucket_migrations',
    'buckets',
    'installation',
    'partitioned_tables',
    'set_aside_work',
    'worker_processes',
    'audit_log',
    'mails',
    'idempotency_keys',
  ],
};

/** Every store may read a merchant's name, username or status beside another row. */
export const READ_BY_ALL: readonly string[] = ['merchants'];

/** Files that may also read or write tables of other rooms, and why. */
export const FOREIGN_USES: Readonly<Record<string, string>> = {
  'test-world/clocks/bound-key-store.ts': 'a key is bound to a clock',
  'ground/clocks/clock-time-store.ts':
    'what lives in the time of a clock is due by it, in every room',
  'reports/summaries/summary-store.ts':
    'a member chooses the summary among the mails, and one worker claims it',
  'ground/clocks/clock-item-store.ts':
    'a clock goes on when its deliveries under way have their results',
  'reports/request-records/watched-keys-store.ts':
    'the row that authenticates a request says whether the request is recorded',
  'accounts/encryption/sealed-values-store.ts':
    'a new encryption key seals the values of all these tables again',
  'ground/database/bucket-fences.ts':
    'it makes keys of these tables that refuse merchants of other buckets',
  'ground/database/citus/place-tables.ts':
    'it copies this table to all nodes of a cluster, because each charge reads it',
  'ground/database/move-rows.ts':
    'it moves the rows of a merchant to another bucket, these before or after the others',
  'ground/database/ledger-guards.ts':
    'it tries whether entries can be changed, in transactions that are rolled back',
  'ground/database/database-roles.ts': 'it grants the rights on the tables and reads none of them',
};
