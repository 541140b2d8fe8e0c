/**
 * The layers of `gateway/src` as a table for people and for `tidy.test.ts`: the folders that each
 * folder may import. An import that the table doesn't list fails the test. Every folder may import
 * these three.
 */
export const FOUNDATION = ['platform', 'money', 'pix'];

/** What most features use: the request's caller, the audit log, the ledger, the time of a test. */
const BASE = ['access', 'audit', 'ledger', 'test-clocks', ...FOUNDATION];

export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  money: [],
  pix: ['money'],
  access: FOUNDATION,
  audit: ['access', ...FOUNDATION],
  mail: ['access', 'audit', ...FOUNDATION],
  encryption: ['auth', ...FOUNDATION],
  alerts: ['mail', ...FOUNDATION],
  'test-clocks': ['access', ...FOUNDATION],
  ledger: ['access', 'audit', 'test-clocks', ...FOUNDATION],
  banking: ['access', 'ledger', ...FOUNDATION],
  webhooks: ['mail', ...BASE],
  'operator-proposals': BASE,
  'balance-adjustments': [
    'operator-proposals',
    'idempotency',
    'mail',
    'merchants',
    'webhooks',
    ...BASE,
  ],
  'order-resolutions': [
    'operator-proposals',
    'payouts',
    'refunds',
    'banking',
    'idempotency',
    ...BASE,
  ],
  idempotency: ['access', ...FOUNDATION],
  merchants: ['mail', 'webhooks', ...BASE],
  auth: ['mail', 'merchants', ...BASE],
  splits: ['merchants', ...BASE],
  'payment-links': ['merchants', 'idempotency', ...BASE],
  charges: ['splits', 'payment-links', 'merchants', 'banking', 'webhooks', 'idempotency', ...BASE],
  payouts: ['mail', 'merchants', 'banking', 'webhooks', 'idempotency', ...BASE],
  refunds: [
    'balance-adjustments',
    'charges',
    'payouts',
    'merchants',
    'banking',
    'webhooks',
    'idempotency',
    ...BASE,
  ],
  disputes: [
    'refunds',
    'charges',
    'banking',
    'webhooks',
    'idempotency',
    'merchants',
    'mail',
    ...BASE,
  ],
  'incoming-payments': [
    'balance-adjustments',
    'charges',
    'payouts',
    'banking',
    'webhooks',
    'merchants',
    ...BASE,
  ],
  reconciliation: [
    'incoming-payments',
    'disputes',
    'payouts',
    'refunds',
    'charges',
    'banking',
    'merchants',
    ...BASE,
  ],
  'request-records': ['access', ...FOUNDATION],
  restorations: ['reconciliation', 'payouts', 'refunds', ...BASE],
  transfers: ['payouts', 'merchants', 'idempotency', ...BASE],
  statements: ['merchants', ...BASE],
  receipts: ['charges', 'payouts', 'refunds', 'merchants', ...BASE],
  transactions: ['charges', 'payouts', 'refunds', 'disputes', 'webhooks', 'merchants', ...BASE],
  'live-updates': ['merchants', ...BASE],
  notifications: ['charges', 'statements', 'webhooks', 'merchants', 'mail', ...BASE],
  reference: FOUNDATION,
  guide: FOUNDATION,
  'link-page': ['payment-page', 'payment-links', 'charges', 'idempotency', ...BASE],
  'payment-page': ['receipts', 'charges', 'merchants', 'banking', ...BASE],
  overview: [
    'alerts',
    'transactions',
    'charges',
    'payouts',
    'refunds',
    'webhooks',
    'merchants',
    ...BASE,
  ],
  sandbox: [
    'auth',
    'charges',
    'payouts',
    'refunds',
    'disputes',
    'mail',
    'merchants',
    'idempotency',
    'webhooks',
    ...BASE,
  ],
};

/** The folders of the top layer, which may import every folder. */
export const TOP_LAYER = ['app', 'api', 'cli'];

/** Files at the root of src that every folder may import, for the types of the configuration. */
export const OPEN_ROOT_FILES = ['config.ts'];

/** A file whose name ends so may be imported by its own feature only. */
export const PRIVATE_SUFFIXES = ['-store', '-routes', '-schemas', '-jobs'];

/** What puts the gateway together: it may import the private files of every feature. */
export const COMPOSITION = ['app', 'api', 'cli', 'main.ts'];

export const BANNED_FILE_WORDS =
  /(^|-)(utils?|helpers?|common|shared|manager|service|misc|index)(-|$)/;
export const LINE_LENGTH_MAX = 100;
export const FILE_LINES_MAX = 250;
