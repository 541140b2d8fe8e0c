import type { Queryable } from '#src/platform/database/database.ts';
import type { Payout } from './payout.ts';
import { type PayoutKey, payoutFromRow, selectPayoutPage, selectPayouts } from './payout-store.ts';

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
