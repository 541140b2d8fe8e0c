import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, pageOf, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { CUSTOMER_CHARGES_MAX, type Customer, type CustomerKey } from './customer.ts';
import {
  filterNewest,
  findByWords,
  selectAtOffset,
  selectChargeIds,
  selectCustomer,
  selectCustomers,
  selectSummary,
} from './customer-store.ts';
import { queryOfText } from './customer-words.ts';

/** The most matches that are sorted; with more, the newest customers are read instead. */
const MATCHES_SORTED = 1_000;
/** The newest customers that a search reads first: many have a usual name. */
const NEWEST_READ = 1_000;
/** The most customers that one page of a search with many matches reads. */
const CUSTOMERS_READ_MAX = 50_000;

/** A page of a list of customers; `search` may be missing. */
export interface CustomerFilter extends LedgerScope {
  readonly search: string | undefined;
  /** The newest charge of the last customer of the page before. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Reads a page of customers, of the newest charge first. */
export async function listCustomers(
  database: Queryable,
  filter: CustomerFilter,
): Promise<Page<Customer>> {
  const { merchantId, environment, search, cursor: beforeId = ID_MAX, limit } = filter;
  const scope = { merchantId, environment };
  if (search === undefined || search.trim() === '') {
    const select = (rows: number) => selectCustomers(database, { ...scope, beforeId, limit: rows });
    return readPage(limit, select, positionOf);
  }
  const words = queryOfText(scope, search);
  if (words === undefined) return { rows: [], next: null };
  const newest = { words, beforeId, limit: limit + 1, window: NEWEST_READ };
  const first = await filterNewest(database, { ...scope, ...newest });
  if (first.length > limit) return pageOf(first, limit, positionOf);
  const found = await findByWords(database, { ...scope, words, limit: MATCHES_SORTED + 1 });
  if (found.length > MATCHES_SORTED) {
    return filterCustomers(database, { ...scope, words, beforeId, limit });
  }
  const rest = found.filter((customer) => positionOf(customer) < beforeId);
  return pageOf(rest, limit, positionOf);
}

/** A page of a search with many matches. It may be short although another page follows. */
async function filterCustomers(
  database: Queryable,
  search: LedgerScope & {
    readonly words: string;
    readonly beforeId: string;
    readonly limit: number;
  },
): Promise<Page<Customer>> {
  const { limit } = search;
  const window = CUSTOMERS_READ_MAX;
  const rows = await filterNewest(database, { ...search, limit: limit + 1, window });
  if (rows.length > limit) return pageOf(rows, limit, positionOf);
  const end = await selectAtOffset(database, { ...search, offset: window - 1 });
  return { rows, next: end?.id ?? null };
}

function positionOf({ lastChargeId }: Customer): string {
  return lastChargeId;
}

/** Reads a customer. Refuses `customer_not_found`. */
export async function readCustomer(database: Queryable, key: CustomerKey): Promise<Customer> {
  const customer = isId(key.id) ? await selectCustomer(database, key) : undefined;
  if (!customer) throw new Refusal('customer_not_found');
  return customer;
}

/** A customer with the sums over its newest charges. Refuses `customer_not_found`. */
export async function readCustomerWithSums(database: Queryable, key: CustomerKey) {
  const customer = await readCustomer(database, key);
  const summary = await selectSummary(database, key, CUSTOMER_CHARGES_MAX);
  return { customer, summary };
}

export type CustomerWithSums = Awaited<ReturnType<typeof readCustomerWithSums>>;

/** The ids of the newest charges of a customer, newest first: up to 10,000. */
export function readChargeIds(database: Queryable, key: CustomerKey): Promise<string[]> {
  return selectChargeIds(database, key, { beforeId: ID_MAX, limit: CUSTOMER_CHARGES_MAX });
}
