import type { Queryable } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { many, maybeOne, param, paramsOf, rowsOf, sql } from '../database/sql.ts';
import { ITEM_KEY, type ItemKey, TEST_CLOCK } from './test-clock.ts';

const CLOCK_ID = { clockId: f.uuid };

const $ = paramsOf(ITEM_KEY);

/** The clock of an item; undefined when the item lives in the real time. */
export const findClockOf = maybeOne(
  'test_clock_items_clock',
  CLOCK_ID,
  sql`select clock_id from test_clock_items
    where merchant_id = ${$.merchantId} and environment = 'test' and kind = ${$.kind}
      and id = ${$.id}`,
);

const selectClocks = many(
  'test_clock_items_clocks',
  { id: f.uuid, ...CLOCK_ID },
  sql`select i.id, i.clock_id from ${rowsOf('keys', 'row', ITEM_KEY)}
    join test_clock_items i on (i.merchant_id, i.environment, i.kind, i.id)
      = (row.merchant_id, 'test', row.kind, row.id)`,
);

const selectTimes = many(
  'test_clock_times',
  { id: f.uuid, now: TEST_CLOCK.now },
  sql`select id, now_at from test_clocks where id = any(${param('ids', f.listOf(f.uuid))})`,
);

/** The times of clocks, by their ids, in milliseconds. Without ids it sends no statement. */
export async function readClockTimes(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const times = ids.length === 0 ? [] : await selectTimes(database, { ids });
  return new Map(times.map(({ id, now }) => [id, now]));
}

/** The times of the clocks of items, by the items' ids, in milliseconds; others are omitted. */
export async function readTimesOf(
  database: Queryable,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const items = await selectClocks(database, { keys });
  const times = await readClockTimes(database, [...new Set(items.map(({ clockId }) => clockId))]);
  return new Map(
    items.flatMap(({ id, clockId }) => {
      const time = times.get(clockId);
      return time === undefined ? [] : [[id, time] as const];
    }),
  );
}
