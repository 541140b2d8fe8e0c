import {
  confirmResolution,
  NOT_PAID_FAILURE,
  type Resolution,
  type StuckOrder,
  stuckOrdersOf,
} from '#src/bank/orders/order-resolutions.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Payout } from './payout.ts';
import { RESOLVED_PAYOUTS, selectUnconfirmed } from './payout-resolution-store.ts';
import { payoutFromRow } from './payout-store.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';

/** The queries of stuck payouts, and of resolutions that the bank has reversed. */
export const stuckPayouts = stuckOrdersOf(RESOLVED_PAYOUTS);

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
    ...{ merchantId, environment, id, resolution },
    status: isPaid ? 'paid' : 'failed',
    endToEndId: isPaid ? bankId : null,
    failure: isPaid ? null : NOT_PAID_FAILURE,
  } as const;
  const settled = await settlePayouts(deps, tx, [outcome]);
  if (settled.length === 0) throw new Error(`the stuck payout ${id} was not settled`);
}

/** Writes that the bank has confirmed the operators' resolution of a payout. */
export function confirmPayoutResolution(
  database: Queryable,
  { merchantId, id }: Payout,
  { at, endToEndId }: { readonly at: number; readonly endToEndId: string | null },
): Promise<void> {
  const answer = { merchantId, id, at: new Date(at), bankId: endToEndId };
  return confirmResolution(database, RESOLVED_PAYOUTS, answer);
}

/** Reads payouts that were resolved in a period and that the bank has not confirmed. */
export async function readUnconfirmedPayouts(
  database: Queryable,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<Payout[]> {
  const period = { from: new Date(from), to: new Date(to), limit };
  return (await selectUnconfirmed(database, period)).map(payoutFromRow);
}
