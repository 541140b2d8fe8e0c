import type { Queryable } from '#src/ground/database/database.ts';
import type { IdPage } from '#src/ground/database/id-pages.ts';
import type { Payout } from './payout.ts';
import {
  type PayoutKey,
  payoutFromRow,
  selectPayoutPage,
  selectPayoutPages,
  selectPayouts,
} from './payout-store.ts';

/** Reads payouts by their keys, in no order; unknown ones are omitted. */
export async function readPayouts(
  database: Queryable,
  keys: readonly PayoutKey[],
): Promise<Payout[]> {
  return (await selectPayouts(database, keys)).map(payoutFromRow);
}

/** A page of the payouts of a ledger scope: ids below `beforeId`, down to `fromId`. */
export interface PayoutPage {
  readonly merchantId: string;
  readonly environment: string;
  readonly beforeId: string;
  readonly fromId: string;
  readonly status: string | undefined;
  readonly externalId: string | undefined;
  readonly limit: number;
}

/** Reads one page of the payouts of a ledger scope, newest first. */
export async function listPayouts(database: Queryable, page: PayoutPage): Promise<Payout[]> {
  const { merchantId, environment, beforeId, fromId, status, externalId, limit } = page;
  const filter = [status ?? null, externalId ?? null];
  const values = [merchantId, environment, beforeId, fromId, ...filter, limit];
  return (await selectPayoutPage(database, values)).map(payoutFromRow);
}

/** Reads many pages in one query; the rows of each page are in no order. */
export async function listPayoutPages(
  database: Queryable,
  pages: readonly IdPage[],
): Promise<readonly (readonly Payout[])[]> {
  const listed = pages.map((): Payout[] => []);
  for (const row of await selectPayoutPages(database, pages)) {
    listed[row.page]?.push(payoutFromRow(row));
  }
  return listed;
}
