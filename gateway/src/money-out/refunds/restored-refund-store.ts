import type { Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

const MARK_UNCERTAIN = {
  name: 'refunds_mark_uncertain',
  text: `update refunds set uncertain_at = $1
    where status = 'pending' and environment = 'live' and uncertain_at is null`,
  place: EACH_BUCKET,
};

export async function markUncertain(tx: Transaction, at: Date): Promise<void> {
  await tx.query(MARK_UNCERTAIN, [at]);
}
