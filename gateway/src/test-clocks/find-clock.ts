import type { Queryable } from '#src/platform/database/database.ts';
import { selectClockOf } from './clock-item-store.ts';
import type { ItemKey } from './test-clock.ts';

/** The clock that something lives in; undefined when it lives in the real time. */
export function findClockOf(database: Queryable, key: ItemKey): Promise<string | undefined> {
  return selectClockOf(database, key);
}
