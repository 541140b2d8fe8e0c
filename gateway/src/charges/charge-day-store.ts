import type { Environment } from '#src/ledger/chart-of-accounts.ts';
import type { Queryable, Transaction } from '#src/platform/database.ts';

const ADD = {
  name: 'charge_days_add',
  text: `insert into charge_days as d (merchant_id, environment, day, part, created_count,
      created_paid_count, paid_count, paid_centavos)
    select merchant_id, environment, day, $2, created_count, created_paid_count, paid_count,
      paid_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, day date,
      created_count bigint, created_paid_count bigint, paid_count bigint, paid_centavos bigint)
    on conflict (merchant_id, environment, day, part) do update set
      created_count = d.created_count + excluded.created_count,
      created_paid_count = d.created_paid_count + excluded.created_paid_count,
      paid_count = d.paid_count + excluded.paid_count,
      paid_centavos = d.paid_centavos + excluded.paid_centavos`,
};
const SELECT = {
  name: 'charge_days_select',
  text: `select day::text, sum(created_count)::bigint as created_count,
      sum(created_paid_count)::bigint as created_paid_count,
      sum(paid_count)::bigint as paid_count, sum(paid_centavos)::bigint as paid_centavos
    from charge_days
    where merchant_id = $1 and environment = $2 and day between $3::date and $4::date
    group by day order by day`,
};

const SELECT_VOLUMES = {
  name: 'charge_days_volumes',
  text: `select merchant_id, environment, sum(created_count)::bigint as created_count,
      sum(paid_count)::bigint as paid_count, sum(paid_centavos)::bigint as paid_centavos
    from charge_days
    where merchant_id = any($1) and environment = any('{test,live}')
      and day between $2::date and $3::date
    group by merchant_id, environment`,
};

/** What a transaction adds to the counts of a merchant's day. */
export interface DayChange {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly day: string;
  created_count: number;
  created_paid_count: number;
  paid_count: number;
  paid_centavos: bigint;
}

export interface DayRow extends Record<string, unknown> {
  readonly day: string;
  readonly created_count: bigint;
  readonly created_paid_count: bigint;
  readonly paid_count: bigint;
  readonly paid_centavos: bigint;
}

/** Adds to one part of each day. Sorted by key, so that no two transactions wait for each other. */
export function addToDays(tx: Transaction, changes: readonly DayChange[], part: number): void {
  const rows = changes.map((change) => ({
    ...change,
    paid_centavos: change.paid_centavos.toString(),
  }));
  tx.send(ADD, [JSON.stringify(rows), part]);
}

/** The sums of a book's days from the first to the last, without those on which nothing was. */
export function selectDays(
  database: Queryable,
  period: { merchantId: string; environment: Environment; firstDay: string; lastDay: string },
): Promise<DayRow[]> {
  const { merchantId, environment, firstDay, lastDay } = period;
  return database.query<DayRow>(SELECT, [merchantId, environment, firstDay, lastDay]);
}

export interface VolumeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly created_count: bigint;
  readonly paid_count: bigint;
  readonly paid_centavos: bigint;
}

/** The sums of the books of several merchants over a period; a book without charges has no row. */
export function selectVolumes(
  database: Queryable,
  merchantIds: readonly string[],
  period: { firstDay: string; lastDay: string },
): Promise<VolumeRow[]> {
  const values = [merchantIds, period.firstDay, period.lastDay];
  return database.query<VolumeRow>(SELECT_VOLUMES, values);
}
