import type { Transaction } from '#src/ground/database/database.ts';
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

// In a restored database a waiting payout may have been sent after the restored instant.
const LOCK_UNCERTAIN = {
  name: 'payouts_lock_waiting_uncertain',
  text: `select amount_centavos from payouts
    where merchant_id = $1 and environment = $2 and id = $3 and status = 'pending'
      and uncertain_at is not null and not is_known_at_bank and waits_until > $4
      and withdrawn_code is null
    for update`,
};

/**
 * Locks a payout that waits for a stop or for its new destination; returns its amount, or undefined
 * when the payout doesn't wait.
 */
export async function lockWaitingPayout(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  at: Date,
): Promise<bigint | undefined> {
  const values = [merchantId, environment, id, at];
  for (const statement of [LOCK_WAITING, LOCK_UNCERTAIN]) {
    const [row] = await tx.query<{ amount_centavos: bigint }>(statement, values);
    if (row) return row.amount_centavos;
  }
  return undefined;
}
