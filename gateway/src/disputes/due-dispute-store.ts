import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, mergedBy, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';

/** A live dispute without a defence. Its deadline is in milliseconds since 1970. */
const DUE = {
  id: f.uuid,
  chargeId: f.uuid,
  endToEndId: f.text,
  amount: f.inColumn('amount_centavos', f.centavos),
  defenseDueAt: f.neverNull(f.instant),
  username: f.text,
};
export type DueDispute = f.RecordOf<typeof DUE>;

const $ = paramsOf({
  ...f.SCOPE,
  after: f.instant,
  until: f.instant,
  limit: f.count,
});

const countOfBuckets = many(
  'disputes_count_due',
  { due: f.bigint },
  sql`select count(*) as due from (
      select from disputes
      where status = 'open' and defense_due_at > ${$.after} and defense_due_at <= ${$.until}
        and environment = 'live'
      limit ${$.limit}
    ) found`,
  EACH_BUCKET,
);

/** The disputes of a scope without a defence whose deadline is after an instant, up to 100. */
export const selectToDefend = many(
  'disputes_select_to_defend',
  { id: f.uuid, defenseDueAt: f.orNull(f.instant) },
  sql`select id, defense_due_at from disputes
    where merchant_id = ${$.merchantId} and environment = ${$.environment} and status = 'open'
      and coalesce(defense_due_at, 'infinity') > ${$.after}
    order by coalesce(defense_due_at, 'infinity') desc, id desc limit 100`,
);

/** The live disputes without a defence that have their deadline in a period, soonest first. */
export const selectDueBetween = many(
  'disputes_list_due',
  DUE,
  sql`select d.id, d.charge_id, d.end_to_end_id, d.amount_centavos, d.defense_due_at, m.username
    from disputes d join merchants m on m.merchant_id = d.merchant_id
    where d.status = 'open' and d.defense_due_at > ${$.after}
      and d.defense_due_at <= ${$.until}
      and d.environment = 'live'
    order by d.defense_due_at limit ${$.limit}`,
  mergedBy('defense_due_at', 'ascending', $.limit),
);

/** How many live disputes without a defence have their deadline in a period; up to a limit. */
export async function countDueBetween(
  database: Queryable,
  wanted: { readonly after: number; readonly until: number; readonly limit: number },
): Promise<number> {
  return Math.min(sumCounts(await countOfBuckets(database, wanted), 'due'), wanted.limit);
}
