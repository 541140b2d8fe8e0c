import type { Queryable } from '../database/database.ts';
import { selectClockOf, selectClocksOf } from './clock-item-store.ts';
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

/** The times of the clocks of items, by the items' ids, in milliseconds; others are omitted. */
export async function readTimesOf(
  database: Queryable,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const clocks = await selectClocksOf(database, keys);
  const times = await readClockTimes(database, [...new Set(clocks.values())]);
  return new Map(
    [...clocks].flatMap(([id, clockId]) => {
      const time = times.get(clockId);
      return time === undefined ? [] : [[id, time] as const];
    }),
  );
}
