import { brazilianDayOf } from '#src/platform/brazilian-days.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import { deleteCalls } from './approval/approval-server-store.ts';
import { deleteTotals } from './limits/payout-total-store.ts';

/** A limit counts in its own day or night; a payout that fails later gives nothing back. */
const TOTALS_KEPT_MS = 31 * DAY_MS;
const ROWS_MAX = 1_000;

/**
 * Deletes questions to approval servers from before an instant (milliseconds), and totals of limits
 * older than 31 days, up to a thousand of each in each bucket.
 * @returns whether there may be more.
 */
export async function expireControlRows(
  database: Queryable,
  { now, callsBefore }: { readonly now: number; readonly callsBefore: number },
): Promise<boolean> {
  const calls = await deleteCalls(database, callsBefore, ROWS_MAX);
  const totals = await deleteTotals(database, brazilianDayOf(now - TOTALS_KEPT_MS), ROWS_MAX);
  return calls >= ROWS_MAX || totals >= ROWS_MAX;
}
