import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { firstIdAt, ID_MAX, instantOfId } from '#src/ground/ids.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { selectChargesAmong } from './customer-search-store.ts';
import { searchByCustomer } from './search-by-customer.ts';
import { hasDueDays, isDueWithin, searchByDueDay } from './search-by-due-day.ts';
import { ROWS_READ_MAX, type SearchedWindow, searchLines } from './search-lines.ts';
import type { SearchTerm } from './search-term.ts';
import {
  type ListedTransaction,
  type TransactionStatus,
  type TransactionType,
  transactionTypes,
} from './transaction.ts';
import {
  lastIdOfWindow,
  ofCharges,
  type Search,
  type SearchIndex,
  searchRows,
} from './transaction-search-store.ts';

/**
 * A transaction is created before it is paid. The clock of a bank, which says when, may be wrong.
 */
const PAID_BEFORE_CREATION_MS = DAY_MS;

const EVERYTHING = {
  type: undefined,
  status: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  paidFrom: undefined,
  paidTo: undefined,
  paymentLinkId: undefined,
  amountMin: undefined,
  amountMax: undefined,
  clientId: undefined,
  customerId: undefined,
  dueFrom: undefined,
  dueTo: undefined,
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
  readonly paidFrom: number | undefined;
  /** Exclusive. */
  readonly paidTo: number | undefined;
  /** The payment link that made the charge. */
  readonly paymentLinkId: string | undefined;
  readonly amountMin: bigint | undefined;
  readonly amountMax: bigint | undefined;
  /** The key pair that created it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  /** The customer whose charges are searched. */
  readonly customerId: string | undefined;
  /** The days on which pending charges are due, both included. */
  readonly dueFrom: string | undefined;
  readonly dueTo: string | undefined;
  /** The parsed text of the search box. */
  readonly term: SearchTerm | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface TransactionSearchPage {
  readonly rows: readonly ListedTransaction[];
  /** The id after which the next page starts; null when all was searched. */
  readonly nextId: string | null;
  /**
   * The instant of the oldest searched row; null when the page is full or all rows were searched.
   */
  readonly searchedUntil: number | null;
}

/**
 * Reads one page, newest first; in the order of the due dates if they are searched alone. It reads
 * a bounded number of rows, not the whole history of a merchant, so a page may be short or empty
 * although more rows follow at `nextId`.
 */
export async function searchTransactions(
  database: Queryable,
  search: TransactionSearch,
): Promise<TransactionSearchPage> {
  const { customerId, cursor, term } = search;
  if (term === undefined && (customerId !== undefined || hasDueDays(search))) {
    if (!typesOf(search).includes('charge')) return NOTHING;
    const range = { ...rangeOf(search), dueFrom: search.dueFrom, dueTo: search.dueTo };
    if (customerId === undefined) {
      const days = { ...range, beforeId: untilOf(search) };
      return searchByDueDay(database, days, cursor);
    }
    const windows = [await searchByCustomer(database, range, customerId)];
    return pageOf(search, ofDueDays(search, windows));
  }
  const windows = await Promise.all([
    ...searchesOf(search).map((lookup) => searchWindow(database, lookup)),
    ...(await lineSearches(database, search)),
  ]);
  return pageOf(search, ofDueDays(search, await ofCustomer(database, search, windows)));
}

const NOTHING: TransactionSearchPage = { rows: [], nextId: null, searchedUntil: null };

/** Leaves out the rows that are not charges of the customer of a search. */
async function ofCustomer(
  database: Queryable,
  { merchantId, environment, customerId }: TransactionSearch,
  windows: readonly SearchedWindow[],
): Promise<readonly SearchedWindow[]> {
  if (customerId === undefined) return windows;
  const ids = windows.flatMap(({ rows }) => rows.map((row) => row.id));
  const theirs = await selectChargesAmong(database, { merchantId, environment, customerId, ids });
  return keepRows(windows, (row) => theirs.has(row.id));
}

/** Leaves out the rows without a due date that a search is for. */
function ofDueDays(
  search: TransactionSearch,
  windows: readonly SearchedWindow[],
): readonly SearchedWindow[] {
  return hasDueDays(search) ? keepRows(windows, (row) => isDueWithin(search, row)) : windows;
}

function keepRows(
  windows: readonly SearchedWindow[],
  isKept: (row: ListedTransaction) => boolean,
): readonly SearchedWindow[] {
  return windows.map(({ rows, lastId }) => ({
    rows: rows.filter(isKept),
    // A full window ends at its last row, although that row may be left out.
    lastId: lastId ?? (rows.length > 0 ? rows.at(-1)?.id : undefined),
  }));
}

/** The page of the windows that were searched. */
function pageOf(
  search: Pick<TransactionSearch, 'limit'>,
  windows: readonly SearchedWindow[],
): TransactionSearchPage {
  const boundaries = windows.flatMap(({ lastId }) => (lastId === undefined ? [] : [lastId]));
  // Rows below the lowest id of the newest window belong to the next page.
  const boundary = boundaries.sort().at(-1);
  const rowsById = new Map(windows.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
  const candidates = [...rowsById.values()]
    .filter((row) => boundary === undefined || row.id >= boundary)
    .sort((left, right) => (left.id < right.id ? 1 : -1));
  const rows = candidates.slice(0, search.limit);
  if (candidates.length > search.limit) {
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
    merchantId,
    environment,
    limit,
  });
  return page.rows;
}

async function searchWindow(database: Queryable, search: Search): Promise<SearchedWindow> {
  const rows = await searchRows(database, search);
  const isWhole = rows.length === search.limit || search.window === search.limit;
  const lastId = isWhole ? undefined : await lastIdOfWindow(database, search);
  return { rows, lastId };
}

function searchesOf(search: TransactionSearch): Search[] {
  const lookups = search.term?.lookups ?? [indexOf(search)];
  const range = rangeOf(search);
  const isWhole = lookups.every(({ index }) => !isFiltered(search, index));
  const window = isWhole ? range.limit : ROWS_READ_MAX;
  return typesOf(search).flatMap((type) =>
    lookups
      .filter(({ index }) => type === 'charge' || !ofCharges.has(index))
      .map((lookup) => ({ ...range, window, type, ...lookup })),
  );
}

function rangeOf(search: TransactionSearch): Omit<Search, 'type' | 'index' | 'key' | 'window'> {
  const { merchantId, environment, status, clientId, cursor } = search;
  const { paidFrom, paidTo, paymentLinkId } = search;
  const untilId = untilOf(search);
  return {
    merchantId,
    environment,
    status,
    clientId,
    paymentLinkId,
    paidFrom,
    paidTo,
    limit: search.limit + 1,
    beforeId: cursor !== undefined && cursor < untilId ? cursor : untilId,
    fromId: firstIdAt(search.createdFrom ?? 0),
    amountMin: search.amountMin ?? 0n,
    amountMax: search.amountMax ?? AMOUNT_CENTAVOS_MAX,
  };
}

/** The id before which all rows of a search are. */
function untilOf({ createdTo, paidTo }: TransactionSearch): string {
  const ends = [createdTo, paidTo === undefined ? undefined : paidTo + PAID_BEFORE_CREATION_MS];
  const until = Math.min(...ends.filter((end) => end !== undefined));
  return until === Number.POSITIVE_INFINITY ? ID_MAX : firstIdAt(until);
}

/** Whether a search has filters besides the range of ids and an index. */
function isFiltered(search: TransactionSearch, index: SearchIndex = 'scope'): boolean {
  const { status, paymentLinkId, clientId, amountMin, amountMax, paidFrom, paidTo } = search;
  return (
    (status !== undefined && index !== status) ||
    (paymentLinkId !== undefined && index !== 'link') ||
    hasDueDays(search) ||
    [clientId, amountMin, amountMax, paidFrom, paidTo].some((filter) => filter !== undefined)
  );
}

/** The searches by name, document and amount; none if the text is an id of a transaction. */
async function lineSearches(
  database: Queryable,
  search: TransactionSearch,
): Promise<Promise<SearchedWindow>[]> {
  const { term } = search;
  if (term === undefined || term.queries.length === 0) return [];
  if (term.isExactEnough && (await isIdOfTransaction(database, search))) return [];
  const range = { ...rangeOf(search), queries: term.queries, window: ROWS_READ_MAX };
  return typesOf(search).map((type) =>
    searchLines(database, { ...range, type }, isFiltered(search)),
  );
}

/** Whether the whole text is an id of a transaction, in all pages, so all pages search alike. */
async function isIdOfTransaction(database: Queryable, search: TransactionSearch): Promise<boolean> {
  const { merchantId, environment, term } = search;
  const first = { ...EVERYTHING, merchantId, environment, term, limit: 0 };
  const matches = await Promise.all(
    searchesOf(first).map((lookup) => searchRows(database, lookup)),
  );
  return matches.some((rows) => rows.length > 0);
}

function typesOf(search: TransactionSearch): TransactionType[] {
  const { type, status, paymentLinkId } = search;
  if (hasDueDays(search) && status !== undefined && status !== 'pending') return [];
  const types = type === undefined ? transactionTypes : [type];
  return types.filter(
    (candidate) =>
      (status === undefined || STATUSES[candidate].has(status)) &&
      ((paymentLinkId === undefined && !hasDueDays(search)) || candidate === 'charge'),
  );
}

/** The statuses of each type. */
const STATUSES: Readonly<Record<TransactionType, ReadonlySet<string>>> = {
  charge: new Set(['pending', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded']),
  payout: new Set(['awaiting_approval', 'pending', 'paid', 'failed']),
};

/** The index of a link or a status. `paid` has none, because most are paid. */
function indexOf({ status, paymentLinkId }: TransactionSearch) {
  if (paymentLinkId !== undefined) return { index: 'link' as const, key: paymentLinkId };
  const index: SearchIndex = status === undefined || status === 'paid' ? 'scope' : status;
  return { index, key: undefined };
}
