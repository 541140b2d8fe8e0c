import type { ChargeOwner } from '#src/charges/charge-owner.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { ID_MIN } from '#src/ground/ids.ts';

const CURSOR = { beforeId: f.uuid };
const CUSTOMER = {
  id: f.uuid,
  document: f.text,
  name: f.text,
  email: f.orNull(f.text),
  firstChargeId: f.uuid,
  lastChargeId: f.uuid,
  words: f.listOf(f.text),
};
const CHARGE = { customerId: f.uuid, chargeId: f.uuid };
/** A customer as some of its charges show it. */
export type SeenCustomer = f.GivenRecordOf<typeof CUSTOMER>;
export type ChargeOfCustomer = f.RecordOf<typeof CHARGE>;

const $ = paramsOf({ ...f.SCOPE, ...CURSOR });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const CUSTOMERS = rowsOf('customers', 'row', CUSTOMER);
const CHARGES = rowsOf('charges', 'row', CHARGE);

const selectScopeCursor = maybeOne(
  'customer_cursor',
  CURSOR,
  sql`select before_id from customer_cursors
    where ${OF_SCOPE}`,
);

// The update changes nothing and takes the lock of the row, whether the row is new or not.
const lockScopeCursor = one(
  'customer_cursor_lock',
  CURSOR,
  sql`insert into customer_cursors as c (merchant_id, environment, before_id)
    values (${$.merchantId}, ${$.environment}, '${ID_MIN}')
    on conflict (merchant_id, environment) do update set before_id = c.before_id
    returning before_id`,
);

/** Sends the update of a scope's cursor; it never goes back. */
export const advanceCursor = send(
  'customer_cursor_advance',
  sql`update customer_cursors set before_id = greatest(before_id, ${$.beforeId}::uuid)
    where ${OF_SCOPE}`,
);

/** The scopes of these merchants that have charges from their cursor to below an id. */
export const selectWaiting = many(
  'customer_cursor_waiting',
  f.SCOPE,
  sql`select merchant.merchant_id, scope.environment
    from unnest(${param('merchantIds', f.listOf(f.uuid))}::uuid[]) as merchant (merchant_id)
    cross join (values ('live'), ('test')) as scope (environment)
    cross join lateral (
      select coalesce((
        select before_id from customer_cursors c
        where c.merchant_id = merchant.merchant_id and c.environment = scope.environment
      ), '${ID_MIN}'::uuid) as from_id
    ) cursors
    cross join lateral (
      select id from charges c
      where c.merchant_id = merchant.merchant_id and c.environment = scope.environment
        and c.id >= cursors.from_id and c.id < ${param('belowId', f.uuid)}
      order by id limit 1
    ) first`,
  HERE,
);

const selectMissingCharges = many(
  'customer_charges_missing',
  { id: f.uuid },
  sql`select row.charge_id as id
    from ${CHARGES}
    where not exists (
      select from customer_charges x
      where x.merchant_id = ${$.merchantId} and x.environment = ${$.environment}
        and x.customer_id = row.customer_id and x.charge_id = row.charge_id
    )`,
);

// The name and the e-mail of the newest charge stay. Charges may be read in any order.
const writeRows = send(
  'customers_write',
  sql`insert into customers as c (merchant_id, environment, id, document, name, email,
      first_charge_id, last_charge_id, words)
    select ${$.merchantId}::uuid, ${$.environment}::text, id, document, name, email,
      first_charge_id, last_charge_id,
      array_to_tsvector(words)
    from ${CUSTOMERS}
    order by id
    on conflict (merchant_id, environment, id) do update set
      first_charge_id = least(c.first_charge_id, excluded.first_charge_id),
      last_charge_id = greatest(c.last_charge_id, excluded.last_charge_id),
      (name, email, words) = (
        select newest.name, newest.email, newest.words
        from (values (excluded.last_charge_id, excluded.name, excluded.email, excluded.words),
          (c.last_charge_id, c.name, c.email, c.words)) as newest (id, name, email, words)
        order by newest.id desc limit 1)`,
  bucketOf($.merchantId),
);

const addRows = send(
  'customers_add',
  sql`insert into customers (merchant_id, environment, id, document, name, email,
      first_charge_id, last_charge_id, words)
    select ${$.merchantId}::uuid, ${$.environment}::text, id, document, name, email,
      first_charge_id, last_charge_id,
      array_to_tsvector(words)
    from ${CUSTOMERS}
    order by id
    on conflict do nothing`,
  bucketOf($.merchantId),
);

const writeCharges = send(
  'customer_charges_write',
  sql`insert into customer_charges (merchant_id, environment, customer_id, charge_id)
    select ${$.merchantId}::uuid, ${$.environment}::text, customer_id, charge_id
    from ${CHARGES}
    order by customer_id, charge_id
    on conflict do nothing`,
  bucketOf($.merchantId),
);

/** The id below which all charges of a scope have their customer. */
export async function selectCursor(database: Queryable, scope: LedgerScope): Promise<string> {
  return (await selectScopeCursor(database, scope))?.beforeId ?? ID_MIN;
}

/** A customer is erased with its charges. */
export const customerOwner: ChargeOwner = { name: 'customers', lockPayers: lockCustomers };

/** Locks the customers of a scope until the transaction ends; returns its cursor. */
export async function lockCustomers(tx: Transaction, scope: LedgerScope): Promise<string> {
  return (await lockScopeCursor(tx, scope)).beforeId;
}

/** Those of these charges that are not linked to their customer. */
export async function selectMissing(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  charges: readonly ChargeOfCustomer[],
): Promise<string[]> {
  const missing = await selectMissingCharges(database, { merchantId, environment, charges });
  return missing.map(({ id }) => id);
}

/** Sends the insert of customers, or of what newer charges say of them, with their charges. */
export function writeCustomers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  customers: readonly SeenCustomer[],
  charges: readonly ChargeOfCustomer[],
): void {
  writeRows(tx, { merchantId, environment, customers });
  writeCharges(tx, { merchantId, environment, charges });
}

/** Sends the insert of customers that a scope doesn't have yet. The scope is locked. */
export function addCustomers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  customers: readonly SeenCustomer[],
): void {
  if (customers.length > 0) addRows(tx, { merchantId, environment, customers });
}
