import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type IdPage, pagesWithRows } from '#src/ground/database/id-pages.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import type { Payout, PayoutKey } from './payout.ts';
import {
  countFailed,
  selectPayoutPage,
  selectPayoutPages,
  selectPayouts,
} from './payout-read-store.ts';

const COUNT_MAX = 1_000;

/** Reads payouts by their keys, in no order; unknown ones are omitted. */
export function readPayouts(database: Queryable, keys: readonly PayoutKey[]): Promise<Payout[]> {
  return selectPayouts(database, { keys });
}

/** A page of the payouts of a ledger scope: ids below `beforeId`, down to `fromId`. */
export interface PayoutPage {
  readonly merchantId: string;
  readonly environment: Environment;
  readonly beforeId: string;
  readonly fromId: string;
  readonly status: string | undefined;
  readonly externalId: string | undefined;
  readonly limit: number;
}

/** Reads one page of the payouts of a ledger scope, newest first. */
export function listPayouts(database: Queryable, page: PayoutPage): Promise<Payout[]> {
  const { status = null, externalId = null } = page;
  return selectPayoutPage(database, { ...page, status, externalId });
}

/** Reads many pages in one query; the rows of each page are in no order. */
export async function listPayoutPages(
  database: Queryable,
  pages: readonly IdPage[],
): Promise<readonly (readonly Payout[])[]> {
  const listed = pages.map((): Payout[] => []);
  const wanted = pagesWithRows(pages);
  const found = wanted.length === 0 ? [] : await selectPayoutPages(database, { pages: wanted });
  for (const { page, payout } of found) listed[page]?.push(payout);
  return listed;
}

/** Counts failed payouts that were created since an instant (milliseconds); at most 1,000. */
export async function countFailedPayouts(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<number> {
  const { merchantId, environment } = scope;
  const wanted = { merchantId, environment, fromId: firstIdAt(since), countMax: COUNT_MAX };
  return (await countFailed(database, wanted)).count;
}
