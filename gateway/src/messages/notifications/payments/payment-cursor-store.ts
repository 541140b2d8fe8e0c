import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, run, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';

export const DUE_PAYMENT_MAILS: DueQueue = {
  name: 'payment-mails',
  due: 'select from payment_notice_cursors where due_at <= $1',
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
const CURSOR = {
  merchantId: f.uuid,
  position: f.bigint,
  readers: f.json<Readonly<Record<string, ReaderState>>>(),
  /** The position of the newest event. */
  lastPosition: f.bigint,
};
export type PaymentCursor = f.RecordOf<typeof CURSOR>;

const $ = paramsOf({ ...CURSOR, at: f.instant, dueAt: f.instant, limit: f.count });

/** Starts a merchant's cursor at its newest event, unless the merchant has one. */
export const insertCursor = run(
  'payment_cursor_insert',
  sql`insert into payment_notice_cursors (merchant_id, position, due_at)
    select ${$.merchantId}, coalesce(max(last_position), 0), ${$.dueAt} from event_feeds
    where merchant_id = ${$.merchantId} and environment = 'live'
    on conflict do nothing`,
);

/** Locks due cursors that no other worker has locked, the longest due first. */
export const lockDueCursors = many(
  'payment_cursors_lock_due',
  CURSOR,
  sql`select c.merchant_id, c.position, c.readers, coalesce(f.last_position, 0) as last_position
    from payment_notice_cursors c
    left join event_feeds f on f.merchant_id = c.merchant_id and f.environment = 'live'
    where c.due_at <= ${$.at} order by c.due_at limit ${$.limit} for update of c skip locked`,
  HERE,
);

/** Sends the update of a cursor: its position, and the state of each reader. */
export const saveCursor = send(
  'payment_cursor_move',
  sql`update payment_notice_cursors set position = ${$.position}, readers = ${$.readers},
      due_at = ${$.dueAt}
    where merchant_id = ${$.merchantId}`,
);

/** Sends the delete of a cursor, when no member wants payment mails. */
export const deleteCursor = send(
  'payment_cursor_delete',
  sql`delete from payment_notice_cursors where merchant_id = ${$.merchantId}`,
);
