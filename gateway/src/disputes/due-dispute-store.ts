import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';

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

const LIST = {
  name: 'disputes_list_due',
  place: eachBucketBy('defense_due_at', 'ascending', 3),
  text: `select d.id, d.charge_id, d.end_to_end_id, d.amount_centavos, d.defense_due_at, m.username
    from disputes d join merchants m on m.merchant_id = d.merchant_id
    where d.status = 'open' and d.defense_due_at > $1 and d.defense_due_at <= $2
      and d.environment = 'live'
    order by d.defense_due_at limit $3`,
};

/** A live dispute without a defence. Its deadline is in milliseconds since 1970. */
export interface DueDispute {
  readonly id: string;
  readonly chargeId: string;
  readonly endToEndId: string;
  readonly username: string;
  readonly amount: Centavos;
  readonly defenseDueAt: number;
}

interface DueRow extends Record<string, unknown> {
  readonly id: string;
  readonly charge_id: string;
  readonly end_to_end_id: string;
  readonly username: string;
  readonly amount_centavos: bigint;
  readonly defense_due_at: number;
}

/** The live disputes without a defence that have their deadline in a period, soonest first. */
export async function selectDueBetween(
  database: Queryable,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<DueDispute[]> {
  const rows = await database.query<DueRow>(LIST, [after, until, limit]);
  return rows.map((row) => ({
    id: row.id,
    chargeId: row.charge_id,
    endToEndId: row.end_to_end_id,
    username: row.username,
    amount: centavos(row.amount_centavos),
    defenseDueAt: row.defense_due_at,
  }));
}

/** How many live disputes without a defence have their deadline in a period; up to a limit. */
export async function countDueBetween(
  database: Queryable,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<number> {
  const rows = await database.query<{ due: bigint }>(COUNT, [after, until, limit]);
  return Math.min(sumCounts(rows, 'due'), limit);
}
