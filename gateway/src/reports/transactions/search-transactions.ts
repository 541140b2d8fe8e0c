import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt, ID_MAX, instantOfId } from '#src/ground/ids.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { type FoundWindow, ROWS_READ_MAX, searchLines } from './search-lines.ts';
import type { SearchTerm } from './search-term.ts';
import {
  type ListedTransaction,
  type TransactionStatus,
  type TransactionType,
  transactionTypes,
} from './transaction.ts';
import {
  lastIdOfWindow,
  type Search,
  type SearchIndex,
  searchRows,
} from './transaction-search-store.ts';

const EVERYTHING = {
  type: undefined,
  status: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  amountMin: undefined,
  amountMax: undefined,
  clientId: undefined,
  term: undefined,
  cursor: undefined,
};

/** The filters of a search in one scope. Instants in milliseconds, amounts in centavos. */
export interface TransactionSearch extends LedgerScope {
  readonly type: TransactionType | undefined;
  readonly status: TransactionStatus | undefined;
  readonly createdFrom: number | undefined;
  /** Exclusive. */
  readonly createdTo: number | undefined;
  readonly amountMin: bigint | undefined;
  readonly amountMax: bigint | undefined;
  /** The key pair that created it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  /** What was typed into the search box. */
  readonly term: SearchTerm | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface TransactionSearchPage {
  readonly rows: readonly ListedTransaction[];
  /** The id after which the next page starts; null when nothing is left to search. */
  readonly nextId: string | null;
  /** The instant down to which was searched; null when the page is full or all was searched. */
  readonly searchedUntil: number | null;
}

/**
 * Reads one page, newest first. A page reads a bounded number of rows, so that a filter with few
 * matches doesn't read the whole history of a merchant. So a page may be short or empty although
 * more follows at `nextId`.
 */
export async function searchTransactions(
  database: Queryable,
  search: TransactionSearch,
): Promise<TransactionSearchPage> {
  const windows = await Promise.all([
    ...searchesOf(search).map((one) => searchWindow(database, one)),
    ...(await lineSearches(database, search)),
  ]);
  const boundaries = windows.flatMap(({ lastId }) => (lastId === undefined ? [] : [lastId]));
  // Rows that are older than the end of the newest window belong to the next page.
  const boundary = boundaries.sort().at(-1);
  const found = new Map(windows.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
  const known = [...found.values()]
    .filter((row) => boundary === undefined || row.id >= boundary)
    .sort((left, right) => (left.id < right.id ? 1 : -1));
  const rows = known.slice(0, search.limit);
  if (known.length > search.limit) {
    return { rows, nextId: rows.at(-1)?.id ?? null, searchedUntil: null };
  }
  const searchedUntil = boundary === undefined ? null : instantOfId(boundary);
  return { rows, nextId: boundary ?? null, searchedUntil };
}

/** The newest transactions of a scope. */
export async function latestTransactions(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  limit: number,
): Promise<readonly ListedTransaction[]> {
  const page = await searchTransactions(database, {
    ...EVERYTHING,
    ...{ merchantId, environment, limit },
  });
  return page.rows;
}

async function searchWindow(database: Queryable, search: Search): Promise<FoundWindow> {
  const rows = await searchRows(database, search);
  const isWhole = rows.length === search.limit || search.window === search.limit;
  const lastId = isWhole ? undefined : await lastIdOfWindow(database, search);
  return { rows, lastId };
}

function searchesOf(search: TransactionSearch): Search[] {
  const { status, term } = search;
  const lookups = term?.lookups ?? [{ index: indexOf(status), key: undefined }];
  const isStatusInIndex = lookups.every(({ index }) => index === status);
  const range = rangeOf(search);
  const window = isFiltered(search, isStatusInIndex) ? ROWS_READ_MAX : range.limit;
  return typesOf(search).flatMap((type) =>
    lookups.map((lookup) => ({ ...range, window, type, ...lookup })),
  );
}

function rangeOf(search: TransactionSearch): Omit<Search, 'type' | 'index' | 'key' | 'window'> {
  const { merchantId, environment, status, clientId, createdTo, cursor } = search;
  const until = createdTo === undefined ? ID_MAX : firstIdAt(createdTo);
  return {
    ...{ merchantId, environment, status, clientId, limit: search.limit + 1 },
    beforeId: cursor !== undefined && cursor < until ? cursor : until,
    fromId: firstIdAt(search.createdFrom ?? 0),
    amountMin: search.amountMin ?? 0n,
    amountMax: search.amountMax ?? AMOUNT_CENTAVOS_MAX,
  };
}

/** Whether rows of a range are left out by more than their ids. */
function isFiltered(search: TransactionSearch, isStatusInIndex = false): boolean {
  return (
    (search.status !== undefined && !isStatusInIndex) ||
    search.clientId !== undefined ||
    search.amountMin !== undefined ||
    search.amountMax !== undefined
  );
}

/** The searches by name, document and amount, unless the text is that of an id. */
async function lineSearches(
  database: Queryable,
  search: TransactionSearch,
): Promise<Promise<FoundWindow>[]> {
  const { term } = search;
  if (term === undefined || term.sought.length === 0) return [];
  if (term.isExactEnough && (await isFoundWhole(database, search))) return [];
  const range = { ...rangeOf(search), sought: term.sought, window: ROWS_READ_MAX };
  return typesOf(search).map((type) =>
    searchLines(database, { ...range, type }, isFiltered(search)),
  );
}

/** Whether the whole text is an id of any transaction, so that each page decides alike. */
async function isFoundWhole(database: Queryable, search: TransactionSearch): Promise<boolean> {
  const { merchantId, environment, term } = search;
  const first = { ...EVERYTHING, merchantId, environment, term, limit: 0 };
  const found = await Promise.all(searchesOf(first).map((one) => searchRows(database, one)));
  return found.some((rows) => rows.length > 0);
}

function typesOf({ type, status }: TransactionSearch): TransactionType[] {
  const types = type === undefined ? transactionTypes : [type];
  return types.filter((one) => status === undefined || STATUSES[one].has(status));
}

/** The statuses of each type. */
const STATUSES: Readonly<Record<TransactionType, ReadonlySet<string>>> = {
  charge: new Set(['pending', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded']),
  payout: new Set(['awaiting_approval', 'pending', 'paid', 'failed']),
};

/** Most transactions are paid, so no index of a status has them; few await an approval. */
function indexOf(status: TransactionStatus | undefined): SearchIndex {
  const hasNone = status === undefined || status === 'paid' || status === 'awaiting_approval';
  return hasNone ? 'scope' : status;
}
