import { instantOfLocation } from '#src/charges/locations/location.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { SubscriptionKey } from '../subscription.ts';
import { RECURRENCE_LOCATION, type RecurrenceLocation } from './recurrence.ts';

const FILTER = {
  ...f.SCOPE,
  fromId: f.count,
  beforeId: f.count,
  hasRecurrence: f.orNull(f.bool),
  covenant: f.orNull(f.text),
};
/** Which locations a list shows: ids from the first to before the second. */
export type RecurrenceLocationFilter = f.RecordOf<typeof FILTER>;

const $ = paramsOf({
  ...RECURRENCE_LOCATION,
  ...FILTER,
  createdAt: f.instant,
  max: f.count,
  offset: f.count,
  limit: f.count,
});
const OWNER = param('subscriptionId', f.uuid);
const COLUMNS = `l.merchant_id, l.environment, l.id, l.url, l.token, l.bank_id,
  l.subscription_id`;
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const BY_ID = sql`select ${COLUMNS} from subscription_locations l
    where ${OF_SCOPE} and id = ${$.id}`;
const FILTERED = sql`from subscription_locations l where ${OF_SCOPE} and id >= ${$.fromId}
    and id < ${$.beforeId}
    and (${$.hasRecurrence}::boolean is null or (subscription_id is not null) = ${$.hasRecurrence})
    and (${$.covenant}::text is null or exists (select from subscriptions s
      where s.merchant_id = ${$.merchantId} and s.environment = ${$.environment}
        and s.id = l.subscription_id
        and s.covenant = ${$.covenant}))`;

const insert = send(
  'subscription_locations_insert',
  sql`insert into subscription_locations
      (merchant_id, environment, id, url, token, bank_id, subscription_id, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.url}, ${$.token}, ${$.bankId},
      ${$.subscriptionId}, ${$.createdAt})`,
);

/** Sends the insert of a location; the commit waits for it. */
export function insertLocation(tx: Transaction, location: RecurrenceLocation): void {
  insert(tx, { ...location, createdAt: instantOfLocation(location.id) });
}

/** A location by its id. */
export const selectLocation = maybeOne('subscription_locations_select', RECURRENCE_LOCATION, BY_ID);

/** A location by its id, locked until the transaction ends. */
export const lockLocation = maybeOne(
  'subscription_locations_lock',
  RECURRENCE_LOCATION,
  sql`${BY_ID} for update`,
);

/** A location of the test environment by the last part of its url. */
export const selectLocationByToken = maybeOne(
  'subscription_locations_select_by_token',
  RECURRENCE_LOCATION,
  sql`select ${COLUMNS} from subscription_locations l where token = ${param('token', f.uuid)}`,
  EACH_BUCKET,
);

const selectOf = many(
  'subscription_locations_of_subscriptions',
  RECURRENCE_LOCATION,
  sql`select ${COLUMNS} from ${rowsOf('keys', 'key', {
    ...f.SCOPE,
    id: f.inColumn('subscription_id', f.uuid),
  })}
    join subscription_locations l on (l.merchant_id, l.environment, l.subscription_id)
      = (key.merchant_id, key.environment, key.subscription_id)`,
);

/** The locations of subscriptions by the subscriptions' ids. */
export async function selectLocationsOf(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, RecurrenceLocation>> {
  if (keys.length === 0) return new Map();
  const locations = await selectOf(database, { keys });
  return new Map(locations.map((location) => [location.subscriptionId ?? '', location]));
}

const take = send(
  'subscription_locations_take',
  sql`update subscription_locations set subscription_id = ${OWNER}
    where ${OF_SCOPE} and id = ${$.id}`,
);
const free = send(
  'subscription_locations_free',
  sql`update subscription_locations set subscription_id = null
    where ${OF_SCOPE} and subscription_id = ${OWNER}`,
);

/** Gives a locked location to a subscription, which leaves the one that it had. */
export function claimLocationRow(
  tx: Transaction,
  subscription: SubscriptionKey,
  locationId: number,
): void {
  releaseLocationOf(tx, subscription);
  const { merchantId, environment, id: subscriptionId } = subscription;
  take(tx, { merchantId, environment, id: locationId, subscriptionId });
}

/** Frees the location of a subscription, if it has one. */
export function releaseLocationOf(
  tx: Transaction,
  { merchantId, environment, id: subscriptionId }: SubscriptionKey,
): void {
  free(tx, { merchantId, environment, subscriptionId });
}

const count = one(
  'subscription_locations_count',
  { count: f.count },
  sql`select count(*) as count from (select 1 ${FILTERED} limit ${$.max}) counted`,
);

/** Counts locations up to a number. */
export async function countLocations(
  database: Queryable,
  filter: RecurrenceLocationFilter,
  max: number,
): Promise<number> {
  return (await count(database, { ...filter, max })).count;
}

/** A page of locations, oldest first. */
export const pageLocations = many(
  'subscription_locations_page',
  RECURRENCE_LOCATION,
  sql`select ${COLUMNS} ${FILTERED} order by id offset ${$.offset} limit ${$.limit}`,
);
