/**
 * The rooms of `gateway/src`, from the top to the ground. A room imports only rooms below it: its
 * own files by a relative path, those of another room by `#src/<room>/`.
 */
export const ROOMS = [
  'host',
  'test-world',
  'reports',
  'messages',
  'incoming',
  'api-pix',
  'disputes',
  'money-out',
  'subscriptions',
  'charges',
  'webhooks',
  'accounts',
  'ledger',
  'bank',
  'ground',
] as const;

/** The list of the rooms' records. They load data alone, so the ground may import it. */
export const LIST_OF_ROOMS = 'rooms.ts';
/** The type of a record. */
export const TYPE_OF_RECORDS = 'room.ts';

/** A file whose name ends so is private to its room: `api.ts` and `work.ts` lead to it. */
export const PRIVATE_SUFFIXES = ['-store', '-routes', '-schemas', '-jobs'];

/** Vague words, and `-operator-`: what operators are shown is named by the thing, not by its reader. */
export const BANNED_FILE_WORDS =
  /(^|-)(utils?|helpers?|common|shared|manager|service|misc|index)(-|$)|-operator-/;
export const LINE_LENGTH_MAX = 100;
export const FILE_LINES_MAX = 450;

/**
 * The options: a gateway can be started without one of them. The rest of `gateway/src` is the core.
 * Each has a record in `rooms.ts`, by this name, and its files are in the folder of this name.
 */
export const OPTIONS = [
  'bank/exam',
  'charges/links',
  'charges/batches',
  'subscriptions',
  'money-out/payouts/batches',
  'api-pix',
  'disputes/files',
  'webhooks/exams',
  'messages/payer-mails',
  'messages/status',
  'reports/closing-mails',
  'reports/customers',
  'reports/request-records',
] as const;

/** The files that join the core and the options, and why each may name files of options. */
export const JOINING_FILES: Readonly<Record<string, string>> = {
  'rooms.ts': 'It is the list of their records.',
  'room.ts': 'It has the types of what they give and get.',
};

/**
 * The options whose files an option uses. It can be left out without them; of them only their
 * routes and work can be left out beside it.
 */
export const USED_OPTIONS: Readonly<Partial<Record<(typeof OPTIONS)[number], readonly string[]>>> =
  {
    // A recurrence is a subscription, and a lot stores its charges as a batch.
    'api-pix': ['charges/batches', 'subscriptions'],
    // Mails tell payers of their subscriptions.
    'messages/payer-mails': ['subscriptions'],
    // The page and the file of a customer have all that is known of a person, and erasure ends it.
    'reports/customers': [
      'charges/links',
      'disputes/files',
      'messages/payer-mails',
      'subscriptions',
    ],
    // A payer can subscribe at a link.
    subscriptions: ['charges/links'],
  };

/**
 * Folders beside the core in the wider sense: what a charge, its payment, the ledger and a payout
 * don't need. Not all of them can be left out yet. `reports/transactions` answers the core's reads.
 */
export const BESIDE_THE_CORE = [
  ...OPTIONS,
  'accounts/merchants/kyc',
  'bank/bcb-pix/automatic',
  'charges/locations',
  'charges/payment-page',
  'charges/txids',
  'ground/backup',
  'ground/clocks',
  'ground/database/citus',
  'ground/embedded-database',
  'ground/images',
  'ground/pdf',
  'ground/telemetry',
  'ground/xlsx',
  'host/guide',
  'host/reference',
  'messages',
  'money-out/payouts/approval',
  'money-out/payouts/automatic',
  'money-out/payouts/beneficiaries',
  'money-out/payouts/limits',
  'money-out/payouts/mails',
  'money-out/payouts/stop',
  'money-out/transfers',
  'reports',
  'test-world',
  'webhooks/pix-callbacks',
] as const;
export const OF_THE_CORE = ['reports/transactions'] as const;
