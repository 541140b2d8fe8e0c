import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';
import {
  addDisputed,
  addDisputedShares,
  type DisputedChange,
  selectPaidCharges,
} from './charge-dispute-store.ts';
import type { ChangedSplitRow, ShareChange } from './charge-split-store.ts';
import { keyOfRow } from './read-charges.ts';

/** The changes by disputes of one charge, which this transaction has locked. */
export interface ChargeDisputesChange extends DisputedChange {
  readonly shares: readonly Pick<ShareChange, 'recipientId' | 'amount'>[];
}

/**
 * Writes the changes by disputes to their charges and shares. Each charge at most once.
 * @returns the changed shares.
 */
export function changeDisputedOfCharges(
  tx: Transaction,
  changes: readonly ChargeDisputesChange[],
): Promise<readonly ChangedSplitRow[]> {
  addDisputed(tx, changes);
  return addDisputedShares(
    tx,
    changes.flatMap(({ merchantId, environment, id, shares }) =>
      shares
        .filter(({ amount }) => amount !== 0n)
        .map((share) => ({ merchantId, environment, id, ...share })),
    ),
  );
}

/** The live charges that payments have paid, by the payments' end-to-end ids. */
export async function findPaidCharges(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, TransactionKey>> {
  const rows = await selectPaidCharges(database, { endToEndIds });
  return new Map(
    rows.flatMap((row) => (row.end_to_end_id ? [[row.end_to_end_id, keyOfRow(row)]] : [])),
  );
}
