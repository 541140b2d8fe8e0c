import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';

const COLUMNS = `s.charge_id, s.basis_points, s.amount_centavos, s.refunded_centavos, s.status,
  s.external_id, s.utm, m.username as origin_username, m.name as origin_name, c.paid_at`;
// The page is cut before anything is joined to it: a planner that thinks of joining first would
// read every charge of the origins.
const pageOf = (condition: string): string => `with page as materialized (
      select * from charge_splits
      where recipient_id = $1 and environment = $2 and charge_id >= $3 and charge_id < $4
        ${condition}
      order by charge_id desc limit $5
    )
    select ${COLUMNS} from page s
    join merchants m on m.merchant_id = s.merchant_id
    join charges c
      on (c.merchant_id, c.environment, c.id) = (s.merchant_id, s.environment, s.charge_id)
    order by s.charge_id desc`;
const SELECT = { name: 'splits_received_select', text: pageOf('') };
const SELECT_BY_STATUS = {
  name: 'splits_received_select_by_status',
  text: pageOf('and status = $6'),
};
const SUM_BY_ORIGIN = {
  name: 'splits_received_sum_by_origin',
  text: `select m.username, m.name, sums.count, sums.paid_centavos, sums.pending_centavos
    from (
      select merchant_id, count(*) as count,
        coalesce(sum(amount_centavos - refunded_centavos)
          filter (where status not in ('pending', 'canceled')), 0)::bigint as paid_centavos,
        coalesce(sum(amount_centavos) filter (where status = 'pending'), 0)::bigint
          as pending_centavos
      from charge_splits
      where recipient_id = $1 and environment = $2 and charge_id >= $3 and charge_id < $4
      group by merchant_id
    ) sums
    join merchants m using (merchant_id)
    order by sums.paid_centavos desc, m.username limit 100`,
};

/** A stretch of charge ids, newest first: the upper end is exclusive. */
export interface IdStretch {
  readonly fromId: string;
  readonly beforeId: string;
}

export interface ReceivedSplitRow extends Record<string, unknown> {
  readonly charge_id: string;
  readonly basis_points: bigint;
  readonly amount_centavos: bigint;
  readonly refunded_centavos: bigint;
  readonly status: 'pending' | 'paid' | 'canceled' | 'partially_refunded' | 'refunded';
  readonly external_id: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly origin_username: string;
  readonly origin_name: string;
  readonly paid_at: number | null;
}

/** The shares of a recipient, newest first. */
export function selectReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  page: IdStretch & { limit: number; status: string | undefined },
): Promise<ReceivedSplitRow[]> {
  const values = [merchantId, environment, page.fromId, page.beforeId, page.limit];
  return page.status === undefined
    ? database.query<ReceivedSplitRow>(SELECT, values)
    : database.query<ReceivedSplitRow>(SELECT_BY_STATUS, [...values, page.status]);
}

export interface OriginSumRow extends Record<string, unknown> {
  readonly username: string;
  readonly name: string;
  readonly count: bigint;
  readonly paid_centavos: bigint;
  readonly pending_centavos: bigint;
}

/** What came from whom, the largest first; at most a hundred origins. */
export function sumReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, beforeId }: IdStretch,
): Promise<OriginSumRow[]> {
  const values = [merchantId, environment, fromId, beforeId];
  return database.query<OriginSumRow>(SUM_BY_ORIGIN, values);
}
