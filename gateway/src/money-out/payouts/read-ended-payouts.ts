import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { selectEnded, selectLive, selectOutbound } from './ended-payouts-store.ts';
import type { Payout } from './payout.ts';
import { payoutFromRow } from './payout-store.ts';

/** The longest time from a payout's creation to its failure. */
const FAILS_WITHIN_MS = 90 * DAY_MS;

/** Reads live payouts that ended in a period (`to` is excluded), in no order. */
export async function readEndedPayouts(
  database: Queryable,
  { from, to }: { from: number; to: number },
): Promise<Payout[]> {
  const createdFrom = new Date(from - FAILS_WITHIN_MS);
  const rows = await selectEnded(database, { from: new Date(from), to: new Date(to), createdFrom });
  return rows.map(payoutFromRow);
}

/**
 * Reads the live payouts that were in transit at an instant: the bank may have taken their money,
 * and the ledger had not booked it. These are the payouts at the bank now, and those paid since.
 */
export async function readOutboundPayouts(database: Queryable, since: number): Promise<Payout[]> {
  return (await selectOutbound(database, new Date(since))).map(payoutFromRow);
}

/** Reads live payouts by their ids, of all merchants; unknown ones are omitted. */
export async function readLivePayouts(
  database: Queryable,
  ids: readonly string[],
): Promise<Payout[]> {
  return ids.length === 0 ? [] : (await selectLive(database, ids)).map(payoutFromRow);
}
