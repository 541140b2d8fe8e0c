import type { ChargeStatus } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type CreatedRange, hasLocationIs, type Rows } from '../lists/charge-list-store.ts';

// The index `charges_with_due_date` has these charges, and no others.
const DUE = `from charges where merchant_id = $1 and environment = $2 and id >= $3 and id < $4
    and due_on is not null`;
const FILTERED = `${DUE} and ($5::text[] is null or status = any($5))
    and ($6::text is null or payer_document = $6)
    and ${hasLocationIs(7)}`;
const COUNT = {
  name: 'api_pix_cobvs_count',
  text: `select count(*) as count ${FILTERED}`,
};
const PAGE = {
  name: 'api_pix_cobvs_page',
  text: `select id ${FILTERED} order by id offset $8 limit $9`,
};

// The charges of a lot: all that its batches have created.
const OF_LOT = `from (
      select distinct batch_id from api_pix_lot_lines
      where merchant_id = $1 and environment = $2 and lot = $8
    ) l
    join charge_batch_lines b on b.merchant_id = $1 and b.environment = $2
      and b.batch_id = l.batch_id and b.status = 'created'
    join charges on charges.merchant_id = $1 and charges.environment = $2
      and charges.id = b.charge_id
    where charges.id >= $3 and charges.id < $4
      and ($5::text[] is null or charges.status = any($5))
      and ($6::text is null or charges.payer_document = $6)
      and ${hasLocationIs(7)}`;
const COUNT_OF_LOT = {
  name: 'api_pix_cobvs_count_of_lot',
  text: `select count(*) as count ${OF_LOT}`,
};
const PAGE_OF_LOT = {
  name: 'api_pix_cobvs_page_of_lot',
  text: `select charges.id ${OF_LOT} order by charges.id offset $9 limit $10`,
};

/** A filter of charges with a due date; null for any. */
export interface CobvFilter {
  readonly statuses: readonly ChargeStatus[] | null;
  readonly document: string | null;
  readonly hasLocation: boolean | null;
}

export async function countCobvs(
  database: Queryable,
  range: CreatedRange,
  filter: CobvFilter,
): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, valuesOf(range, filter));
  return Number(row?.count ?? 0);
}

/** The ids of a page, the oldest first. */
export async function pageCobvs(
  database: Queryable,
  range: CreatedRange,
  { offset, limit, ...filter }: CobvFilter & Rows,
): Promise<string[]> {
  const values = [...valuesOf(range, filter), offset, limit];
  return (await database.query<{ id: string }>(PAGE, values)).map(({ id }) => id);
}

/** A filter of the charges of a lot, by its number. */
export interface LotFilter extends CobvFilter {
  readonly lot: number;
}

export async function countOfLot(
  database: Queryable,
  range: CreatedRange,
  filter: LotFilter,
): Promise<number> {
  const values = [...valuesOf(range, filter), filter.lot];
  const [row] = await database.query<{ count: bigint }>(COUNT_OF_LOT, values);
  return Number(row?.count ?? 0);
}

/** The ids of a page of the charges of a lot, the oldest first. */
export async function pageOfLot(
  database: Queryable,
  range: CreatedRange,
  { offset, limit, ...filter }: LotFilter & Rows,
): Promise<string[]> {
  const values = [...valuesOf(range, filter), filter.lot, offset, limit];
  return (await database.query<{ id: string }>(PAGE_OF_LOT, values)).map(({ id }) => id);
}

function valuesOf(range: CreatedRange, filter: CobvFilter): unknown[] {
  const { merchantId, environment, fromId, beforeId } = range;
  const { statuses, document, hasLocation } = filter;
  return [merchantId, environment, fromId, beforeId, statuses, document, hasLocation];
}
