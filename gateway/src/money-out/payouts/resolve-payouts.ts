import {
  NOT_PAID_FAILURE,
  type Resolution,
  type StuckOrder,
} from '#src/bank/orders/order-resolutions.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';

/**
 * Settles a stuck payout as operators decided, in the transaction of the approval; the payout must
 * be locked. The bank is asked about it later. Throws when the payout was not pending: a bug.
 */
export async function settleResolvedPayout(
  deps: SettleDeps,
  tx: Transaction,
  { merchantId, environment, id }: StuckOrder,
  { resolution, bankId }: { resolution: Resolution; bankId: string | null },
): Promise<void> {
  const isPaid = resolution === 'paid';
  const outcome = {
    merchantId,
    environment,
    id,
    resolution,
    status: isPaid ? 'paid' : 'failed',
    endToEndId: isPaid ? bankId : null,
    failure: isPaid ? null : NOT_PAID_FAILURE,
  } as const;
  const settled = await settlePayouts(deps, tx, [outcome]);
  if (settled.length === 0) throw new Error(`the stuck payout ${id} was not settled`);
}
