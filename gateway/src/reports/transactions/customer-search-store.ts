import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, sql } from '#src/ground/database/sql.ts';
import { LISTED, type ListedTransaction } from './transaction.ts';
import {
  $,
  FILTERED,
  filterParams,
  ID,
  rowColumns,
  type Search,
} from './transaction-search-store.ts';

const CUSTOMER_ID = param('customerId', f.uuid);
const IDS = param('ids', f.listOf(f.uuid));
const OF_CUSTOMER = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
        and charge_id < ${$.beforeId} and charge_id >= ${$.fromId}`;

// The inner limit bounds the charges that a filter with few matches reads.
const searchWindow = many(
  'transactions_of_customer',
  LISTED,
  sql`select * from (
      select ${rowColumns('charge')}
      from (
        select charge_id from customer_charges
        where ${OF_CUSTOMER} and customer_id = ${CUSTOMER_ID}
        order by charge_id desc limit ${$.window}
      ) link
      join charges c on (c.merchant_id, c.environment, c.id)
        = (${$.merchantId}, ${$.environment}, link.charge_id)
    ) charge_rows
    where ${FILTERED}
    order by id desc limit ${$.limit}`,
);

const selectEnd = maybeOne(
  'transactions_of_customer_window',
  ID,
  sql`select charge_id as id from customer_charges
    where ${OF_CUSTOMER} and customer_id = ${CUSTOMER_ID}
    order by charge_id desc offset ${$.offset} limit 1`,
);

/** A range of the charges of one customer. */
export interface CustomerSearch extends Omit<Search, 'type' | 'index' | 'key'> {
  readonly customerId: string;
}

/** The matches among the charges of the window, newest first. */
export function searchChargesOf(
  database: Queryable,
  search: CustomerSearch,
): Promise<ListedTransaction[]> {
  return searchWindow(database, { ...filterParams(search), customerId: search.customerId });
}

/** The last charge of a full window; undefined when the range has fewer charges. */
export function lastChargeOfWindow(
  database: Queryable,
  { merchantId, environment, beforeId, fromId, window, customerId }: CustomerSearch,
): Promise<string | undefined> {
  const range = { merchantId, environment, beforeId, fromId, customerId };
  return selectEnd(database, { ...range, offset: window - 1 });
}

const selectAmong = many(
  'customers_charges_among',
  ID,
  sql`select charge_id as id from customer_charges
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and customer_id = ${CUSTOMER_ID} and charge_id = any(${IDS}::uuid[])`,
);

/** Those of these charges that are of a customer. */
export async function selectChargesAmong(
  database: Queryable,
  search: LedgerScope & { readonly customerId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  return new Set(await selectAmong(database, search));
}
