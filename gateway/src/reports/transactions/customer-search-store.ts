import type { Queryable } from '#src/ground/database/database.ts';
import type { ListedTransaction } from './transaction.ts';
import { FILTERED, filterValues, rowColumns, type Search } from './transaction-search-store.ts';

const OF_CUSTOMER = `merchant_id = $1 and environment = $2 and charge_id < $3 and charge_id >= $4`;

// The inner limit bounds the charges that a filter with few matches reads.
const SEARCH = {
  name: 'transactions_of_customer',
  text: `select * from (
      select ${rowColumns('charge')}
      from (
        select charge_id from customer_charges
        where ${OF_CUSTOMER} and customer_id = $14
        order by charge_id desc limit $5
      ) link
      join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, link.charge_id)
    ) charge_rows
    where ${FILTERED}
    order by id desc limit $9`,
};
const END_OF_WINDOW = {
  name: 'transactions_of_customer_window',
  text: `select charge_id as id from customer_charges
    where ${OF_CUSTOMER} and customer_id = $6
    order by charge_id desc offset $5 limit 1`,
};

/** A range of the charges of one customer. */
export interface CustomerSearch extends Omit<Search, 'type' | 'index' | 'key'> {
  readonly customerId: string;
}

type SearchRow = ListedTransaction & Record<string, unknown>;

/** The matches among the charges of the window, newest first. */
export function searchChargesOf(
  database: Queryable,
  search: CustomerSearch,
): Promise<ListedTransaction[]> {
  const values = filterValues({ ...search, type: 'charge' });
  return database.query<SearchRow>(SEARCH, [...values, search.customerId]);
}

/** The last charge of a full window; undefined when the range has fewer charges. */
export async function lastChargeOfWindow(
  database: Queryable,
  { merchantId, environment, beforeId, fromId, window, customerId }: CustomerSearch,
): Promise<string | undefined> {
  const values = [merchantId, environment, beforeId, fromId, window - 1, customerId];
  return (await database.query<{ id: string }>(END_OF_WINDOW, values))[0]?.id;
}
