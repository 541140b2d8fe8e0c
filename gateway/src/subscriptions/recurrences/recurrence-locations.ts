import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import type { Subscription } from '../subscription.ts';
import { selectSubscriptions } from '../subscription-store.ts';
import {
  countLocations,
  insertLocation,
  pageLocations,
  type RecurrenceLocationFilter,
  selectLocation,
  selectLocationByToken,
} from './location-store.ts';
import type { RecurrenceLocation } from './recurrence.ts';
import { selectKeyById } from './recurrence-list-store.ts';

/** A location, with the id at the banks of the recurrence that it shows. */
export interface ShownLocation extends RecurrenceLocation {
  readonly recurrenceId: string | null;
}

/** Stores a new location. */
export async function storeLocation(
  database: Database,
  location: RecurrenceLocation,
): Promise<void> {
  await database.transaction(async (tx) => insertLocation(tx, location));
}

/** A location by its id. */
export function findLocation(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  id: number,
): Promise<RecurrenceLocation | undefined> {
  return selectLocation(database, { merchantId, environment, id });
}

/** Counts the locations of a filter up to a number. */
export function countOfFilter(
  database: Queryable,
  filter: RecurrenceLocationFilter,
  max: number,
): Promise<number> {
  return countLocations(database, filter, max);
}

/** A page of locations, oldest first. */
export function readPageOfLocations(
  database: Queryable,
  filter: RecurrenceLocationFilter,
  rows: { readonly offset: number; readonly limit: number },
): Promise<RecurrenceLocation[]> {
  return pageLocations(database, { ...filter, ...rows });
}

/** Locations with the ids of the recurrences that they show, in the same order. */
export async function withRecurrenceIds(
  database: Queryable,
  locations: readonly RecurrenceLocation[],
): Promise<ShownLocation[]> {
  const keys = locations.flatMap(({ merchantId, environment, subscriptionId: id }) =>
    id === null ? [] : [{ merchantId, environment, id }],
  );
  const found = keys.length > 0 ? await selectSubscriptions(database, keys) : [];
  const ids = new Map(found.map(({ id, recurrenceId }) => [id, recurrenceId]));
  return locations.map((location) => ({
    ...location,
    recurrenceId: ids.get(location.subscriptionId ?? '') ?? null,
  }));
}

/**
 * Finds the subscription that a test location shows now, of any merchant: the one assigned to the
 * location, else the one that created it.
 */
export async function findAtLocation(
  database: Queryable,
  token: string,
): Promise<Subscription | undefined> {
  const location = await selectLocationByToken(database, { token });
  if (location && location.subscriptionId === null) return undefined;
  const key = await selectKeyById(database, { id: location?.subscriptionId ?? token });
  return key && (await selectSubscriptions(database, [key]))[0];
}
