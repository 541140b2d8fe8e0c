import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import type { WebhookFault } from '#src/webhooks/webhook-event.ts';
import type { Charge, TransactionKey } from './charge.ts';
import { chargeOwners } from './charge-owner.ts';
import { endTimeOfTestCharge, markChargesExpired } from './charge-store.ts';
import { chargeEvents, chargesWithSplits } from './confirm-payments.ts';

/**
 * Expires charges whose time is over, in one transaction: status, canceled shares and event.
 * @returns the charges that this call expired.
 */
export async function expireCharges(
  deps: DatabaseAndClock,
  keys: readonly TransactionKey[],
): Promise<readonly Charge[]> {
  if (keys.length === 0) return [];
  const now = deps.clock.now();
  return deps.database.transaction((tx) => expireChargesIn(tx, keys, { now }));
}

/** As `expireCharges`, in the caller's transaction; `fault` is that of the webhooks. */
export async function expireChargesIn(
  tx: Transaction,
  keys: readonly TransactionKey[],
  { now, fault }: { readonly now: number; readonly fault?: WebhookFault | undefined },
): Promise<readonly Charge[]> {
  const rows = await markChargesExpired(tx, keys, new Date(now));
  const charges = await chargesWithSplits(tx, rows, 'canceled');
  const expired = charges.map(({ charge }) => charge);
  for (const { ended } of chargeOwners()) ended?.(tx, expired);
  const events = chargeEvents('deposit.expired', charges).map((event) => ({ ...event, fault }));
  await emitEvents(tx, events, now);
  return expired;
}

/**
 * Expires a pending charge of the test environment now, with its event, as if its time had
 * passed. A charge that has ended stays as it is. @returns whether it expired now.
 */
export function expireTestCharge(
  { database, clock }: DatabaseAndClock,
  key: TransactionKey,
  fault?: WebhookFault,
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    endTimeOfTestCharge(tx, { ...key, at: now });
    return (await expireChargesIn(tx, [key], { now, fault })).length > 0;
  });
}
