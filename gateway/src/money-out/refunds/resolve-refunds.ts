import {
  NOT_PAID_FAILURE,
  type Resolution,
  type StuckOrder,
} from '#src/bank/orders/order-resolutions.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { settleRefunds } from './settle-refunds.ts';

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
    merchantId,
    environment,
    id,
    resolution,
    status: isDone ? 'done' : 'failed',
    returnId: isDone ? bankId : null,
    failure: isDone ? null : NOT_PAID_FAILURE,
  } as const;
  const settled = await settleRefunds(tx, [outcome], now);
  if (settled.length === 0) throw new Error(`the stuck refund ${id} was not settled`);
}
