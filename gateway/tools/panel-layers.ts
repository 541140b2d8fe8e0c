/** What each folder of `panel/src` may import. A folder that is not named may import nothing. */
export const PANEL_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'icons.ts': [],
  texts: [],
  early: [],
  api: ['early'],
  'theme.ts': ['session', 'texts'],
  session: ['api', 'early'],
  components: ['api', 'session', 'texts', 'icons.ts'],
  live: ['api', 'session', 'components', 'texts'],
  features: ['api', 'early', 'session', 'components', 'texts', 'icons.ts', 'routing'],
  layout: ['api', 'session', 'components', 'live', 'texts', 'icons.ts', 'routing', 'features'],
  routing: ['api', 'early', 'session', 'texts', 'icons.ts', 'layout', 'features'],
  boot: [],
  'main.ts': ['app.tsx', 'boot'],
  'app.tsx': ['api', 'components', 'layout', 'routing', 'session', 'texts', 'theme.ts'],
};

/** Files of `panel/src/routing` that features may import; the router itself is above them. */
export const ROUTING_FOR_FEATURES = ['routing/lazy-page.ts'];

/** Files of features that routing imports besides the pages: the data that a page is shown with. */
export const ROUTING_IMPORTS = ['features/overview/overview-query.ts'];

/** What a feature of the panel shows of another one: importer, then the files. */
export const PANEL_FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  overview: [
    'features/transactions/transaction-columns.tsx',
    'features/transactions/new-charge.tsx',
  ],
  held: [
    'features/order-resolutions/reversed-orders.tsx',
    'features/order-resolutions/stuck-orders.tsx',
    'features/payouts/controls/platform-stop.tsx',
  ],
  merchants: [
    'features/balance-adjustments/merchant-adjustments.tsx',
    'features/payouts/controls/merchant-controls.tsx',
  ],
  refunds: ['features/receipts/receipt-link.tsx'],
  revenue: ['features/overview/volume-chart.tsx'],
  transactions: [
    'features/payouts/controls/cancel-payout.tsx',
    'features/receipts/receipt-link.tsx',
    'features/refunds/new-refund.tsx',
    'features/refunds/refunds.tsx',
  ],
};

/** Folders of `gateway/src` whose rules the panel shares. They use nothing of Node. */
export const GATEWAY_FOR_PANEL = ['ground/money', 'ground/pix'];
