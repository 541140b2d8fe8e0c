import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { deleteCalls } from './approval/approval-server-store.ts';
import { deleteRuns } from './automatic/automatic-payout-store.ts';
import { deleteBeneficiaryTotals } from './beneficiaries/beneficiary-total-store.ts';
import { deleteTotals } from './limits/payout-total-store.ts';

/** Limits read totals of the current day and night only; older totals are kept for this time. */
const TOTALS_KEPT_MS = 31 * DAY_MS;
/** Runs of automatic payouts; their payouts stay. */
const RUNS_KEPT_MS = 400 * DAY_MS;
const ROWS_MAX = 1_000;

/**
 * Deletes calls of approval servers from before an instant (milliseconds), totals of limits
 * older than 31 days, and runs of automatic payouts older than 400 days: up to a thousand of each
 * in this bucket.
 * @returns whether there may be more.
 */
export async function expireControlRows(
  database: Queryable,
  { now, callsBefore }: { readonly now: number; readonly callsBefore: number },
): Promise<boolean> {
  const limit = ROWS_MAX;
  const calls = await deleteCalls(database, { before: callsBefore, limit });
  const beforeDay = brazilianDayOf(now - TOTALS_KEPT_MS);
  const totals = await deleteTotals(database, { beforeDay, limit });
  const ofBeneficiaries = await deleteBeneficiaryTotals(database, { beforeDay, limit });
  const runs = await deleteRuns(database, { before: now - RUNS_KEPT_MS, limit });
  return [calls, totals, ofBeneficiaries, runs].some((deleted) => deleted >= ROWS_MAX);
}
