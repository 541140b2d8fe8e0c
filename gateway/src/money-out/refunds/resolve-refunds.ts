import {
  confirmResolution,
  NOT_PAID_FAILURE,
  type Resolution,
  type StuckOrder,
  stuckOrdersOf,
} from '#src/bank/orders/order-resolutions.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type RefundAtBank, refundAtBank } from './read-refunds-at-bank.ts';
import { RESOLVED_REFUNDS, selectUnconfirmed } from './refund-resolution-store.ts';
import { settleRefunds } from './settle-refunds.ts';

/** The queries of stuck refunds, and of resolutions that the bank has reversed. */
export const stuckRefunds = stuckOrdersOf(RESOLVED_REFUNDS);

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

/** Writes that the bank has confirmed the operators' resolution of a refund. */
export function confirmRefundResolution(
  database: Queryable,
  { merchantId, id }: TransactionKey,
  { at, returnId }: { readonly at: number; readonly returnId: string | null },
): Promise<void> {
  const answer = { merchantId, id, at: new Date(at), bankId: returnId };
  return confirmResolution(database, RESOLVED_REFUNDS, answer);
}

/** Reads refunds that were resolved in a period and that the bank has not confirmed. */
export async function readUnconfirmedRefunds(
  database: Queryable,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<RefundAtBank[]> {
  const period = { from: new Date(from), to: new Date(to), limit };
  return (await selectUnconfirmed(database, period)).map(refundAtBank);
}
