import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';

const COUNT = {
  name: 'disputes_count_due',
  place: EACH_BUCKET,
  text: `select count(*) as due from (
      select from disputes
      where status = 'open' and defense_due_at > $1 and defense_due_at <= $2
        and environment = 'live'
      limit $3
    ) found`,
};

/** How many live disputes without a defence have their deadline in a period; up to a limit. */
export async function countDueBetween(
  database: Queryable,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<number> {
  const rows = await database.query<{ due: bigint }>(COUNT, [after, until, limit]);
  return Math.min(sumCounts(rows, 'due'), limit);
}
