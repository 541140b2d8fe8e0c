import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Customer, CustomerKey, CustomerSummary } from './customer.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2';
const COLUMNS = `merchant_id as "merchantId", environment, id, document, name, email,
  first_charge_id as "firstChargeId", last_charge_id as "lastChargeId"`;

const SELECT = {
  name: 'customers_select',
  text: `select ${COLUMNS} from customers where ${OF_SCOPE} and id = $3`,
};
const LIST = {
  name: 'customers_list',
  text: `select ${COLUMNS} from customers where ${OF_SCOPE} and last_charge_id < $3
    order by last_charge_id desc limit $4`,
};
// The index of words gives its rows in no order. The inner limit bounds what is sorted.
const FIND = {
  name: 'customers_find',
  text: `select ${COLUMNS} from (
      select * from customers where words @@ $3::text::tsquery and ${OF_SCOPE} limit $4
    ) found
    order by last_charge_id desc`,
};
// For words that many customers have: the newest customers are read until enough of them match.
const FILTER = {
  name: 'customers_filter',
  text: `select ${COLUMNS} from (
      select * from customers where ${OF_SCOPE} and last_charge_id < $3
      order by last_charge_id desc limit $5
    ) newest
    where words @@ $6::text::tsquery
    order by last_charge_id desc limit $4`,
};
const END_OF_WINDOW = {
  name: 'customers_window_end',
  text: `select last_charge_id as id from customers where ${OF_SCOPE} and last_charge_id < $3
    order by last_charge_id desc offset $4 limit 1`,
};
const SUMMARY = {
  name: 'customers_summary',
  text: `select count(*) as charge_count,
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
      where ${OF_SCOPE} and customer_id = $3 order by charge_id desc limit $4
    ) newest
    join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, newest.charge_id)`,
};
const CHARGE_IDS = {
  name: 'customers_charge_ids',
  text: `select charge_id as id from customer_charges
    where ${OF_SCOPE} and customer_id = $3 and charge_id < $4 order by charge_id desc limit $5`,
};
const RETURNED = {
  name: 'customers_returned_charges',
  text: `select c.id from (
      select charge_id from customer_charges
      where ${OF_SCOPE} and customer_id = $3 order by charge_id desc limit $4
    ) newest
    join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, newest.charge_id)
    where c.refund_count > 0 or c.dispute_count > 0
    order by c.id desc limit $5`,
};
const AMONG = {
  name: 'customers_charges_among',
  text: `select charge_id as id from customer_charges
    where ${OF_SCOPE} and customer_id = $3 and charge_id = any($4::uuid[])`,
};
const DELETE = {
  name: 'customers_delete',
  text: `delete from customers where ${OF_SCOPE} and id = $3`,
};
const DELETE_CHARGES = {
  name: 'customers_delete_charges',
  text: `delete from customer_charges
    where ${OF_SCOPE} and customer_id = $3 and charge_id = any($4::uuid[])`,
};

type CustomerRow = Customer & Record<string, unknown>;

export async function selectCustomer(
  database: Queryable,
  key: CustomerKey,
): Promise<Customer | undefined> {
  return (await database.query<CustomerRow>(SELECT, valuesOf(key)))[0];
}

/** The customers of a scope by their newest charge: those before a charge, newest first. */
export function selectCustomers(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Customer[]> {
  return database.query<CustomerRow>(LIST, [merchantId, environment, beforeId, limit]);
}

/** Up to `limit` customers that match a query of words, of the newest charge first. */
export function findByWords(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { words, limit }: { readonly words: string; readonly limit: number },
): Promise<Customer[]> {
  return database.query<CustomerRow>(FIND, [merchantId, environment, words, limit]);
}

/** The matches among the `window` customers with the newest charges before a charge. */
export function filterNewest(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  search: {
    readonly words: string;
    readonly beforeId: string;
    readonly limit: number;
    readonly window: number;
  },
): Promise<Customer[]> {
  const { words, beforeId, limit, window } = search;
  const values = [merchantId, environment, beforeId, limit, window, words];
  return database.query<CustomerRow>(FILTER, values);
}

/** The newest charge of the last customer of a window; undefined if fewer customers follow. */
export async function lastOfWindow(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, window }: { readonly beforeId: string; readonly window: number },
): Promise<string | undefined> {
  const values = [merchantId, environment, beforeId, window - 1];
  return (await database.query<{ id: string }>(END_OF_WINDOW, values))[0]?.id;
}

interface SummaryRow extends Record<string, unknown> {
  readonly charge_count: bigint;
  readonly paid_count: bigint;
  readonly paid: bigint;
  readonly refunded: bigint;
  readonly disputed: bigint;
  readonly pending_count: bigint;
  readonly pending: bigint;
  readonly expired_count: bigint;
  readonly expired: bigint;
  readonly last_paid_at: number | null;
}

/** The sums over the newest `limit` charges of a customer. */
export async function selectSummary(
  database: Queryable,
  key: CustomerKey,
  limit: number,
): Promise<CustomerSummary> {
  const [row] = await database.query<SummaryRow>(SUMMARY, [...valuesOf(key), limit]);
  if (!row) throw new Error('a sum has no row');
  const chargeCount = Number(row.charge_count);
  return {
    chargeCount,
    isWhole: chargeCount < limit,
    paidCount: Number(row.paid_count),
    paid: centavos(row.paid),
    refunded: centavos(row.refunded),
    disputed: centavos(row.disputed),
    pendingCount: Number(row.pending_count),
    pending: centavos(row.pending),
    expiredCount: Number(row.expired_count),
    expired: centavos(row.expired),
    lastPaidAt: row.last_paid_at,
  };
}

/** The charges of a customer below an id, newest first. */
export async function selectChargeIds(
  database: Queryable,
  key: CustomerKey,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<string[]> {
  const values = [...valuesOf(key), beforeId, limit];
  return (await database.query<{ id: string }>(CHARGE_IDS, values)).map(({ id }) => id);
}

/** The newest `shown` charges with refunds or disputes among the newest `read` of a customer. */
export async function selectReturned(
  database: Queryable,
  key: CustomerKey,
  { read, shown }: { readonly read: number; readonly shown: number },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(RETURNED, [...valuesOf(key), read, shown]);
  return rows.map(({ id }) => id);
}

/** Those of these charges that are of a customer. */
export async function selectChargesAmong(
  database: Queryable,
  key: CustomerKey,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(AMONG, [...valuesOf(key), ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Sends the deletion of a customer's row; its charges stay. */
export function deleteCustomer(tx: Transaction, key: CustomerKey): void {
  tx.send(DELETE, valuesOf(key));
}

/** Sends the deletion of the link between a customer and charges; the charges stay. */
export function deleteCharges(tx: Transaction, key: CustomerKey, ids: readonly string[]): void {
  tx.send(DELETE_CHARGES, [...valuesOf(key), ids]);
}

function valuesOf({ merchantId, environment, id }: CustomerKey): unknown[] {
  return [merchantId, environment, id];
}
