import {
  confirmResolution,
  isLiveOrder,
  listReversed,
  listStuck,
  lockStuck,
  markReversalSeen,
  NOT_PAID_FAILURE,
  type Resolution,
  type ReversedOrder,
  type StuckOrder,
} from '#src/banking/order-resolutions.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import { type RefundAtBank, refundAtBank } from './read-refunds-at-bank.ts';
import { RESOLVED_REFUNDS, selectUnconfirmed } from './refund-resolution-store.ts';
import { settleRefunds } from './settle-refunds.ts';

/** The refunds that the bank doesn't explain, and the resolutions that it has reversed. */
export const stuckRefunds = {
  /** Reads refunds that were last sent at `sentUntil` or before and have no result. */
  list: (
    database: Queryable,
    page: { readonly sentUntil: number; readonly afterId: string; readonly limit: number },
  ): Promise<StuckOrder[]> => listStuck(database, RESOLVED_REFUNDS, page),
  /** Locks a stuck refund; undefined when no refund of the id is stuck. */
  lock: (
    tx: Transaction,
    order: { readonly id: string; readonly sentUntil: number },
  ): Promise<StuckOrder | undefined> => lockStuck(tx, RESOLVED_REFUNDS, order),
  /** Whether a live refund has this id. */
  exists: (database: Queryable, id: string): Promise<boolean> =>
    isLiveOrder(database, RESOLVED_REFUNDS, id),
  /** Reads the refunds whose resolution the bank has reversed and no operator has seen. */
  listReversed: (
    database: Queryable,
    page: { readonly afterId: string; readonly limit: number },
  ): Promise<ReversedOrder[]> => listReversed(database, RESOLVED_REFUNDS, page),
  /** Marks a reversal as seen; undefined when no unseen one has this id. */
  markSeen: (
    tx: Transaction,
    one: { readonly id: string; readonly at: Date },
  ): Promise<ReversedOrder | undefined> => markReversalSeen(tx, RESOLVED_REFUNDS, one),
} as const;

/**
 * Settles a stuck refund as operators decided, in the transaction of the approval; the refund must
 * be locked. The bank is asked about it later. Throws when the refund was not pending: a bug.
 */
export async function settleResolvedRefund(
  tx: Transaction,
  { merchantId, environment, id }: StuckOrder,
  { resolution, bankId, now }: { resolution: Resolution; bankId: string | null; now: number },
): Promise<void> {
  const isDone = resolution === 'paid';
  const outcome = {
    ...{ merchantId, environment, id, resolution },
    status: isDone ? 'done' : 'failed',
    returnId: isDone ? bankId : null,
    failure: isDone ? null : NOT_PAID_FAILURE,
  } as const;
  const settled = await settleRefunds(tx, [outcome], now);
  if (settled.length === 0) throw new Error(`the stuck refund ${id} was not settled`);
}

/** Writes that the bank has said the same as the operators about a refund. */
export function confirmRefundResolution(
  database: Queryable,
  { merchantId, id }: TransactionKey,
  { at, returnId }: { readonly at: number; readonly returnId: string | null },
): Promise<void> {
  const word = { merchantId, id, at: new Date(at), bankId: returnId };
  return confirmResolution(database, RESOLVED_REFUNDS, word);
}

/** Reads refunds that were resolved in a period and that the bank has not confirmed. */
export async function readUnconfirmedRefunds(
  database: Queryable,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<RefundAtBank[]> {
  const period = { from: new Date(from), to: new Date(to), limit };
  return (await selectUnconfirmed(database, period)).map(refundAtBank);
}
