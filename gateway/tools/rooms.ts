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
