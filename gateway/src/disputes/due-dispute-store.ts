import type { Queryable } from '#src/platform/database/database.ts';

const COUNT = {
  name: 'disputes_count_due',
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
  const [row] = await database.query<{ due: bigint }>(COUNT, [after, until, limit]);
  return Number(row?.due ?? 0n);
}
