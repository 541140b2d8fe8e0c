import type { Queryable } from '#src/ground/database/database.ts';
import { lastChargeOfWindow, searchChargesOf } from './customer-search-store.ts';
import type { SearchedWindow } from './search-lines.ts';
import type { Search } from './transaction-search-store.ts';

/** The most charges of a customer that one page reads. */
const CHARGES_READ_MAX = 5_000;

/** A search among the charges of one customer, newest first. */
export async function searchByCustomer(
  database: Queryable,
  search: Omit<Search, 'type' | 'index' | 'key' | 'window'>,
  customerId: string,
): Promise<SearchedWindow> {
  const among = { ...search, customerId, window: CHARGES_READ_MAX };
  const rows = await searchChargesOf(database, among);
  if (rows.length === search.limit) return { rows, lastId: undefined };
  return { rows, lastId: await lastChargeOfWindow(database, among) };
}
