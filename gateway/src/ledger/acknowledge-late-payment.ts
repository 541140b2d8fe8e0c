import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { markSeen } from './late-payment-store.ts';

/**
 * Marks a late payment as seen by an operator and writes it to the audit log. Refuses
 * `late_payment_not_found` when no unseen one has this id.
 */
export async function acknowledgeLatePayment(
  { database, clock }: DatabaseAndClock,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const row = await markSeen(tx, { id, at: now });
    if (!row) throw new Refusal('late_payment_not_found');
    const details = { amount: centavosToJson(row.amount), debt: centavosToJson(row.debt) };
    const { kind, merchantId } = row;
    recordChange(tx, by, { action: `${kind}.late_seen`, merchantId, subject: id, details }, now);
  });
}
