import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, mergedBy, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Utm } from '../charge.ts';
import type { IdRange, OriginSum, ReceivedSplit, ReceivedSplitFilter } from './received-split.ts';
import type { SplitStatus } from './split.ts';

const ORIGINS_MAX = 100;
/** The most shares that a page with a status reads: a rare status may be some pages away. */
const WINDOW = 10_000;

const SPLIT = {
  chargeId: f.inColumn('chargeId', f.uuid),
  basisPoints: f.inColumn('basisPoints', f.orNull(f.bigint)),
  amount: f.centavos,
  refunded: f.centavos,
  disputed: f.centavos,
  status: f.textOf<SplitStatus>(),
  externalId: f.inColumn('externalId', f.orNull(f.text)),
  utm: f.orNull(f.json<Utm>()),
  originUsername: f.inColumn('originUsername', f.text),
  originName: f.inColumn('originName', f.text),
  paidAt: f.inColumn('paidAt', f.orNull(f.instant)),
};
const ORIGIN_SUM = {
  username: f.text,
  name: f.text,
  count: f.bigint,
  paid: f.centavos,
  pending: f.centavos,
};

const $ = paramsOf({
  ...f.SCOPE,
  fromId: f.uuid,
  beforeId: f.uuid,
  limit: f.count,
});
const COLUMNS = `s.charge_id as "chargeId", s.basis_points as "basisPoints",
  s.amount_centavos as amount, s.refunded_centavos as refunded,
  s.disputed_centavos as disputed, s.status,
  s.external_id as "externalId", s.utm, m.username as "originUsername", m.name as "originName",
  c.paid_at as "paidAt"`;
// No index has the status, so a page reads a limited number of shares to find those of a status.
// The page is materialized before the joins, because a plan that joins first would read every
// charge of the origins.
const OF_RECIPIENT = sql`from charge_splits
  where recipient_id = ${$.merchantId} and environment = ${$.environment}
    and charge_id >= ${$.fromId} and charge_id < ${$.beforeId}`;
const PAGE = 'with page as materialized (';
const WITH_ORIGINS = sql`order by charge_id desc limit ${$.limit}
    )
    select ${COLUMNS} from page s
    join merchants m on m.merchant_id = s.merchant_id
    join charges c
      on (c.merchant_id, c.environment, c.id) = (s.merchant_id, s.environment, s.charge_id)
    order by s.charge_id desc`;
// The shares of a recipient are in the buckets of their origins.
const NEWEST_FIRST = mergedBy('chargeId', 'descending', $.limit);

const selectPage = many(
  'splits_received_select',
  SPLIT,
  sql`${PAGE}
      select * ${OF_RECIPIENT} ${WITH_ORIGINS}`,
  NEWEST_FIRST,
);

const selectPageOfStatus = many(
  'splits_received_select_by_status',
  SPLIT,
  sql`${PAGE}
      select * from (select * ${OF_RECIPIENT} order by charge_id desc
        limit ${param('window', f.count)}) read
    where status = ${param('status', f.text)} ${WITH_ORIGINS}`,
  NEWEST_FIRST,
);

const OPTIONAL_STATUS = param('status', f.orNull(f.text));
const selectOfCharge = many(
  'splits_received_select_of_charge',
  SPLIT,
  sql`${PAGE}
      select * ${OF_RECIPIENT} and charge_id = ${param('chargeId', f.uuid)}
    and (${OPTIONAL_STATUS}::text is null or status = ${OPTIONAL_STATUS}) ${WITH_ORIGINS}`,
  NEWEST_FIRST,
);

const selectIdAt = many(
  'splits_received_select_end_of_window',
  { id: f.uuid },
  sql`select charge_id as id ${OF_RECIPIENT}
    order by charge_id desc offset ${param('offset', f.count)} limit 1`,
  EACH_BUCKET,
);

const sumByOrigin = many(
  'splits_received_sum_by_origin',
  ORIGIN_SUM,
  sql`select m.username, m.name, sums.count, sums.paid_centavos as paid,
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
    order by sums.paid_centavos desc, m.username limit ${String(ORIGINS_MAX)}`,
  EACH_BUCKET,
);

/** The shares of a recipient, newest first; with `chargeId` only its share of that charge. */
export function selectReceivedSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  filter: ReceivedSplitFilter & { readonly limit: number },
): Promise<ReceivedSplit[]> {
  const { fromId, beforeId, limit, chargeId, status } = filter;
  const page = { merchantId, environment, fromId, beforeId, limit };
  if (chargeId !== undefined) {
    return selectOfCharge(database, { ...page, chargeId, status: status ?? null });
  }
  return status === undefined
    ? selectPage(database, page)
    : selectPageOfStatus(database, { ...page, status, window: WINDOW });
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
  const range = { merchantId, environment, fromId, beforeId };
  const rows = await selectIdAt(database, { ...range, offset: WINDOW - 1 });
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
  const rows = await sumByOrigin(database, { merchantId, environment, fromId, beforeId });
  // Each bucket returns its largest sums: they are merged here.
  return rows.sort(byAmount).slice(0, ORIGINS_MAX);
}

function byAmount(left: OriginSum, right: OriginSum): number {
  if (left.paid !== right.paid) return left.paid > right.paid ? -1 : 1;
  return left.username < right.username ? -1 : 1;
}
