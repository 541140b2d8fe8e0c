import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import type { EventKind } from '../webhook-event.ts';
import { type NotableRow, selectNewestPayments, selectNotable } from './event-store.ts';

/** The most events that are searched for payments; the bell counts older payments by day. */
const SCANNED_MAX = 300;

/** An event that the panel's bell lists. */
export interface NotableEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly resourceId: string;
  /** In centavos; null for a change without an amount. */
  readonly amount: bigint | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The newest payouts, disputes and adjustments of a scope since an instant, newest first. */
export async function readNotableEvents(
  database: Queryable,
  scope: LedgerScope,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<NotableEvent[]> {
  const rows = await selectNotable(database, { ...scope, fromId: firstIdAt(since), limit });
  return rows.map(eventOf);
}

/** The payments among the newest events of a scope since an instant, newest first. */
export async function readNewestPayments(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<{ readonly payments: NotableEvent[]; readonly isComplete: boolean }> {
  const bounds = { fromId: firstIdAt(since), limit: SCANNED_MAX };
  const rows = await selectNewestPayments(database, { ...scope, ...bounds });
  const isComplete = (rows[0]?.scanned ?? 0n) < SCANNED_MAX;
  return { payments: rows.map(eventOf), isComplete };
}

function eventOf({ id, kind, resourceId, amount }: NotableRow): NotableEvent {
  return { id, kind, resourceId, amount, at: instantOfId(id) };
}
