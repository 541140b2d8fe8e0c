import type { Book } from '#src/ledger/chart-of-accounts.ts';
import type { Queryable } from '#src/platform/database.ts';
import { standingBounds } from './read-endpoint-standing.ts';
import { countTrouble } from './trouble-store.ts';

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
  return countTrouble(database, book, standingBounds(now));
}
