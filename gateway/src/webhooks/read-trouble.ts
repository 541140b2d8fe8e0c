import type { Book } from '#src/ledger/chart-of-accounts.ts';
import type { Queryable } from '#src/platform/database.ts';
import { firstIdAt } from '#src/platform/ids.ts';
import { countTrouble } from './trouble-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A delivery that was given up today may be of an event as old as the schedule of retries. */
const SCHEDULE_DAYS = 5;
const COUNT_MAX = 1_000;

/** Deliveries of a book that need attention. Both counts end at a thousand. */
export interface WebhookTrouble {
  /** Failed at least once and are being tried again. */
  readonly retrying: number;
  /** Were given up in the last day. */
  readonly failed: number;
}

export function readWebhookTrouble(
  database: Queryable,
  book: Book,
  now: number,
): Promise<WebhookTrouble> {
  return countTrouble(database, book, {
    fromEventId: firstIdAt(now - SCHEDULE_DAYS * DAY_MS),
    since: new Date(now - DAY_MS),
    countMax: COUNT_MAX,
  });
}
