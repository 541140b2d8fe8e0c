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

function valuesOf(range: CreatedRange, filter: CobvFilter): unknown[] {
  const { merchantId, environment, fromId, beforeId } = range;
  const { statuses, document, hasLocation } = filter;
  return [merchantId, environment, fromId, beforeId, statuses, document, hasLocation];
}
