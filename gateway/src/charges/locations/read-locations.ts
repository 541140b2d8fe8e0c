import type { Queryable } from '#src/ground/database/database.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import type { Location } from './location.ts';
import {
  countLocations as count,
  type LocationFilter,
  pageLocations as page,
  selectLocationByToken,
} from './location-store.ts';

/** Counts locations, at most `max` of them. */
export function countLocations(
  database: Queryable,
  filter: LocationFilter,
  max: number,
): Promise<number> {
  return count(database, filter, max);
}

/** A page of locations, the oldest first. */
export function pageLocations(
  database: Queryable,
  filter: LocationFilter,
  rows: { readonly offset: number; readonly limit: number },
): Promise<Location[]> {
  return page(database, filter, rows);
}

/** The location of any merchant by the last part of its url in the test environment. */
export async function findLocationByToken(
  database: Queryable,
  token: string,
): Promise<Location | undefined> {
  const id = idFromTxid(token);
  return id === undefined ? undefined : selectLocationByToken(database, id);
}
