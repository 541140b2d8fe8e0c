import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, one, param, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { CUSTOMER, CUSTOMER_SUMS, type CustomerKey, type CustomerSummary } from './customer.ts';

const ID = { id: f.uuid };

const $ = paramsOf({ ...f.SCOPE, ...ID, words: f.text, limit: f.count });
const BEFORE_ID = $.id.as('beforeId');
const WINDOW = $.limit.as('window');
const IDS = param('ids', f.listOf(f.uuid));
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const COLUMNS = f.columnsOf(CUSTOMER);

/** A customer, or undefined. */
export const selectCustomer = maybeOne(
  'customers_select',
  CUSTOMER,
  sql`select ${COLUMNS} from customers where ${OF_SCOPE} and id = ${$.id}`,
);

/** The customers of a scope by their newest charge: those before a charge, newest first. */
export const selectCustomers = many(
  'customers_list',
  CUSTOMER,
  sql`select ${COLUMNS} from customers where ${OF_SCOPE} and last_charge_id < ${BEFORE_ID}
    order by last_charge_id desc limit ${$.limit}`,
);

// The index of words gives its rows in no order. The inner limit bounds what is sorted.
/** Up to `limit` customers that match a query of words, of the newest charge first. */
export const findByWords = many(
  'customers_find',
  CUSTOMER,
  sql`select ${COLUMNS} from (
      select * from customers where words @@ ${$.words}::text::tsquery and ${OF_SCOPE}
      limit ${$.limit}
    ) found
    order by last_charge_id desc`,
);

// For words that many customers have: the newest customers are read until enough of them match.
/** The matches among the `window` customers with the newest charges before a charge. */
export const filterNewest = many(
  'customers_filter',
  CUSTOMER,
  sql`select ${COLUMNS} from (
      select * from customers where ${OF_SCOPE} and last_charge_id < ${BEFORE_ID}
      order by last_charge_id desc limit ${WINDOW}
    ) newest
    where words @@ ${$.words}::text::tsquery
    order by last_charge_id desc limit ${$.limit}`,
);

/** The newest charge of the customer after `offset` others; undefined if there are fewer. */
export const selectAtOffset = maybeOne(
  'customers_window_end',
  ID,
  sql`select last_charge_id as id from customers
    where ${OF_SCOPE} and last_charge_id < ${BEFORE_ID}
    order by last_charge_id desc offset ${$.limit.as('offset')} limit 1`,
);

const sumCharges = one(
  'customers_summary',
  CUSTOMER_SUMS,
  sql`select count(*) as charge_count,
      count(*) filter (where paid_at is not null) as paid_count,
      coalesce(sum(amount_centavos) filter (where paid_at is not null), 0)::bigint as paid,
      coalesce(sum(refunded_centavos), 0)::bigint as refunded,
      coalesce(sum(disputed_centavos), 0)::bigint as disputed,
      count(*) filter (where status = 'pending') as pending_count,
      coalesce(sum(amount_centavos) filter (where status = 'pending'), 0)::bigint as pending,
      count(*) filter (where status = 'expired') as expired_count,
      coalesce(sum(amount_centavos) filter (where status = 'expired'), 0)::bigint as expired,
      max(paid_at) as last_paid_at
    from (
      select charge_id from customer_charges
      where ${OF_SCOPE} and customer_id = ${$.id} order by charge_id desc limit ${$.limit}
    ) newest
    join charges c on (c.merchant_id, c.environment, c.id)
      = (${$.merchantId}, ${$.environment}, newest.charge_id)`,
);

const selectIds = many(
  'customers_charge_ids',
  ID,
  sql`select charge_id as id from customer_charges
    where ${OF_SCOPE} and customer_id = ${$.id} and charge_id < ${BEFORE_ID}
    order by charge_id desc limit ${$.limit}`,
);

const selectReturnedIds = many(
  'customers_returned_charges',
  ID,
  sql`select c.id from (
      select charge_id from customer_charges
      where ${OF_SCOPE} and customer_id = ${$.id} order by charge_id desc
      limit ${$.limit.as('read')}
    ) newest
    join charges c on (c.merchant_id, c.environment, c.id)
      = (${$.merchantId}, ${$.environment}, newest.charge_id)
    where c.refund_count > 0 or c.dispute_count > 0
    order by c.id desc limit ${$.limit.as('shown')}`,
);

/** Sends the deletion of a customer's row; its charges stay. */
export const deleteCustomer = send(
  'customers_delete',
  sql`delete from customers where ${OF_SCOPE} and id = ${$.id}`,
);

/** Sends the deletion of the link between a customer and charges (`ids`); the charges stay. */
export const deleteCharges = send(
  'customers_delete_charges',
  sql`delete from customer_charges
    where ${OF_SCOPE} and customer_id = ${$.id} and charge_id = any(${IDS}::uuid[])`,
);

/** The sums over the newest `limit` charges of a customer. */
export async function selectSummary(
  database: Queryable,
  key: CustomerKey,
  limit: number,
): Promise<CustomerSummary> {
  const sums = await sumCharges(database, { ...key, limit });
  return { ...sums, isWhole: sums.chargeCount < limit };
}

/** The charges of a customer below an id, newest first. */
export async function selectChargeIds(
  database: Queryable,
  key: CustomerKey,
  page: { readonly beforeId: string; readonly limit: number },
): Promise<string[]> {
  return (await selectIds(database, { ...key, ...page })).map(({ id }) => id);
}

/** The newest `shown` charges with refunds or disputes among the newest `read` of a customer. */
export async function selectReturned(
  database: Queryable,
  key: CustomerKey,
  limits: { readonly read: number; readonly shown: number },
): Promise<string[]> {
  return (await selectReturnedIds(database, { ...key, ...limits })).map(({ id }) => id);
}
