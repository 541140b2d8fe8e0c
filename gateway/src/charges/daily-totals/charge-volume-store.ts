import * as f from '#src/ground/database/fields.ts';
import { many, mergedBy, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

const PAID = {
  paidCount: f.bigint,
  paidAmount: f.inColumn('paid_centavos', f.centavos),
};
const MERCHANTS = { merchants: f.bigint };

/** Days in Brasília, both included, as `2026-11-20`. */
const PERIOD = { environment: f.SCOPE.environment, firstDay: f.day, lastDay: f.day };
export type VolumePeriod = f.RecordOf<typeof PERIOD>;

const $ = paramsOf({ ...PERIOD, limit: f.count });
const IN_DAYS = sql`day between ${$.firstDay}::date and ${$.lastDay}::date`;
const IN_PERIOD = sql`environment = ${$.environment} and ${IN_DAYS}`;

/** Sums the payments of merchants in days; a ledger scope without payments has no row. */
export const selectVolumes = many(
  'charge_volumes_select',
  {
    ...f.SCOPE,
    ...PAID,
  },
  sql`select merchant_id, environment, sum(paid_count)::bigint as paid_count,
      sum(paid_centavos)::bigint as paid_centavos
    from charge_days
    where merchant_id = any(${param('merchantIds', f.listOf(f.uuid))})
      and environment = any('{test,live}') and ${IN_DAYS}
    group by merchant_id, environment`,
  EACH_BUCKET,
);

/**
 * Sums the payments of all merchants by day; at most one row for each bucket and day. `merchants`
 * is the number of those that received at least one payment on the day.
 */
export const sumVolumeByDay = many(
  'charge_days_sum_days',
  {
    day: f.day,
    ...PAID,
    ...MERCHANTS,
  },
  sql`select day::text, sum(paid_count)::bigint as paid_count,
      sum(paid_centavos)::bigint as paid_centavos,
      count(*) filter (where paid_count > 0) as merchants
    from charge_days where ${IN_PERIOD} group by day`,
  EACH_BUCKET,
);

/** How many merchants received a payment in a period; a row for each bucket. */
export const countPaidMerchants = many(
  'charge_days_count_merchants',
  MERCHANTS,
  sql`select count(distinct merchant_id) as merchants
    from charge_days where ${IN_PERIOD} and paid_count > 0`,
  EACH_BUCKET,
);

/** The merchants that received most in a period, the largest sum first. */
export const selectTopMerchants = many(
  'charge_days_top_merchants',
  {
    merchantId: f.uuid,
    ...PAID,
  },
  sql`select merchant_id, sum(paid_count)::bigint as paid_count,
      sum(paid_centavos)::bigint as paid_centavos
    from charge_days where ${IN_PERIOD} and paid_count > 0
    group by merchant_id order by paid_centavos desc limit ${$.limit}`,
  mergedBy('paid_centavos', 'descending', $.limit),
);
