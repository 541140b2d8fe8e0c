import type { WebhookFault } from '#src/webhooks/webhook-event.ts';
import type { TransactionKey } from './charge.ts';
import { endTimeOfTestCharge } from './charge-store.ts';
import type { ConfirmDeps } from './confirm-payments.ts';
import { expireChargesIn } from './expire-charges.ts';

/**
 * Expires a pending charge of the test environment now, with its event, as if its time had
 * passed. A charge that has ended stays as it is. @returns whether it expired now.
 */
export function expireTestCharge(
  { database, clock }: ConfirmDeps,
  key: TransactionKey,
  fault?: WebhookFault,
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    endTimeOfTestCharge(tx, { ...key, at: now });
    return (await expireChargesIn(tx, [key], { now, fault })).length > 0;
  });
}
