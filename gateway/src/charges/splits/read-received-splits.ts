import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, pageOf } from '#src/ground/database/read-page.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { readWaitingOfCharges } from '#src/ledger/settlements/read-next-settlements.ts';
import type { ListedSplit, ReceivedSplitFilter } from './received-split.ts';
import { selectEndOfWindow, selectReceivedSplits } from './received-split-store.ts';

export { sumReceivedSplits as sumSplitsByOrigin } from './received-split-store.ts';

/** Reads shares of a recipient, newest first, each with the part that waits for settlement. */
export async function readReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  page: ReceivedSplitFilter & { readonly limit: number },
): Promise<ListedSplit[]> {
  const splits = await selectReceivedSplits(database, scope, page);
  // The waiting parts are in the recipient's bucket, the shares in the buckets of the charges.
  const chargeIds = splits.map(({ chargeId }) => chargeId);
  const waiting = await readWaitingOfCharges(database, scope, chargeIds);
  return splits.map((split) => {
    const { amount = ZERO_CENTAVOS, lastDate = null } = waiting.get(split.chargeId) ?? {};
    return { ...split, pending: amount, availableOn: lastDate };
  });
}

/**
 * One page of a recipient's shares, newest first. With a status a page reads a limited number of
 * shares, so it may be short or empty although more follow at `next`.
 */
export async function listReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  filter: ReceivedSplitFilter & { readonly limit: number },
): Promise<Page<ListedSplit>> {
  const { limit } = filter;
  const isWindow = filter.status !== undefined && filter.chargeId === undefined;
  const readTo = isWindow ? await selectEndOfWindow(database, scope, filter) : undefined;
  const shares = await readReceivedSplits(database, scope, { ...filter, limit: limit + 1 });
  // Some buckets may have read further back than others: their oldest shares are for the next page.
  const rows = shares.filter(({ chargeId }) => readTo === undefined || chargeId >= readTo);
  const page = pageOf(rows, limit, ({ chargeId }) => chargeId);
  return { rows: page.rows, next: page.next ?? readTo ?? null };
}
