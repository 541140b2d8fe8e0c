import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { IdPage } from '#src/ground/database/id-pages.ts';
import type { ChargePage, TransactionKey } from './charge.ts';
import { selectSplits } from './charge-split-store.ts';
import { isWritten, type ListedCharge, type PageCharge } from './charge-view.ts';
import { splitFromRow } from './read-charges.ts';
import { selectShown, selectShownPage, selectShownPages } from './shown-charge-store.ts';

/** Reads charges to show them, in no order; `index` is that of the key. */
export async function readShownCharges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<readonly ListedCharge[]> {
  return withShares(database, await selectShown(database, keys), keys);
}

/** Reads one page of the charges of a ledger scope to show them, newest first. */
export async function listShownCharges(
  database: Queryable,
  page: ChargePage,
): Promise<readonly PageCharge[]> {
  return withShares(database, await selectShownPage(database, page), [page]);
}

/** Reads many pages of charges to show them, in no order; `index` is that of the page. */
export async function listShownPages(
  database: Queryable,
  pages: readonly IdPage[],
): Promise<readonly PageCharge[]> {
  return withShares(database, await selectShownPages(database, pages), pages);
}

/** Reads the shares of charges; `scopes` are those of the indexes of the rows. */
async function withShares<Row extends PageCharge>(
  database: Queryable,
  rows: readonly Row[],
  scopes: readonly LedgerScope[],
): Promise<readonly Row[]> {
  const keys = new Map<string, TransactionKey>();
  for (const row of rows) {
    if (isWritten(row) || row.splitCount === 0) continue;
    const { index, charge } = row;
    const scope = scopes[index];
    if (scope) keys.set(charge.id, { ...scope, id: charge.id });
  }
  if (keys.size === 0) return rows;
  const splits = await selectSplits(database, [...keys.values()]);
  const byCharge = Map.groupBy(splits, (split) => split.charge_id);
  return rows.map((row) => {
    if (isWritten(row)) return row;
    const shares = byCharge.get(row.charge.id);
    return shares ? { ...row, charge: { ...row.charge, splits: shares.map(splitFromRow) } } : row;
  });
}
