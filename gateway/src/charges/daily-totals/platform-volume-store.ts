import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';

const IN_PERIOD = 'environment = $1 and day between $2::date and $3::date';
const SUM_DAYS = {
  name: 'charge_days_sum_days',
  place: EACH_BUCKET,
  text: `select day::text, sum(paid_count)::bigint as paid_count,
      sum(paid_centavos)::bigint as paid_centavos,
      count(*) filter (where paid_count > 0) as merchants
    from charge_days where ${IN_PERIOD} group by day`,
};
const COUNT_MERCHANTS = {
  name: 'charge_days_count_merchants',
  place: EACH_BUCKET,
  text: `select count(distinct merchant_id) as merchants
    from charge_days where ${IN_PERIOD} and paid_count > 0`,
};
const TOP_MERCHANTS = {
  name: 'charge_days_top_merchants',
  place: eachBucketBy('paid_centavos', 'descending', 4),
  text: `select merchant_id, sum(paid_count)::bigint as paid_count,
      sum(paid_centavos)::bigint as paid_centavos
    from charge_days where ${IN_PERIOD} and paid_count > 0
    group by merchant_id order by paid_centavos desc limit $4`,
};

/** Days in Brasília, both included, as `2026-11-20`. */
export interface VolumePeriod {
  readonly environment: Environment;
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface DayVolumeRow extends Record<string, unknown> {
  readonly day: string;
  readonly paid_count: bigint;
  readonly paid_centavos: bigint;
  /** Merchants that received at least one payment on the day. */
  readonly merchants: bigint;
}

/** Sums the payments of all merchants by day; at most one row for each bucket and day. */
export function sumVolumeByDay(
  database: Queryable,
  { environment, firstDay, lastDay }: VolumePeriod,
): Promise<DayVolumeRow[]> {
  return database.query<DayVolumeRow>(SUM_DAYS, [environment, firstDay, lastDay]);
}

/** How many merchants received a payment in a period; a row for each bucket. */
export function countPaidMerchants(
  database: Queryable,
  { environment, firstDay, lastDay }: VolumePeriod,
): Promise<{ merchants: bigint }[]> {
  const values = [environment, firstDay, lastDay];
  return database.query<{ merchants: bigint }>(COUNT_MERCHANTS, values);
}

export interface MerchantVolumeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly paid_count: bigint;
  readonly paid_centavos: bigint;
}

/** The merchants that received most in a period, the largest sum first. */
export function selectTopMerchants(
  database: Queryable,
  { environment, firstDay, lastDay }: VolumePeriod,
  limit: number,
): Promise<MerchantVolumeRow[]> {
  const values = [environment, firstDay, lastDay, limit];
  return database.query<MerchantVolumeRow>(TOP_MERCHANTS, values);
}
