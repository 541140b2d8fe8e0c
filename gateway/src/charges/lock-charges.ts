import type { Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';
import { lockSorted } from './charge-store.ts';

/**
 * Locks the charges that several steps of a transaction change, one group for each step. Each step
 * locks in the order of the ids, but two of them may not, and a payment locks accounts after its
 * charges. The charges of a single group are left to their step.
 */
export async function lockCharges(
  tx: Transaction,
  groups: readonly (readonly TransactionKey[])[],
): Promise<void> {
  const steps = groups.filter((group) => group.length > 0);
  if (steps.length > 1) await lockSorted(tx, steps.flat());
}
