import type { Transaction } from '#src/platform/database/database.ts';
import type { PayoutKey } from './payout-store.ts';

// An attempt to send locks the same row: a payout is either begun or cancelled.
const LOCK_WAITING = {
  name: 'payouts_lock_waiting',
  text: `select amount_centavos from payouts
    where merchant_id = $1 and environment = $2 and id = $3 and status = 'pending'
      and uncertain_at is null and not is_known_at_bank
      and (stopped_at is not null or waits_until > $4)
    for update`,
};

/**
 * Locks a payout that waits for a stop or for its new destination, and that the bank can't have
 * got; returns its amount, or undefined when the payout doesn't wait.
 */
export async function lockWaitingPayout(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  at: Date,
): Promise<bigint | undefined> {
  const values = [merchantId, environment, id, at];
  const [row] = await tx.query<{ amount_centavos: bigint }>(LOCK_WAITING, values);
  return row?.amount_centavos;
}
