import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { Transfer } from './transfer.ts';
import { selectTransfers } from './transfer-store.ts';

/** One page of the transfers that a merchant sent and received, newest first. */
export function listTransfers(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<Transfer>> {
  return readPage(
    limit,
    (rowsMax) => selectTransfers(database, scope, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}
