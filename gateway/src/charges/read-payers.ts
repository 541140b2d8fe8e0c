import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { chargeOwners } from './charge-owner.ts';
import { findUnfinished, selectDraftOf } from './payer-store.ts';

export {
  selectNewestPayers as readNewestPayers,
  selectOldestPayers as readOldestPayers,
  selectPayers as readPayers,
} from './payer-store.ts';

/** Whether one of these charges may still be paid or has a refund on its way. */
export async function hasUnfinished(
  database: Queryable,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<boolean> {
  return (await findUnfinished(database, { ...scope, ids })) > 0;
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
  return (await selectDraftOf(database, { ...scope, document })) !== undefined;
}
