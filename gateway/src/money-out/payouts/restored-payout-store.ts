import type { Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

// A payout that waited for a stop or an approval may have been sent after the restored instant.
const MARK_UNCERTAIN = {
  name: 'payouts_mark_uncertain',
  text: `update payouts set uncertain_at = $1, stopped_at = null,
      due_at = case when stopped_at is not null and held_at is null then $1 else due_at end
    where status in ('pending', 'awaiting_approval') and environment = 'live'
      and uncertain_at is null`,
  place: EACH_BUCKET,
};

export async function markUncertain(tx: Transaction, at: Date): Promise<void> {
  await tx.query(MARK_UNCERTAIN, [at]);
}
