import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { selectFirstDraft } from './charge-day-store.ts';

/** Longer than any transaction and any difference of clocks: all older ids are visible. */
const SETTLED_AFTER_MS = MINUTE_MS;

/** The id below which no row can appear any more, apart from drafts that are finished late. */
export function settledBefore(now: number): string {
  return firstIdAt(now - SETTLED_AFTER_MS);
}

/**
 * The id below which no charge can appear any more. A draft that is finished late becomes a charge
 * with an old id, so ids from the oldest draft on are not settled. The draft is read before charges
 * are counted: a draft that has become a charge by then is counted.
 */
export async function firstUnsettledId(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<string> {
  const recent = settledBefore(now);
  const draft = await selectFirstDraft(database, scope);
  return draft !== undefined && draft < recent ? draft : recent;
}
