import type { Queryable } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import { selectEnded, selectLive, selectOutbound } from './ended-payouts-store.ts';
import type { Payout } from './payout.ts';
import { payoutFromRow } from './payout-store.ts';

/** For how long a bank may make a payout wait before it fails. */
const FAILS_WITHIN_MS = 90 * DAY_MS;

/** Live payouts that ended from an instant to another, the second excluded; in no order. */
export async function readEndedPayouts(
  database: Queryable,
  { from, to }: { from: number; to: number },
): Promise<Payout[]> {
  const createdFrom = new Date(from - FAILS_WITHIN_MS);
  const rows = await selectEnded(database, { from: new Date(from), to: new Date(to), createdFrom });
  return rows.map(payoutFromRow);
}

/**
 * Live payouts of which the bank may have taken the money while the ledger's bank account still had
 * it at an instant: those at the bank now, and those that were paid since.
 */
export async function readOutboundPayouts(database: Queryable, since: number): Promise<Payout[]> {
  return (await selectOutbound(database, new Date(since))).map(payoutFromRow);
}

/** Live payouts by their ids, of whatever merchant; unknown ones are left out. */
export async function readLivePayouts(
  database: Queryable,
  ids: readonly string[],
): Promise<Payout[]> {
  return ids.length === 0 ? [] : (await selectLive(database, ids)).map(payoutFromRow);
}
