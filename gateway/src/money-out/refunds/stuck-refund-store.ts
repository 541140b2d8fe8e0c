import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';

const COUNT = {
  name: 'refunds_count_stuck',
  place: EACH_BUCKET,
  text: `select count(*) as stuck from (
      select from refunds
      where status = 'pending' and environment = 'live' and held_at is null
        and created_at < $1
      limit $2
    ) found`,
};

/** How many live refunds older than an instant have no result and are not held; up to a limit. */
export async function countStuck(
  database: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await database.query<{ stuck: bigint }>(COUNT, [before, limit]);
  return Math.min(sumCounts(rows, 'stuck'), limit);
}
