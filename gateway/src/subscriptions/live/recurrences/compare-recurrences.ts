import type { Queryable } from '#src/ground/database/database.ts';
import { selectCalledIds, selectKnownIds } from './recurrence-store.ts';

/** Those of the ids of a bank's list that subscriptions of this gateway name. */
export function readKnownRecurrences(
  database: Queryable,
  recurrenceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectKnownIds(database, recurrenceIds);
}

/** The ids at the bank of recurrences first asked for in a period; `to` is excluded. */
export function readCalledRecurrences(
  database: Queryable,
  period: { readonly from: number; readonly to: number },
): Promise<readonly string[]> {
  return selectCalledIds(database, period);
}
