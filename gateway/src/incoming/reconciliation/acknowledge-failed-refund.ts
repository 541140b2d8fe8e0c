import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
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
