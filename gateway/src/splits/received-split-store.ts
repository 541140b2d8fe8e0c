import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { IdRange, ListedSplit, OriginSum, ReceivedSplitFilter } from './received-split.ts';

const COLUMNS = `s.charge_id as "chargeId", s.basis_points as "basisPoints",
  s.amount_centavos as amount, s.refunded_centavos as refunded,
  s.disputed_centavos as disputed, s.status,
  s.external_id as "externalId", s.utm, m.username as "originUsername", m.name as "originName",
  c.paid_at as "paidAt", coalesce(waiting.centavos, 0) as pending,
  waiting.due_on as "availableOn"`;
// The page is materialized before the joins, because a plan that joins first would read every
// charge of the origins.
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
    left join lateral (
      select sum(part.amount_centavos - part.refunded_centavos)::bigint as centavos,
        max(settlement.due_on)::text as due_on
      from settlement_parts part
      join settlements settlement
        on (settlement.merchant_id, settlement.environment, settlement.id)
          = (part.merchant_id, part.environment, part.settlement_id)
      where (part.merchant_id, part.environment, part.charge_id) = ($1, $2, s.charge_id)
        and settlement.status = 'waiting' and part.amount_centavos > part.refunded_centavos
    ) waiting on true
    order by s.charge_id desc`;
const SELECT = { name: 'splits_received_select', text: pageOf('') };
const SELECT_BY_STATUS = {
  name: 'splits_received_select_by_status',
  text: pageOf('and status = $6'),
};
const SELECT_OF_CHARGE = {
  name: 'splits_received_select_of_charge',
  text: pageOf('and charge_id = $6 and ($7::text is null or status = $7)'),
};
const SUM_BY_ORIGIN = {
  name: 'splits_received_sum_by_origin',
  text: `select m.username, m.name, sums.count, sums.paid_centavos as paid,
      sums.pending_centavos as pending
    from (
      select merchant_id, count(*) as count,
        coalesce(sum(amount_centavos - refunded_centavos - disputed_centavos)
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

type SplitRow = ListedSplit & Record<string, unknown>;
type SumRow = OriginSum & Record<string, unknown>;

/** The shares of a recipient, newest first; with `chargeId` only its share of that charge. */
export function selectReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  page: ReceivedSplitFilter & { readonly limit: number },
): Promise<ListedSplit[]> {
  const values = [merchantId, environment, page.fromId, page.beforeId, page.limit];
  if (page.chargeId !== undefined) {
    const more = [page.chargeId, page.status ?? null];
    return database.query<SplitRow>(SELECT_OF_CHARGE, [...values, ...more]);
  }
  return page.status === undefined
    ? database.query<SplitRow>(SELECT, values)
    : database.query<SplitRow>(SELECT_BY_STATUS, [...values, page.status]);
}

/** The sums of a recipient's shares by origin, the largest first; at most a hundred origins. */
export function sumReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, beforeId }: IdRange,
): Promise<OriginSum[]> {
  const values = [merchantId, environment, fromId, beforeId];
  return database.query<SumRow>(SUM_BY_ORIGIN, values);
}
