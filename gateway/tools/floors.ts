/**
 * The architecture as a table that people and a test read: what a room may import. Everything may use
 * the ground; nothing may use a room that is not named.
 */
export const GROUND = ['platform', 'money', 'pix'];

/** What most features use: the request's caller, the audit log and the ledger. */
const BASE = ['access', 'audit', 'ledger', ...GROUND];

export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  money: [],
  pix: ['money'],
  access: GROUND,
  audit: ['access', ...GROUND],
  mail: ['access', 'audit', ...GROUND],
  encryption: ['auth', ...GROUND],
  ledger: ['access', 'audit', ...GROUND],
  banking: ['access', 'ledger', ...GROUND],
  webhooks: BASE,
  idempotency: ['access', 'ledger', ...GROUND],
  merchants: ['mail', 'webhooks', ...BASE],
  auth: ['mail', 'merchants', ...BASE],
  splits: ['merchants', ...BASE],
  charges: ['splits', 'merchants', 'banking', 'webhooks', 'idempotency', ...BASE],
  payouts: ['merchants', 'banking', 'webhooks', 'idempotency', ...BASE],
  refunds: ['charges', 'merchants', 'banking', 'webhooks', 'idempotency', ...BASE],
  'incoming-payments': ['charges', 'payouts', 'banking', 'webhooks', 'merchants', ...BASE],
  reconciliation: [
    'incoming-payments',
    'payouts',
    'refunds',
    'charges',
    'banking',
    'merchants',
    ...BASE,
  ],
  transfers: ['merchants', 'idempotency', ...BASE],
  statements: ['merchants', ...BASE],
  transactions: ['charges', 'payouts', 'refunds', 'webhooks', 'merchants', ...BASE],
  live: ['merchants', ...BASE],
  reference: GROUND,
  'payment-page': ['charges', 'merchants', ...BASE],
  overview: ['transactions', 'charges', 'payouts', 'webhooks', 'merchants', ...BASE],
  sandbox: [
    'auth',
    'charges',
    'payouts',
    'refunds',
    'merchants',
    'idempotency',
    'webhooks',
    ...BASE,
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
