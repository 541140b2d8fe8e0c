import { instantOfLocation } from '#src/charges/locations/location.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { SubscriptionKey } from '../subscription.ts';
import type { RecurrenceLocation } from './recurrence.ts';

const COLUMNS = `l.merchant_id, l.environment, l.id, l.url, l.token, l.bank_id,
  l.subscription_id`;
const OF_SCOPE = 'merchant_id = $1 and environment = $2';

const INSERT = {
  name: 'subscription_locations_insert',
  text: `insert into subscription_locations
      (merchant_id, environment, id, url, token, bank_id, subscription_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const SELECT = {
  name: 'subscription_locations_select',
  text: `select ${COLUMNS} from subscription_locations l where ${OF_SCOPE} and id = $3`,
};
const LOCK = {
  name: 'subscription_locations_lock',
  text: `select ${COLUMNS} from subscription_locations l where ${OF_SCOPE} and id = $3 for update`,
};
const SELECT_BY_TOKEN = {
  name: 'subscription_locations_select_by_token',
  place: EACH_BUCKET,
  text: `select ${COLUMNS} from subscription_locations l where token = $1`,
};
const SELECT_OF = {
  name: 'subscription_locations_of_subscriptions',
  text: `select ${COLUMNS} from json_to_recordset($1)
      as key (merchant_id uuid, environment text, subscription_id uuid)
    join subscription_locations l on (l.merchant_id, l.environment, l.subscription_id)
      = (key.merchant_id, key.environment, key.subscription_id)`,
};
const TAKE = {
  name: 'subscription_locations_take',
  text: `update subscription_locations set subscription_id = $4 where ${OF_SCOPE} and id = $3`,
};
const FREE = {
  name: 'subscription_locations_free',
  text: `update subscription_locations set subscription_id = null
    where ${OF_SCOPE} and subscription_id = $3`,
};
const FILTERED = `from subscription_locations l where ${OF_SCOPE} and id >= $3 and id < $4
    and ($5::boolean is null or (subscription_id is not null) = $5)
    and ($6::text is null or exists (select from subscriptions s
      where s.merchant_id = $1 and s.environment = $2 and s.id = l.subscription_id
        and s.covenant = $6))`;
const COUNT = {
  name: 'subscription_locations_count',
  text: `select count(*) as count from (select 1 ${FILTERED} limit $7) counted`,
};
const PAGE = {
  name: 'subscription_locations_page',
  text: `select ${COLUMNS} ${FILTERED} order by id offset $7 limit $8`,
};

interface LocationRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: bigint;
  readonly url: string;
  readonly token: string | null;
  readonly bank_id: bigint | null;
  readonly subscription_id: string | null;
}

/** The name of a location: unique for a merchant and environment. */
export type RecurrenceLocationKey = Pick<RecurrenceLocation, 'merchantId' | 'environment' | 'id'>;

/** Which locations a list shows: ids from the first to before the second. */
export interface RecurrenceLocationFilter extends LedgerScope {
  readonly fromId: number;
  readonly beforeId: number;
  readonly hasRecurrence: boolean | null;
  readonly covenant: string | null;
}

/** Sends the insert of a location; the commit waits for it. */
export function insertLocation(tx: Transaction, location: RecurrenceLocation): void {
  const { merchantId, environment, id, url, token, bankId, subscriptionId } = location;
  const createdAt = new Date(instantOfLocation(id));
  tx.send(INSERT, [merchantId, environment, id, url, token, bankId, subscriptionId, createdAt]);
}

/** A location by its id. */
export function selectLocation(database: Queryable, key: RecurrenceLocationKey) {
  return firstOf(database, SELECT, [key.merchantId, key.environment, key.id]);
}

/** A location by its id, locked until the transaction ends. */
export function lockLocation(tx: Transaction, key: RecurrenceLocationKey) {
  return firstOf(tx, LOCK, [key.merchantId, key.environment, key.id]);
}

/** A location of the test environment by the last part of its url. */
export function selectLocationByToken(database: Queryable, token: string) {
  return firstOf(database, SELECT_BY_TOKEN, [token]);
}

/** The locations of subscriptions by the subscriptions' ids. */
export async function selectLocationsOf(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, RecurrenceLocation>> {
  if (keys.length === 0) return new Map();
  const wanted = keys.map(({ merchantId, environment, id }) => ({
    merchant_id: merchantId,
    environment,
    subscription_id: id,
  }));
  const rows = await database.query<LocationRow>(SELECT_OF, [JSON.stringify(wanted)]);
  return new Map(rows.map(fromRow).map((location) => [location.subscriptionId ?? '', location]));
}

/** Gives a locked location to a subscription, which leaves the one that it had. */
export function claimLocationRow(
  tx: Transaction,
  { merchantId, environment, id }: SubscriptionKey,
  locationId: number,
): void {
  releaseLocationOf(tx, { merchantId, environment, id });
  tx.send(TAKE, [merchantId, environment, locationId, id]);
}

/** Frees the location of a subscription, if it has one. */
export function releaseLocationOf(
  tx: Transaction,
  { merchantId, environment, id }: SubscriptionKey,
): void {
  tx.send(FREE, [merchantId, environment, id]);
}

/** Counts locations up to a number. */
export async function countLocations(
  database: Queryable,
  filter: RecurrenceLocationFilter,
  max: number,
): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, [...valuesOf(filter), max]);
  return Number(row?.count ?? 0);
}

/** A page of locations, oldest first. */
export async function pageLocations(
  database: Queryable,
  filter: RecurrenceLocationFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<RecurrenceLocation[]> {
  const values = [...valuesOf(filter), offset, limit];
  return (await database.query<LocationRow>(PAGE, values)).map(fromRow);
}

function valuesOf(filter: RecurrenceLocationFilter): unknown[] {
  const { merchantId, environment, fromId, beforeId, hasRecurrence, covenant } = filter;
  return [merchantId, environment, fromId, beforeId, hasRecurrence, covenant];
}

async function firstOf(
  database: Queryable,
  statement: { readonly name: string; readonly text: string },
  values: unknown[],
): Promise<RecurrenceLocation | undefined> {
  const [row] = await database.query<LocationRow>(statement, values);
  return row && fromRow(row);
}

function fromRow(row: LocationRow): RecurrenceLocation {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: Number(row.id),
    url: row.url,
    token: row.token,
    subscriptionId: row.subscription_id,
    bankId: row.bank_id === null ? null : Number(row.bank_id),
  };
}
