import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

const SELECT = {
  name: 'charge_volumes_select',
  place: EACH_BUCKET,
  text: `select merchant_id, environment, sum(paid_count)::bigint as paid_count,
      sum(paid_centavos)::bigint as paid_centavos
    from charge_days
    where merchant_id = any($1) and environment = any('{test,live}')
      and day between $2::date and $3::date
    group by merchant_id, environment`,
};

export interface VolumeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly paid_count: bigint;
  readonly paid_centavos: bigint;
}

/** Sums the payments of merchants in a period; a ledger scope without payments has no row. */
export function selectVolumes(
  database: Queryable,
  merchantIds: readonly string[],
  period: { firstDay: string; lastDay: string },
): Promise<VolumeRow[]> {
  const values = [merchantIds, period.firstDay, period.lastDay];
  return database.query<VolumeRow>(SELECT, values);
}
