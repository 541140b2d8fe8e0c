import type { Transaction } from '#src/ground/database/database.ts';
import { markUncertain } from './payout-store.ts';

/**
 * Makes every open live payout one that the bank may have, in a restored database: the worker then
 * asks the bank for it by its id, and sends it only after the quarantine if the bank doesn't know
 * it.
 */
export function askBeforeSendingPayouts(tx: Transaction, at: Date): Promise<void> {
  return markUncertain(tx, { at });
}
