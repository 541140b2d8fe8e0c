import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { PayerOfCharge, PayerRange } from './charge.ts';
import { chargeOwners } from './charge-owner.ts';
import { selectDraftOf, selectPayerRange, selectPayers, selectUnfinished } from './payer-store.ts';

/** Reads the payers of charges of one scope, in the order of their ids. */
export function readPayers(
  database: Queryable,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<PayerOfCharge[]> {
  return selectPayers(database, scope, ids);
}

/** Reads the payers of the oldest charges of a range of ids, oldest first. */
export function readOldestPayers(database: Queryable, range: PayerRange): Promise<PayerOfCharge[]> {
  return selectPayerRange(database, range, 'oldest');
}

/** Reads the payers of the newest charges of a range of ids, newest first. */
export function readNewestPayers(database: Queryable, range: PayerRange): Promise<PayerOfCharge[]> {
  return selectPayerRange(database, range, 'newest');
}

/** Whether one of these charges may still be paid or has a refund on its way. */
export async function hasUnfinished(
  database: Queryable,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<boolean> {
  return (await selectUnfinished(database, scope, ids)) !== undefined;
}

/**
 * Whether a live charge of a document is being registered at the bank now, or an option of charges
 * will make or change one: the line of a batch, a change in a lot.
 */
export async function hasDraft(
  database: Queryable,
  scope: LedgerScope,
  document: string,
): Promise<boolean> {
  for (const { awaits } of chargeOwners()) {
    if (await awaits?.(database, scope, document)) return true;
  }
  return (await selectDraftOf(database, scope, document)) !== undefined;
}
