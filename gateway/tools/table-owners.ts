/**
 * The tables of the database and the features that own them, for people and for
 * `table-owners.test.ts`. Only the stores of its owner may name a table. A store of another feature
 * may read it, or write it, only as listed below.
 */
export const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  platform: [
    'bucket_merchants',
    'bucket_migrations',
    'buckets',
    'installation',
    'partitioned_tables',
    'set_aside_work',
    'worker_processes',
  ],
  audit: ['audit_log'],
  mail: ['mails'],
  alerts: ['operator_alerts'],
  auth: [
    'auth.user',
    'auth.session',
    'auth.account',
    'auth.verification',
    'auth.twoFactor',
    'auth.rateLimit',
    'auth.used_codes',
    'auth.password_resets',
    'auth.invitations',
    'claimed_usernames',
  ],
  merchants: [
    'merchants',
    'credentials',
    'credential_usage',
    'kyc_applications',
    'kyc_submissions',
    'kyc_documents',
  ],
  ledger: [
    'ledger_accounts',
    'ledger_postings',
    'ledger_entries',
    'ledger_openings',
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
  idempotency: ['idempotency_keys'],
  webhooks: [
    'event_feeds',
    'webhook_endpoints',
    'webhook_events',
    'webhook_deliveries',
    'webhook_attempts',
  ],
  charges: [
    'charges',
    'charge_splits',
    'charge_drafts',
    'charge_cancellations',
    'charge_days',
    'created_charge_counts',
  ],
  payouts: [
    'payouts',
    'payout_returns',
    'payout_stops',
    'payout_limits',
    'payout_approvals',
    'payout_approval_servers',
    'payout_approval_calls',
    'payout_notices',
    'payout_totals',
    'bank_leases',
  ],
  refunds: ['refunds', 'refund_allocations'],
  disputes: [
    'disputes',
    'dispute_polls',
    'dispute_shares',
    'dispute_returns',
    'dispute_return_parts',
    'dispute_defenses',
  ],
  restorations: ['restorations'],
  transfers: ['transfers'],
  'incoming-payments': [
    'incoming_payments',
    'incoming_payment_assignments',
    'incoming_payment_returns',
    'incoming_payment_periods',
    'incoming_payment_windows',
    'unreadable_payments',
    'bank_callbacks',
  ],
  'operator-proposals': ['operator_proposals'],
  'balance-adjustments': ['balance_adjustment_keys', 'balance_adjustments'],
  reconciliation: ['reconciliation_parts', 'reconciliation_reports', 'unrequested_refunds'],
  sandbox: ['sandbox_checkpoints', 'sandbox_resets'],
  'test-clocks': ['test_clocks', 'test_clock_items'],
};

/** Tables that every store may read: a merchant's name, username or status beside another row. */
export const READ_BY_ALL: readonly string[] = ['merchants'];

export interface ForeignUse {
  readonly store: string;
  readonly tables: readonly string[];
  readonly reason: string;
  /** True for a store that also writes these tables. */
  readonly isWriter?: true;
}

const CHECKS = 'A ledger check compares the rows of a feature with their postings and events.';

/** The uses across features. A join here saves a second query or a read of more rows. */
export const FOREIGN_USES: readonly ForeignUse[] = [
  {
    store: 'test-clocks/test-clock-store.ts',
    tables: ['credentials', 'merchants'],
    reason: 'A key is bound to a clock; a lock of the merchant bounds the number of its clocks.',
    isWriter: true,
  },
  {
    store: 'test-clocks/clock-item-store.ts',
    tables: ['webhook_deliveries'],
    reason: 'A clock goes on when its deliveries under way have their results.',
  },
  {
    store: 'webhooks/delivery/lease-store.ts',
    tables: ['test_clocks'],
    reason: 'The time of an attempt is that of the delivery’s clock.',
  },
  {
    store: 'balance-adjustments/operator-hold-store.ts',
    tables: ['balance_holds'],
    reason: 'Read model: the open holds of operators, with the reason of each.',
  },
  {
    store: 'charges/charge-checks-store.ts',
    tables: ['ledger_postings', 'partitioned_tables', 'webhook_events'],
    reason: CHECKS,
  },
  {
    store: 'payouts/payout-checks-store.ts',
    tables: ['late_bank_payments', 'ledger_postings', 'partitioned_tables', 'webhook_events'],
    reason: CHECKS,
  },
  {
    store: 'refunds/refund-checks-store.ts',
    tables: ['charge_splits', 'charges', 'ledger_postings', 'partitioned_tables', 'webhook_events'],
    reason: CHECKS,
  },
  {
    store: 'incoming-payments/incoming-payment-checks-store.ts',
    tables: ['charges', 'ledger_accounts', 'ledger_postings'],
    reason: CHECKS,
  },
  {
    store: 'incoming-payments/payments-elsewhere-checks-store.ts',
    tables: ['charges'],
    reason: CHECKS,
  },
  {
    store: 'disputes/dispute-checks-store.ts',
    tables: [
      'balance_holds',
      'charge_splits',
      'charges',
      'ledger_postings',
      'partitioned_tables',
      'webhook_events',
    ],
    reason: CHECKS,
  },
  {
    store: 'disputes/dispute-store.ts',
    tables: ['charges'],
    reason: 'An open dispute claims more when its payment has more left, which the charge says.',
  },
  {
    store: 'disputes/dispute-read-store.ts',
    tables: ['balance_holds'],
    reason: 'The holds of a dispute say how much of it is blocked.',
  },
  {
    store: 'balance-adjustments/balance-adjustment-checks-store.ts',
    tables: ['ledger_postings'],
    reason: CHECKS,
  },
  { store: 'transfers/transfer-checks-store.ts', tables: ['ledger_postings'], reason: CHECKS },
  {
    store: 'payouts/ended-payouts-store.ts',
    tables: ['ledger_postings'],
    reason: 'The posting of a failed payout holds the instant of the failure.',
  },
  {
    store: 'refunds/refunds-at-bank-store.ts',
    tables: ['ledger_postings'],
    reason: 'The posting of a failed refund holds the instant of the failure.',
  },
  {
    store: 'refunds/refund-store.ts',
    tables: ['charge_splits'],
    reason: 'The split of the charge gives the allocations their usernames and their order.',
  },
  {
    store: 'splits/received-split-store.ts',
    tables: ['charge_splits', 'charges'],
    reason: 'Read model: the shares that a recipient got, with the charge of each.',
  },
  {
    store: 'statements/statement-store.ts',
    tables: ['ledger_accounts', 'ledger_entries'],
    reason: 'Read model: a statement is a range of the entries of one account.',
  },
  {
    store: 'statements/entry-subject-store.ts',
    tables: [
      'balance_adjustments',
      'balance_hold_movements',
      'charge_splits',
      'charges',
      'dispute_return_parts',
      'dispute_returns',
      'dispute_shares',
      'disputes',
      'payouts',
      'refunds',
      'transfers',
    ],
    reason: 'Read model: what each entry is about, such as a charge or an adjustment.',
  },
  {
    store: 'transactions/transaction-search-store.ts',
    tables: ['charges', 'payouts'],
    reason: 'Read model: charges and payouts as lines of one list.',
  },
  {
    store: 'live-updates/live-update-store.ts',
    tables: ['charges', 'ledger_entries', 'payouts', 'webhook_events'],
    reason: 'Read model: one statement reads the updates of all open panels.',
  },
  {
    store: 'payment-page/payment-page-store.ts',
    tables: ['charges'],
    reason: 'Read model: what a payer may see of a charge, with the name of the merchant.',
  },
  {
    store: 'reconciliation/unrequested-refund-store.ts',
    tables: ['incoming_payments'],
    reason:
      'The payment of an unrequested refund says whether it was returned, and of which charge.',
  },
  {
    store: 'merchants/merchant-search-store.ts',
    tables: ['auth.user'],
    reason: 'An operator finds a merchant by the e-mail of one of its users, too.',
  },
  {
    store: 'sandbox/sandbox-retention-store.ts',
    tables: ['charges'],
    reason: 'The oldest charge that the sandbox keeps; functions of the database delete the rest.',
  },
  {
    store: 'encryption/sealed-values-store.ts',
    tables: [
      'auth.twoFactor',
      'installation',
      'kyc_documents',
      'mails',
      'payout_approval_servers',
      'webhook_endpoints',
    ],
    reason: 'A new encryption key seals the values of all these tables again.',
    isWriter: true,
  },
  {
    store: 'platform/database/bucket-structure.ts',
    tables: [
      'charge_drafts',
      'charges',
      'event_feeds',
      'ledger_accounts',
      'payout_approval_servers',
      'payout_limits',
      'payouts',
      'transfers',
      'webhook_endpoints',
    ],
    reason: 'It makes keys of these tables that refuse merchants of other buckets.',
  },
  {
    store: 'platform/database/citus/place-tables.ts',
    tables: ['credentials'],
    reason: 'It copies this table to all nodes of a cluster, because each charge reads it.',
  },
  {
    store: 'platform/database/move-rows.ts',
    tables: [
      'balance_adjustments',
      'balance_hold_movements',
      'balance_holds',
      'charges',
      'debt_repayments',
      'debts',
      'disputes',
      'incoming_payment_assignments',
      'incoming_payments',
      'ledger_accounts',
      'ledger_entries',
      'ledger_postings',
      'payouts',
      'refunds',
      'settlement_parts',
      'settlement_refunds',
      'settlements',
    ],
    reason: 'It moves the rows of a merchant to another bucket, these before or after the others.',
    isWriter: true,
  },
  {
    store: 'merchants/merchant-move-store.ts',
    tables: ['buckets'],
    reason: 'A merchant moves to a bucket that exists.',
  },
  {
    store: 'platform/database/ledger-guards.ts',
    tables: ['ledger_entries'],
    reason: 'It tries whether entries can be changed, in transactions that are rolled back.',
    isWriter: true,
  },
  {
    store: 'platform/database/database-roles.ts',
    tables: [
      'audit_log',
      'balance_adjustment_keys',
      'balance_adjustments',
      'balance_hold_movements',
      'balance_holds',
      'debt_repayments',
      'debts',
      'incoming_payment_assignments',
      'incoming_payment_returns',
      'ledger_accounts',
      'ledger_entries',
      'ledger_openings',
      'ledger_postings',
      'operator_proposals',
      'sandbox_checkpoints',
    ],
    reason: 'It grants the rights on the tables and reads none of them.',
  },
];
