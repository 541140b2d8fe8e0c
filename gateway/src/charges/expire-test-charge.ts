import type { WebhookFault } from '#src/webhooks/webhook-event.ts';
import type { TransactionKey } from './charge.ts';
import type { ConfirmDeps } from './confirm-payments.ts';
import { expireChargesIn } from './expire-charges.ts';
import { endTimeOfTestCharge } from './test-expiry-store.ts';

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
    endTimeOfTestCharge(tx, key, new Date(now));
    return (await expireChargesIn(tx, [key], { now, fault })).length > 0;
  });
}
