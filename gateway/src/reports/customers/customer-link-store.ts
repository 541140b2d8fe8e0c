import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, HERE } from '#src/ground/database/statement-place.ts';
import { ID_MIN } from '#src/ground/ids.ts';

const CURSOR = {
  name: 'customer_cursor',
  text: `select before_id as "beforeId" from customer_cursors
    where merchant_id = $1 and environment = $2`,
};
// The update changes nothing and takes the lock of the row, whether the row is new or not.
const LOCK = {
  name: 'customer_cursor_lock',
  place: bucketOfMerchant(1),
  text: `insert into customer_cursors as c (merchant_id, environment, before_id)
    values ($1, $2, '${ID_MIN}')
    on conflict (merchant_id, environment) do update set before_id = c.before_id
    returning before_id as "beforeId"`,
};
const ADVANCE = {
  name: 'customer_cursor_advance',
  text: `update customer_cursors set before_id = greatest(before_id, $3::uuid)
    where merchant_id = $1 and environment = $2`,
};
const WAITING = {
  name: 'customer_cursor_waiting',
  place: HERE,
  text: `select merchant.merchant_id as "merchantId", scope.environment
    from unnest($1::uuid[]) as merchant (merchant_id)
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
        and c.id >= cursors.from_id and c.id < $2
      order by id limit 1
    ) first`,
};
const MISSING = {
  name: 'customer_charges_missing',
  text: `select row.charge_id as id
    from json_to_recordset($3) as row (customer_id uuid, charge_id uuid)
    where not exists (
      select from customer_charges x where x.merchant_id = $1 and x.environment = $2
        and x.customer_id = row.customer_id and x.charge_id = row.charge_id
    )`,
};
// The name and the e-mail of the newest charge stay. Charges may be read in any order.
const WRITE = {
  name: 'customers_write',
  place: bucketOfMerchant(1),
  text: `insert into customers as c (merchant_id, environment, id, document, name, email,
      first_charge_id, last_charge_id, words)
    select $1::uuid, $2::text, id, document, name, email, first_charge_id, last_charge_id,
      array_to_tsvector(words)
    from json_to_recordset($3) as row (id uuid, document text, name text, email text,
      first_charge_id uuid, last_charge_id uuid, words text[])
    order by id
    on conflict (merchant_id, environment, id) do update set
      first_charge_id = least(c.first_charge_id, excluded.first_charge_id),
      last_charge_id = greatest(c.last_charge_id, excluded.last_charge_id),
      (name, email, words) = (
        select newest.name, newest.email, newest.words
        from (values (excluded.last_charge_id, excluded.name, excluded.email, excluded.words),
          (c.last_charge_id, c.name, c.email, c.words)) as newest (id, name, email, words)
        order by newest.id desc limit 1)`,
};
const ADD = {
  name: 'customers_add',
  place: bucketOfMerchant(1),
  text: `insert into customers (merchant_id, environment, id, document, name, email,
      first_charge_id, last_charge_id, words)
    select $1::uuid, $2::text, id, document, name, email, first_charge_id, last_charge_id,
      array_to_tsvector(words)
    from json_to_recordset($3) as row (id uuid, document text, name text, email text,
      first_charge_id uuid, last_charge_id uuid, words text[])
    order by id
    on conflict do nothing`,
};
const WRITE_CHARGES = {
  name: 'customer_charges_write',
  place: bucketOfMerchant(1),
  text: `insert into customer_charges (merchant_id, environment, customer_id, charge_id)
    select $1::uuid, $2::text, customer_id, charge_id
    from json_to_recordset($3) as row (customer_id uuid, charge_id uuid)
    order by customer_id, charge_id
    on conflict do nothing`,
};

/** A customer as some of its charges show it. */
export interface SeenCustomer {
  readonly id: string;
  readonly document: string;
  readonly name: string;
  readonly email: string | null;
  readonly firstChargeId: string;
  readonly lastChargeId: string;
  readonly words: readonly string[];
}

export interface ChargeOfCustomer {
  readonly customerId: string;
  readonly chargeId: string;
}

/** The id below which all charges of a scope have their customer. */
export async function selectCursor(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<string> {
  const [row] = await database.query<{ beforeId: string }>(CURSOR, [merchantId, environment]);
  return row?.beforeId ?? ID_MIN;
}

/** Locks the customers of a scope until the transaction ends; returns its cursor. */
export async function lockCustomers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<string> {
  const [row] = await tx.query<{ beforeId: string }>(LOCK, [merchantId, environment]);
  return row?.beforeId ?? ID_MIN;
}

/** Sends the update of a scope's cursor; it never goes back. */
export function advanceCursor(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  beforeId: string,
): void {
  tx.send(ADVANCE, [merchantId, environment, beforeId]);
}

/** The scopes of these merchants that have charges from their cursor to below an id. */
export async function selectWaiting(
  bucket: Queryable,
  merchantIds: readonly string[],
  belowId: string,
): Promise<LedgerScope[]> {
  return bucket.query<{ merchantId: string; environment: Environment }>(WAITING, [
    merchantIds,
    belowId,
  ]);
}

/** Those of these charges that are not linked to their customer. */
export async function selectMissing(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  charges: readonly ChargeOfCustomer[],
): Promise<string[]> {
  const values = [merchantId, environment, linkRows(charges)];
  return (await database.query<{ id: string }>(MISSING, values)).map(({ id }) => id);
}

/** Sends the insert of customers, or of what newer charges say of them, with their charges. */
export function writeCustomers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  customers: readonly SeenCustomer[],
  charges: readonly ChargeOfCustomer[],
): void {
  tx.send(WRITE, [merchantId, environment, customerRows(customers)]);
  tx.send(WRITE_CHARGES, [merchantId, environment, linkRows(charges)]);
}

/** Sends the insert of customers that a scope doesn't have yet. The scope is locked. */
export function addCustomers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  customers: readonly SeenCustomer[],
): void {
  if (customers.length > 0) tx.send(ADD, [merchantId, environment, customerRows(customers)]);
}

function customerRows(customers: readonly SeenCustomer[]): string {
  const rows = customers.map(({ firstChargeId, lastChargeId, ...customer }) => ({
    ...customer,
    first_charge_id: firstChargeId,
    last_charge_id: lastChargeId,
  }));
  return JSON.stringify(rows);
}

function linkRows(charges: readonly ChargeOfCustomer[]): string {
  return JSON.stringify(
    charges.map(({ customerId, chargeId }) => ({ customer_id: customerId, charge_id: chargeId })),
  );
}
