import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import type { IdRange, OriginSum, ReceivedSplit, ReceivedSplitFilter } from './received-split.ts';

const ORIGINS_MAX = 100;
/** The most shares that a page with a status reads: a rare status may be some pages away. */
const WINDOW = 10_000;
const COLUMNS = `s.charge_id as "chargeId", s.basis_points as "basisPoints",
  s.amount_centavos as amount, s.refunded_centavos as refunded,
  s.disputed_centavos as disputed, s.status,
  s.external_id as "externalId", s.utm, m.username as "originUsername", m.name as "originName",
  c.paid_at as "paidAt"`;
// No index has the status, so a page reads a limited number of shares to find those of a status.
// The page is materialized before the joins, because a plan that joins first would read every
// charge of the origins.
const OF_RECIPIENT = `from charge_splits
  where recipient_id = $1 and environment = $2 and charge_id >= $3 and charge_id < $4`;
const pageOf = (page: string): string => `with page as materialized (
      ${page} order by charge_id desc limit $5
    )
    select ${COLUMNS} from page s
    join merchants m on m.merchant_id = s.merchant_id
    join charges c
      on (c.merchant_id, c.environment, c.id) = (s.merchant_id, s.environment, s.charge_id)
    order by s.charge_id desc`;
// The shares of a recipient are in the buckets of their origins.
const NEWEST_FIRST = eachBucketBy('chargeId', 'descending', 5);
const SELECT = {
  name: 'splits_received_select',
  place: NEWEST_FIRST,
  text: pageOf(`select * ${OF_RECIPIENT}`),
};
const SELECT_BY_STATUS = {
  name: 'splits_received_select_by_status',
  place: NEWEST_FIRST,
  text: pageOf(`select * from (select * ${OF_RECIPIENT} order by charge_id desc limit $7) read
    where status = $6`),
};
const SELECT_OF_CHARGE = {
  name: 'splits_received_select_of_charge',
  place: NEWEST_FIRST,
  text: pageOf(`select * ${OF_RECIPIENT} and charge_id = $6
    and ($7::text is null or status = $7)`),
};
const SELECT_END_OF_WINDOW = {
  name: 'splits_received_select_end_of_window',
  place: EACH_BUCKET,
  text: `select charge_id as id ${OF_RECIPIENT} order by charge_id desc offset $5 limit 1`,
};
const SUM_BY_ORIGIN = {
  name: 'splits_received_sum_by_origin',
  place: EACH_BUCKET,
  text: `select m.username, m.name, sums.count, sums.paid_centavos as paid,
      sums.pending_centavos as pending
    from (
      select merchant_id, count(*) as count,
        coalesce(sum(amount_centavos - refunded_centavos - disputed_centavos)
          filter (where status not in ('pending', 'canceled')), 0)::bigint as paid_centavos,
        coalesce(sum(amount_centavos) filter (where status = 'pending'), 0)::bigint
          as pending_centavos
      ${OF_RECIPIENT}
      group by merchant_id
    ) sums
    join merchants m using (merchant_id)
    order by sums.paid_centavos desc, m.username limit ${ORIGINS_MAX}`,
};

type SplitRow = ReceivedSplit & Record<string, unknown>;
type SumRow = OriginSum & Record<string, unknown>;

/** The shares of a recipient, newest first; with `chargeId` only its share of that charge. */
export function selectReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  page: ReceivedSplitFilter & { readonly limit: number },
): Promise<ReceivedSplit[]> {
  const values = [merchantId, environment, page.fromId, page.beforeId, page.limit];
  if (page.chargeId !== undefined) {
    const more = [page.chargeId, page.status ?? null];
    return database.query<SplitRow>(SELECT_OF_CHARGE, [...values, ...more]);
  }
  return page.status === undefined
    ? database.query<SplitRow>(SELECT, values)
    : database.query<SplitRow>(SELECT_BY_STATUS, [...values, page.status, WINDOW]);
}

/**
 * The charge down to which a page with a status reads the shares of every bucket; undefined when it
 * reads all shares of its range.
 */
export async function selectEndOfWindow(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, beforeId }: IdRange,
): Promise<string | undefined> {
  const values = [merchantId, environment, fromId, beforeId, WINDOW - 1];
  const rows = await database.query<{ id: string }>(SELECT_END_OF_WINDOW, values);
  return rows
    .map(({ id }) => id)
    .sort()
    .at(-1);
}

/** The sums of a recipient's shares by origin, the largest first; at most a hundred origins. */
export async function sumReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, beforeId }: IdRange,
): Promise<OriginSum[]> {
  const values = [merchantId, environment, fromId, beforeId];
  const rows = await database.query<SumRow>(SUM_BY_ORIGIN, values);
  // Each bucket returns its largest sums: they are merged here.
  return rows.sort(byAmount).slice(0, ORIGINS_MAX);
}

function byAmount(left: SumRow, right: SumRow): number {
  if (left.paid !== right.paid) return left.paid > right.paid ? -1 : 1;
  return left.username < right.username ? -1 : 1;
}
