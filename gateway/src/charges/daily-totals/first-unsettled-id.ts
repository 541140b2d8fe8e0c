import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { selectFirstDraft } from './charge-day-store.ts';

/** Longer than any transaction and any difference of clocks, so that all older rows are visible. */
const RECENT_MS = MINUTE_MS;

/** The id below which no new row appears, except charges of drafts that are finished late. */
export function firstRecentId(now: number): string {
  return firstIdAt(now - RECENT_MS);
}

/**
 * The id below which no new charge appears: counts below it are final. A draft that is finished
 * late becomes a charge with an old id, so ids from the oldest draft on are not final. Call it
 * before you count: a draft that becomes a charge in between is then counted.
 */
export async function firstNonFinalId(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<string> {
  const recent = firstRecentId(now);
  const draft = await selectFirstDraft(database, scope);
  return draft && draft.id < recent ? draft.id : recent;
}
