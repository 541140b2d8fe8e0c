import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';

const INSERT = {
  name: 'payment_cursor_insert',
  text: `insert into payment_notice_cursors (merchant_id, position, due_at)
    select $1, coalesce(max(last_position), 0), $2 from event_feeds
    where merchant_id = $1 and environment = 'live'
    on conflict do nothing`,
};
const LOCK_DUE = {
  name: 'payment_cursors_lock_due',
  place: HERE,
  text: `select c.merchant_id, c.position, c.readers, coalesce(f.last_position, 0) as last_position
    from payment_notice_cursors c
    left join event_feeds f on f.merchant_id = c.merchant_id and f.environment = 'live'
    where c.due_at <= $1 order by c.due_at limit $2 for update of c skip locked`,
};
export const DUE_PAYMENT_MAILS: DueQueue = {
  name: 'payment-mails',
  due: 'select from payment_notice_cursors where due_at <= $1',
};
const MOVE = {
  name: 'payment_cursor_move',
  text: `update payment_notice_cursors set position = $2, readers = $3, due_at = $4
    where merchant_id = $1`,
};
const DELETE = {
  name: 'payment_cursor_delete',
  text: 'delete from payment_notice_cursors where merchant_id = $1',
};

/** A member's payment mails in the current hour, and the payments that wait for its end. */
export interface ReaderState {
  /** When the hour of `mailCount` began, in milliseconds since 1970. */
  readonly since: number;
  readonly mailCount: number;
  readonly waitingCount: number;
  /** In centavos, as text, because JSON has no large integers. */
  readonly waitingSum: string;
}

/** The position up to which a merchant's feed was read. */
export interface PaymentCursor {
  readonly merchantId: string;
  readonly position: bigint;
  /** The position of the newest event. */
  readonly lastPosition: bigint;
  readonly readers: Readonly<Record<string, ReaderState>>;
}

interface CursorRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly position: bigint;
  readonly last_position: bigint;
  readonly readers: Readonly<Record<string, ReaderState>>;
}

/** Starts a merchant's cursor at its newest event, unless the merchant has one. */
export async function insertCursor(tx: Transaction, merchantId: string, at: Date): Promise<void> {
  await tx.query(INSERT, [merchantId, at]);
}

/** Locks due cursors that no other worker has locked, the longest due first. */
export async function lockDueCursors(
  tx: Queryable,
  at: Date,
  limit: number,
): Promise<PaymentCursor[]> {
  const rows = await tx.query<CursorRow>(LOCK_DUE, [at, limit]);
  return rows.map(({ merchant_id: merchantId, position, last_position, readers }) => ({
    merchantId,
    position,
    readers,
    lastPosition: last_position,
  }));
}

/** Sends the update of a cursor: its position, and the state of each reader. */
export function saveCursor(
  tx: Transaction,
  { merchantId, position, readers }: Omit<PaymentCursor, 'lastPosition'>,
  dueAt: Date,
): void {
  tx.send(MOVE, [merchantId, position, JSON.stringify(readers), dueAt]);
}

/** Sends the delete of a cursor, when no member wants payment mails. */
export function deleteCursor(tx: Transaction, merchantId: string): void {
  tx.send(DELETE, [merchantId]);
}
