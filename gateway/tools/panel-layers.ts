/** What each folder of `panel/src` may import. A folder that is not named may import nothing. */
export const PANEL_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'icons.ts': [],
  texts: [],
  early: [],
  api: ['early'],
  'theme.ts': ['session', 'texts'],
  session: ['api', 'early'],
  components: ['api', 'early', 'session', 'texts', 'icons.ts'],
  live: ['api', 'session', 'components', 'texts'],
  features: ['api', 'early', 'session', 'components', 'texts', 'icons.ts'],
  layout: [
    'api',
    'early',
    'session',
    'components',
    'live',
    'texts',
    'icons.ts',
    'routing',
    'features',
  ],
  routing: ['api', 'early', 'session', 'components', 'texts', 'icons.ts', 'layout', 'features'],
  boot: [],
  'main.ts': ['app.tsx', 'boot'],
  'app.tsx': ['api', 'components', 'layout', 'routing', 'session', 'texts', 'theme.ts'],
};

/** Files of features that routing imports besides the pages: the data that a page is shown with. */
export const ROUTING_IMPORTS = [
  'features/reports/overview/overview-query.ts',
  'features/reports/transactions/transactions-query.ts',
];

/**
 * What a feature of the panel shows of another one: importer, then the files. A feature is a folder
 * of a room, such as `money-out/refunds`, or the room for files that are in no folder of it.
 */
export const PANEL_FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'api-pix': ['features/charges/charge-form-values.ts', 'features/charges/charge-shares.tsx'],
  'accounts/merchants': [
    'features/money-out/adjustments/merchant-adjustments.tsx',
    'features/money-out/payouts/limits/merchant-limits.tsx',
  ],
  charges: [
    'features/charges/due/due-days.tsx',
    'features/charges/due/due-fields.tsx',
    'features/charges/due/due-form-values.ts',
    'features/charges/due/due-types.ts',
  ],
  'charges/links': [
    'features/charges/due/discount-inputs.tsx',
    'features/charges/due/due-fields.tsx',
    'features/charges/due/due-form-values.ts',
    'features/charges/due/due-preview.tsx',
    'features/charges/due/due-words.ts',
    'features/subscriptions/subscription-columns.tsx',
  ],
  disputes: ['features/reports/receipts/receipt-link.tsx'],
  'incoming/reconciliation': [
    'features/money-out/order-resolutions/reversed-orders.tsx',
    'features/money-out/order-resolutions/stuck-orders.tsx',
    'features/money-out/payouts/stop/platform-stop.tsx',
  ],
  'messages/alerts': ['features/host/health/alert-values.ts'],
  'money-out/payouts': [
    'features/reports/transactions/transaction-columns.tsx',
    'features/reports/transactions/transaction-filter.ts',
    'features/reports/transactions/transaction-filters.tsx',
    'features/reports/transactions/transaction-list.tsx',
  ],
  'money-out/refunds': ['features/reports/receipts/receipt-link.tsx'],
  'reports/customers': [
    'features/charges/new-charge-dialog.tsx',
    'features/disputes/dispute-columns.tsx',
    'features/reports/receipts/receipt-link.tsx',
    'features/reports/transactions/transaction-columns.tsx',
  ],
  'reports/overview': [
    'features/accounts/auth/use-sandbox-log-in.ts',
    'features/charges/new-charge-dialog.tsx',
    'features/money-out/payouts/new-payout.tsx',
    'features/reports/transactions/transaction-columns.tsx',
  ],
  'reports/transactions': [
    'features/charges/cancel-charge.tsx',
    'features/charges/charge-menu.tsx',
    'features/charges/charge-payment.tsx',
    'features/charges/due/change-charge.tsx',
    'features/charges/due/charge-due.tsx',
    'features/charges/new-charge-dialog.tsx',
    'features/messages/payer-mails/charge-mails.tsx',
    'features/money-out/payouts/approval/payout-approval.tsx',
    'features/money-out/payouts/cancel-payout.tsx',
    'features/money-out/payouts/payout-wait.tsx',
    'features/money-out/payouts/repeat-payout.tsx',
    'features/money-out/refunds/new-refund.tsx',
    'features/money-out/refunds/refunds.tsx',
    'features/reports/receipts/receipt-link.tsx',
  ],
  subscriptions: [
    'features/charges/charge-form-values.ts',
    'features/charges/charge-shares.tsx',
    'features/messages/payer-mails/charge-mails.tsx',
  ],
};

/** Folders of `gateway/src` whose rules the panel shares. They use nothing of Node. */
export const GATEWAY_FOR_PANEL = ['ground/money', 'ground/pix'];
