import type { Queryable } from '../database/database.ts';
import { selectClockOf } from './clock-item-store.ts';
import { selectClockTimes } from './clock-time-store.ts';
import type { ItemKey } from './test-clock.ts';

/** The clock of an item; undefined when the item lives in the real time. */
export function findClockOf(database: Queryable, key: ItemKey): Promise<string | undefined> {
  return selectClockOf(database, key);
}

/** The times of clocks, by their ids, in milliseconds. Without ids it sends no statement. */
export async function readClockTimes(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return ids.length === 0 ? new Map() : selectClockTimes(database, ids);
}
