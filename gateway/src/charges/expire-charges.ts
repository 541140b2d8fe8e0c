import { emitEvents } from '#src/webhooks/emit-events.ts';
import type { Charge, TransactionKey } from './charge.ts';
import { markChargesExpired } from './charge-store.ts';
import { type ConfirmDeps, chargeEvents, chargesWithSplits } from './confirm-payments.ts';

/**
 * Expires charges whose time is over, in one transaction: status, canceled shares and event.
 * @returns the charges that this call expired.
 */
export async function expireCharges(
  deps: ConfirmDeps,
  keys: readonly TransactionKey[],
): Promise<readonly Charge[]> {
  if (keys.length === 0) return [];
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const rows = await markChargesExpired(tx, keys, new Date(now));
    const charges = await chargesWithSplits(tx, rows, 'canceled');
    await emitEvents(tx, chargeEvents('deposit.expired', charges), now);
    return charges.map(({ charge }) => charge);
  });
}
