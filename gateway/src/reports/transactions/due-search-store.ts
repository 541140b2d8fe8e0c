import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, one, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';
import { LISTED, type ListedTransaction } from './transaction.ts';
import {
  FILTERED,
  filterParams,
  ID,
  rowColumns,
  type Search,
  $ as search$,
} from './transaction-search-store.ts';

const $ = {
  ...search$,
  ...paramsOf({ id: f.uuid, afterDay: f.day, afterId: f.uuid, lastDay: f.day }),
};
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const PENDING = sql`${OF_SCOPE} and status = 'pending'
        and due_on is not null`;
const AFTER = sql`(due_on, id) > (${$.afterDay}::date, ${$.afterId}::uuid)
        and due_on <= ${$.lastDay}::date`;

// The inner limit bounds the charges that a filter with few matches reads.
const searchWindow = many(
  'transactions_by_due_day',
  LISTED,
  sql`select * from (
      select ${rowColumns('charge')}
      from charges
      where ${PENDING} and ${AFTER}
      order by due_on, id limit ${$.window}
    ) window_rows
    where ${FILTERED} and id < ${$.beforeId} and id >= ${$.fromId}
    order by due_day, id limit ${$.limit}`,
);

const selectEnd = maybeOne(
  'transactions_window_by_due_day',
  ID,
  sql`select id from charges
    where ${PENDING} and ${AFTER}
    order by due_on, id offset ${$.offset} limit 1`,
);

/** The due date of a charge; null or undefined for a charge without one. */
export const selectDueDay = maybeOne(
  'charge_due_day',
  shaped({ day: f.orNull(f.text) }, ({ day }) => day),
  sql`select due_on::text as day from charges
    where ${OF_SCOPE} and id = ${$.id}`,
);

/** Counts the pending charges that are due until a day, up to a limit. */
export const countDueUntil = one(
  'charges_count_due_until',
  shaped({ count: f.count }, ({ count }) => count),
  sql`select count(*) as count from (
      select from charges where ${PENDING} and due_on <= ${$.lastDay}::date limit ${$.limit}
    ) due`,
);

/** A search among pending charges with a due date, in the order of their days. */
export interface DueSearch extends Omit<Search, 'type' | 'index' | 'key'> {
  /** The day and the id after which the window begins. */
  readonly after: { readonly day: string; readonly id: string };
  readonly lastDay: string;
}

/** The matches among the charges of the window, the earliest due date first. */
export function searchDueCharges(
  database: Queryable,
  search: DueSearch,
): Promise<ListedTransaction[]> {
  return searchWindow(database, { ...filterParams(search), ...afterOf(search) });
}

/** The last charge of a full window; undefined when there are fewer charges. */
export function lastDueOfWindow(
  database: Queryable,
  search: DueSearch,
): Promise<string | undefined> {
  const { merchantId, environment, window } = search;
  return selectEnd(database, {
    merchantId,
    environment,
    ...afterOf(search),
    offset: window - 1,
  });
}

function afterOf({ after, lastDay }: DueSearch) {
  return { afterDay: after.day, afterId: after.id, lastDay };
}
