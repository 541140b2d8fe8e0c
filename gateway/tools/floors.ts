/**
 * The architecture as a table that people and a test read: what a room may import. Everything may use
 * the ground; nothing may use a room that is not named.
 */
export const GROUND = ['platform', 'money', 'pix'];

export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  money: [],
  pix: ['money'],
  audit: GROUND,
  mail: ['audit', ...GROUND],
  encryption: ['auth', ...GROUND],
  ledger: GROUND,
  banking: ['ledger', ...GROUND],
  webhooks: ['audit', 'ledger', ...GROUND],
  idempotency: ['ledger', ...GROUND],
  merchants: ['audit', 'mail', 'ledger', 'webhooks', ...GROUND],
  auth: ['audit', 'mail', 'merchants', 'ledger', ...GROUND],
  splits: ['merchants', 'ledger', ...GROUND],
  charges: [
    'audit',
    'splits',
    'merchants',
    'ledger',
    'banking',
    'webhooks',
    'idempotency',
    ...GROUND,
  ],
  payouts: ['audit', 'merchants', 'ledger', 'banking', 'webhooks', 'idempotency', ...GROUND],
  refunds: [
    'audit',
    'charges',
    'merchants',
    'ledger',
    'banking',
    'webhooks',
    'idempotency',
    ...GROUND,
  ],
  'incoming-payments': [
    'charges',
    'payouts',
    'banking',
    'webhooks',
    'merchants',
    'audit',
    'ledger',
    ...GROUND,
  ],
  reconciliation: [
    'incoming-payments',
    'payouts',
    'refunds',
    'charges',
    'banking',
    'ledger',
    'merchants',
    'audit',
    ...GROUND,
  ],
  integrations: ['webhooks', 'merchants', 'audit', 'ledger', ...GROUND],
  operations: [
    'payouts',
    'refunds',
    'charges',
    'webhooks',
    'merchants',
    'mail',
    'audit',
    'ledger',
    ...GROUND,
  ],
  transfers: ['audit', 'merchants', 'ledger', 'idempotency', ...GROUND],
  statements: ['merchants', 'ledger', ...GROUND],
  transactions: ['charges', 'payouts', 'refunds', 'webhooks', 'merchants', 'ledger', ...GROUND],
  live: ['merchants', 'ledger', ...GROUND],
  reference: GROUND,
  'payment-page': ['charges', 'merchants', 'ledger', ...GROUND],
  overview: ['transactions', 'charges', 'payouts', 'webhooks', 'merchants', 'ledger', ...GROUND],
  sandbox: [
    'auth',
    'charges',
    'payouts',
    'refunds',
    'merchants',
    'ledger',
    'idempotency',
    'webhooks',
    ...GROUND,
  ],
};

/** Rooms at the top, which know every other. */
export const TOP = ['app', 'api', 'cli'];

/** Files at the root of src that any room may read for types of the configuration. */
export const OPEN_ROOT_FILES = ['config.ts'];

/** A file with such an ending belongs to its room alone. */
export const PRIVATE_SUFFIXES = ['-store', '-routes', '-schemas', '-jobs'];

/** Private files that are the faces of a feature towards the doors above them. */
export const DOORS = ['app', 'api', 'cli', 'main.ts'];

export const BANNED_FILE_WORDS =
  /(^|-)(utils?|helpers?|common|shared|manager|service|misc|index)(-|$)/;
export const LINE_LENGTH_MAX = 100;
export const FILE_LINES_MAX = 250;
