import type { Queryable } from '../database/database.ts';

const SELECT_TIMES = {
  name: 'test_clock_times',
  text: 'select id, now_at from test_clocks where id = any($1)',
};

/** The times of clocks, by their ids, in milliseconds. */
export async function selectClockTimes(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: string; now_at: number }>(SELECT_TIMES, [ids]);
  return new Map(rows.map((row) => [row.id, row.now_at]));
}
