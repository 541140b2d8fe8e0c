import type { ChargeStatus } from '#src/charges/charge.ts';
import * as f from '#src/ground/database/fields.ts';
import { keepPlan, many, one, param, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';

const STATUS = f.textOf<ChargeStatus>();
/** An indexed status: any but `paid`. */
const OPEN_STATUS = f.textOf<Exclude<ChargeStatus, 'paid'>>();
const CREATED_RANGE = { ...f.SCOPE, fromId: f.uuid, beforeId: f.uuid };
/** Charges that were made in a time: ids from the first to before the second. */
export type CreatedRange = f.RecordOf<typeof CREATED_RANGE>;
const PAID_RANGE = { ...f.SCOPE, from: f.instant, to: f.instant };
/** Charges that were paid in a time, both ends included. In milliseconds. */
export type PaidRange = f.RecordOf<typeof PAID_RANGE>;
const ROWS = { offset: f.count, limit: f.count };
/** Which rows of a list: the number of the first one, and how many. */
export type Rows = f.RecordOf<typeof ROWS>;
export const COB_FILTER = {
  statuses: f.orNull(f.listOf(STATUS)),
  document: f.orNull(f.text),
  hasLocation: f.orNull(f.bool),
};
/** A filter that no index serves: for ranges with a bounded number of charges. Null for any. */
export type CobFilter = f.GivenRecordOf<typeof COB_FILTER>;
const PAID_FILTER = { isRefunded: f.orNull(f.bool), document: COB_FILTER.document };
/** A filter of payments that no index serves. Null for any. */
export type PaidFilter = f.RecordOf<typeof PAID_FILTER>;

const ID = shaped({ id: f.uuid }, ({ id }) => id);
const COUNT = shaped({ count: f.count }, ({ count }) => count);

export const $ = paramsOf({
  ...CREATED_RANGE,
  ...PAID_RANGE,
  ...ROWS,
  ...COB_FILTER,
  ...PAID_FILTER,
  status: OPEN_STATUS,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
// Every list is bounded by an index. Counts, and pages of a period without charges with a due date,
// read only the index.
const CREATED = sql`${OF_SCOPE} and id >= ${$.fromId} and id < ${$.beforeId}`;
// The statuses are compared one by one, so that each is a range of `charges_by_status`.
const OF_STATUS = sql`from charges where status = ${$.status} and status <> 'paid' and ${CREATED}`;
/** The charges whose location was taken away, which an index has: most merchants have none. */
const WITHOUT_LOCATION = sql`from api_pix_charges t
    where t.merchant_id = ${$.merchantId} and t.environment = ${$.environment}
    and t.charge_id >= ${$.fromId} and t.charge_id < ${$.beforeId} and not t.has_location`;
/** The condition of the filter `locationPresente`; null for any. */
export const HAS_LOCATION = sql`(${$.hasLocation}::boolean is null
    or not exists (select ${WITHOUT_LOCATION} and t.charge_id = charges.id) = ${$.hasLocation})`;
// The charge of a cycle has terms, and no day of its own.
const FILTERED = sql`from charges where ${CREATED} and due is null
    and (${$.statuses}::text[] is null or status = any(${$.statuses}))
    and (${$.document}::text is null or payer_document = ${$.document})
    and ${HAS_LOCATION}`;
const PAID = sql`${OF_SCOPE} and paid_at >= ${$.from} and paid_at <= ${$.to}`;
const FILTERED_PAID = sql`from charges where ${PAID}
    and (${$.isRefunded}::boolean is null
    or ${$.isRefunded} = (refund_count > 0 or dispute_count > 0 and exists (
      select from dispute_returns r where (r.end_to_end_id, r.merchant_id, r.environment)
        = (charges.end_to_end_id, ${$.merchantId}, ${$.environment}))))
    and (${$.document}::text is null or payer_document = ${$.document})`;

/** Counts the charges with a due date, which are not immediate charges. */
export const countDue = one(
  'api_pix_cobs_count_due',
  COUNT,
  keepPlan(sql`select count(*) as count from charges where ${CREATED} and due_on is not null`),
);

export const countCreated = one(
  'api_pix_cobs_count',
  COUNT,
  keepPlan(sql`select count(*) as count from charges where ${CREATED}`),
);

export const pageCreated = many(
  'api_pix_cobs_page',
  ID,
  keepPlan(
    sql`select id from charges where ${CREATED} order by id offset ${$.offset} limit ${$.limit}`,
  ),
);

/** Counts charges of one status; any but `paid`. */
export const countStatus = one(
  'api_pix_cobs_count_status',
  COUNT,
  keepPlan(sql`select count(*) as count ${OF_STATUS}`),
);

/** A page of charges of one status; any but `paid`. */
export const pageStatus = many(
  'api_pix_cobs_page_status',
  ID,
  keepPlan(sql`select id ${OF_STATUS} order by id offset ${$.offset} limit ${$.limit}`),
);

/** A page of charges of two statuses; any but `paid`. */
export const pageTwoStatuses = many(
  'api_pix_cobs_page_two_statuses',
  ID,
  sql`select id from (
      (select id ${OF_STATUS} order by id limit ${$.offset}::bigint + ${$.limit})
      union all
      (select id from charges where status = ${param('other', OPEN_STATUS)} and status <> 'paid'
        and ${CREATED}
        order by id limit ${$.offset}::bigint + ${$.limit})
    ) both_statuses order by id offset ${$.offset} limit ${$.limit}`,
);

/** Counts charges of any kind whose location was taken away. */
export const countWithoutLocation = one(
  'api_pix_count_without_location',
  COUNT,
  keepPlan(sql`select count(*) as count ${WITHOUT_LOCATION}`),
);

export const countFiltered = one(
  'api_pix_cobs_count_filtered',
  COUNT,
  sql`select count(*) as count ${FILTERED}`,
);

export const pageFiltered = many(
  'api_pix_cobs_page_filtered',
  ID,
  sql`select id ${FILTERED} order by id offset ${$.offset} limit ${$.limit}`,
);

export const countPaid = one(
  'api_pix_paid_count',
  COUNT,
  keepPlan(sql`select count(*) as count from charges where ${PAID}`),
);

export const pagePaid = many(
  'api_pix_paid_page',
  ID,
  keepPlan(sql`select id from charges where ${PAID}
    order by paid_at, id offset ${$.offset} limit ${$.limit}`),
);

export const countPaidFiltered = one(
  'api_pix_paid_count_filtered',
  COUNT,
  sql`select count(*) as count ${FILTERED_PAID}`,
);

export const pagePaidFiltered = many(
  'api_pix_paid_page_filtered',
  ID,
  sql`select id ${FILTERED_PAID} order by paid_at, id offset ${$.offset} limit ${$.limit}`,
);
