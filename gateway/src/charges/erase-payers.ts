import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { chargeOwners } from './charge-owner.ts';
import { type LockedPayer, lockPayers, writeErasedPayers } from './payer-store.ts';

/**
 * Puts a mark in place of the payers of charges, and removes e-mail, description and utm, which may
 * name a person. Amounts, ids, references and dates stay. Pending charges are left out. Returns the
 * charges that it changed; they are locked until the transaction ends.
 */
export async function erasePayers(
  tx: Transaction,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<readonly LockedPayer[]> {
  const locked = await lockPayers(tx, { ...scope, ids });
  if (locked.length === 0) return locked;
  const charges = { ...scope, ids: locked.map(({ id }) => id) };
  writeErasedPayers(tx, charges);
  for (const { erased } of chargeOwners()) erased?.(tx, charges);
  return locked;
}
