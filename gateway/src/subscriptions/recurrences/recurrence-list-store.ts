import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, one, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { SubscriptionStatus } from '../subscription.ts';

const FILTER = {
  ...f.SCOPE,
  fromId: f.uuid,
  beforeId: f.uuid,
  statuses: f.orNull(f.listOf(f.textOf<SubscriptionStatus>())),
  document: f.orNull(f.text),
  hasLocation: f.orNull(f.bool),
  covenant: f.orNull(f.text),
};
/** Which recurrences a list shows: ids from the first to before the second. */
export type RecurrenceFilter = f.GivenRecordOf<typeof FILTER>;

const $ = paramsOf({
  ...FILTER,
  id: f.uuid,
  recurrenceId: f.text,
  max: f.count,
  offset: f.count,
  limit: f.count,
});
const FILTERED = sql`from subscriptions s where merchant_id = ${$.merchantId}
    and environment = ${$.environment}
    and id >= ${$.fromId} and id < ${$.beforeId} and recurrence_id is not null
    and (${$.statuses}::text[] is null or status = any(${$.statuses}))
    and (${$.document}::text is null or payer_document = ${$.document})
    and (${$.hasLocation}::boolean is null or (code is not null) = ${$.hasLocation})
    and (${$.covenant}::text is null or covenant = ${$.covenant})`;

/** The id of a subscription by its id at the banks. */
export const selectIdOfRecurrence = maybeOne(
  'recurrences_find',
  { id: f.uuid },
  sql`select id from subscriptions
    where recurrence_id = ${$.recurrenceId} and merchant_id = ${$.merchantId}
      and environment = ${$.environment}`,
);

/** The key of a subscription of any merchant by its id alone. */
export const selectKeyById = maybeOne(
  'recurrences_find_by_id',
  { ...f.SCOPE, id: f.uuid },
  sql`select merchant_id, environment, id from subscriptions where id = ${$.id}`,
  EACH_BUCKET,
);

const count = one(
  'recurrences_count',
  { count: f.count },
  sql`select count(*) as count from (select 1 ${FILTERED} limit ${$.max}) counted`,
);

/** Counts recurrences up to a number. */
export async function countRecurrences(
  database: Queryable,
  filter: RecurrenceFilter,
  max: number,
): Promise<number> {
  return (await count(database, { ...filter, max })).count;
}

/** The ids of a page of recurrences, oldest first. */
export const pageRecurrences = many(
  'recurrences_page',
  { id: f.uuid },
  sql`select id ${FILTERED} order by id offset ${$.offset} limit ${$.limit}`,
);
