import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { centavosToJson } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { markFailureSeen } from './unrequested-refund-store.ts';

export interface AcknowledgeDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Marks a refund that is booked here and failed at the bank as seen by an operator, and writes it
 * to the audit log. Refuses `failed_refund_not_found` when no unseen one has this id.
 */
export async function acknowledgeFailedRefund(
  { database, clock }: AcknowledgeDeps,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const seen = await markFailureSeen(tx, id, new Date(now));
    if (!seen) throw new Refusal('failed_refund_not_found');
    const action = 'incoming_payment.failed_refund_seen';
    const change = { action, merchantId: null, subject: seen.endToEndId } as const;
    recordChange(tx, by, { ...change, details: { amount: centavosToJson(seen.amount) } }, now);
  });
}
