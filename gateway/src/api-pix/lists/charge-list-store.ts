import type { ChargeStatus } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

// Every list is bounded by an index. Counts, and pages of a period without charges with a due date,
// read only the index.
const CREATED = 'merchant_id = $1 and environment = $2 and id >= $3 and id < $4';
const COUNT_DUE = {
  name: 'api_pix_cobs_count_due',
  text: `select count(*) as count from charges where ${CREATED} and due_on is not null`,
};
const COUNT = {
  name: 'api_pix_cobs_count',
  text: `select count(*) as count from charges where ${CREATED}`,
};
const PAGE = {
  name: 'api_pix_cobs_page',
  text: `select id from charges where ${CREATED} order by id offset $5 limit $6`,
};
// The statuses are compared one by one, so that each is a range of `charges_by_status`.
const OF_STATUS = `from charges where status = $5 and status <> 'paid' and ${CREATED}`;
const COUNT_STATUS = {
  name: 'api_pix_cobs_count_status',
  text: `select count(*) as count ${OF_STATUS}`,
};
const PAGE_STATUS = {
  name: 'api_pix_cobs_page_status',
  text: `select id ${OF_STATUS} order by id offset $6 limit $7`,
};
const PAGE_TWO_STATUSES = {
  name: 'api_pix_cobs_page_two_statuses',
  text: `select id from (
      (select id ${OF_STATUS} order by id limit $7::bigint + $8)
      union all
      (select id from charges where status = $6 and status <> 'paid' and ${CREATED}
        order by id limit $7::bigint + $8)
    ) both_statuses order by id offset $7 limit $8`,
};
/** The charges whose location was taken away, which an index has: most merchants have none. */
const WITHOUT_LOCATION = `from api_pix_charges t where t.merchant_id = $1 and t.environment = $2
    and t.charge_id >= $3 and t.charge_id < $4 and not t.has_location`;
const COUNT_WITHOUT_LOCATION = {
  name: 'api_pix_count_without_location',
  text: `select count(*) as count ${WITHOUT_LOCATION}`,
};
/** The condition of the filter `locationPresente`; null for any. */
export const hasLocationIs = (parameter: number) => `($${parameter}::boolean is null
    or not exists (select ${WITHOUT_LOCATION} and t.charge_id = charges.id) = $${parameter})`;
// The charge of a cycle has terms, and no day of its own.
const FILTERED = `from charges where ${CREATED} and due is null
    and ($5::text[] is null or status = any($5)) and ($6::text is null or payer_document = $6)
    and ${hasLocationIs(7)}`;
const COUNT_FILTERED = {
  name: 'api_pix_cobs_count_filtered',
  text: `select count(*) as count ${FILTERED}`,
};
const PAGE_FILTERED = {
  name: 'api_pix_cobs_page_filtered',
  text: `select id ${FILTERED} order by id offset $8 limit $9`,
};

const PAID = `merchant_id = $1 and environment = $2 and paid_at >= $3 and paid_at <= $4`;
const COUNT_PAID = {
  name: 'api_pix_paid_count',
  text: `select count(*) as count from charges where ${PAID}`,
};
const PAGE_PAID = {
  name: 'api_pix_paid_page',
  text: `select id from charges where ${PAID} order by paid_at, id offset $5 limit $6`,
};
const FILTERED_PAID = `from charges where ${PAID}
    and ($5::boolean is null or $5 = (refund_count > 0 or dispute_count > 0 and exists (
      select from dispute_returns r where (r.end_to_end_id, r.merchant_id, r.environment)
        = (charges.end_to_end_id, $1, $2))))
    and ($6::text is null or payer_document = $6)`;
const COUNT_PAID_FILTERED = {
  name: 'api_pix_paid_count_filtered',
  text: `select count(*) as count ${FILTERED_PAID}`,
};
const PAGE_PAID_FILTERED = {
  name: 'api_pix_paid_page_filtered',
  text: `select id ${FILTERED_PAID} order by paid_at, id offset $7 limit $8`,
};

/** Charges that were made in a time: ids from the first to before the second. */
export interface CreatedRange extends LedgerScope {
  readonly fromId: string;
  readonly beforeId: string;
}

/** Charges that were paid in a time, both ends included. In milliseconds. */
export interface PaidRange extends LedgerScope {
  readonly from: number;
  readonly to: number;
}

/** Which rows of a list: the number of the first one, and how many. */
export interface Rows {
  readonly offset: number;
  readonly limit: number;
}

type Statement = { readonly name: string; readonly text: string };

export async function countCreated(database: Queryable, range: CreatedRange): Promise<number> {
  return countOf(database, COUNT, createdValues(range));
}

/** Counts the charges with a due date, which are not immediate charges. */
export async function countDue(database: Queryable, range: CreatedRange): Promise<number> {
  return countOf(database, COUNT_DUE, createdValues(range));
}

export function pageCreated(database: Queryable, range: CreatedRange, rows: Rows) {
  return idsOf(database, PAGE, [...createdValues(range), rows.offset, rows.limit]);
}

/** Counts charges of one status; any but `paid`. */
export async function countStatus(
  database: Queryable,
  range: CreatedRange,
  status: Exclude<ChargeStatus, 'paid'>,
): Promise<number> {
  return countOf(database, COUNT_STATUS, [...createdValues(range), status]);
}

/** A page of charges of one or two statuses; any but `paid`. */
export function pageStatuses(
  database: Queryable,
  range: CreatedRange,
  {
    statuses: [first, second],
    offset,
    limit,
  }: Rows & {
    readonly statuses: readonly [Exclude<ChargeStatus, 'paid'>, Exclude<ChargeStatus, 'paid'>?];
  },
) {
  const values = createdValues(range);
  return second === undefined
    ? idsOf(database, PAGE_STATUS, [...values, first, offset, limit])
    : idsOf(database, PAGE_TWO_STATUSES, [...values, first, second, offset, limit]);
}

/** A filter that no index serves: for ranges with a bounded number of charges. */
export interface CobFilter {
  readonly statuses: readonly ChargeStatus[] | null;
  readonly document: string | null;
  readonly hasLocation: boolean | null;
}

/** Counts charges of any kind whose location was taken away. */
export async function countWithoutLocation(
  database: Queryable,
  range: CreatedRange,
): Promise<number> {
  return countOf(database, COUNT_WITHOUT_LOCATION, createdValues(range));
}

export async function countFiltered(
  database: Queryable,
  range: CreatedRange,
  { statuses, document, hasLocation }: CobFilter,
): Promise<number> {
  const values = [...createdValues(range), statuses, document, hasLocation];
  return countOf(database, COUNT_FILTERED, values);
}

export function pageFiltered(
  database: Queryable,
  range: CreatedRange,
  { statuses, document, hasLocation, offset, limit }: CobFilter & Rows,
) {
  const values = [...createdValues(range), statuses, document, hasLocation, offset, limit];
  return idsOf(database, PAGE_FILTERED, values);
}

export async function countPaid(database: Queryable, range: PaidRange): Promise<number> {
  return countOf(database, COUNT_PAID, paidValues(range));
}

export function pagePaid(database: Queryable, range: PaidRange, { offset, limit }: Rows) {
  return idsOf(database, PAGE_PAID, [...paidValues(range), offset, limit]);
}

/** A filter of payments that no index serves. */
export interface PaidFilter {
  readonly isRefunded: boolean | null;
  readonly document: string | null;
}

export async function countPaidFiltered(
  database: Queryable,
  range: PaidRange,
  { isRefunded, document }: PaidFilter,
): Promise<number> {
  return countOf(database, COUNT_PAID_FILTERED, [...paidValues(range), isRefunded, document]);
}

export function pagePaidFiltered(
  database: Queryable,
  range: PaidRange,
  { isRefunded, document, offset, limit }: PaidFilter & Rows,
) {
  const values = [...paidValues(range), isRefunded, document, offset, limit];
  return idsOf(database, PAGE_PAID_FILTERED, values);
}

function createdValues({ merchantId, environment, fromId, beforeId }: CreatedRange): unknown[] {
  return [merchantId, environment, fromId, beforeId];
}

function paidValues({ merchantId, environment, from, to }: PaidRange): unknown[] {
  return [merchantId, environment, new Date(from), new Date(to)];
}

async function countOf(database: Queryable, statement: Statement, values: unknown[]) {
  const [row] = await database.query<{ count: bigint }>(statement, values);
  return Number(row?.count ?? 0);
}

async function idsOf(database: Queryable, statement: Statement, values: unknown[]) {
  const rows = await database.query<{ id: string }>(statement, values);
  return rows.map(({ id }) => id);
}
