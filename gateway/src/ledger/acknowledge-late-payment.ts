import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { markSeen } from './late-payment-store.ts';

/**
 * Marks a late payment as seen by an operator and writes it to the audit log. Refuses
 * `late_payment_not_found` when no unseen one has this id.
 */
export async function acknowledgeLatePayment(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const row = await markSeen(tx, id, new Date(now));
    if (!row) throw new Refusal('late_payment_not_found');
    const debt = centavosToJson(centavos(row.debt_centavos));
    const details = { amount: centavosToJson(centavos(row.amount_centavos)), debt };
    const { kind, merchant_id: merchantId } = row;
    recordChange(tx, by, { action: `${kind}.late_seen`, merchantId, subject: id, details }, now);
  });
}
