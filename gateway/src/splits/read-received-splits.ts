import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import type { IdRange, ListedSplit, OriginSum, ReceivedSplitFilter } from './received-split.ts';
import { selectReceivedSplits, sumReceivedSplits } from './received-split-store.ts';

/** One page of a recipient's shares, newest first. */
export function listReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  filter: ReceivedSplitFilter & { readonly limit: number },
): Promise<Page<ListedSplit>> {
  return readPage(
    filter.limit,
    (limit) => selectReceivedSplits(database, scope, { ...filter, limit }),
    ({ chargeId }) => chargeId,
  );
}

/** The sums of a recipient's shares by origin, the largest first; at most a hundred origins. */
export function sumSplitsByOrigin(
  database: Queryable,
  scope: LedgerScope,
  range: IdRange,
): Promise<OriginSum[]> {
  return sumReceivedSplits(database, scope, range);
}
