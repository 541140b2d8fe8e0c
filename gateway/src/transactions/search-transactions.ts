import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/money/centavos.ts';
import { idFromTxid } from '#src/pix/txid.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { firstIdAt, ID_MAX, instantOfId, isId } from '#src/platform/ids.ts';
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

/** The most rows of a table that one page reads: a rare match may be some pages away. */
const WINDOW = 50_000;
const END_TO_END_ID = /^E[0-9A-Za-z]{31}$/;

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
  /** An internal id or its txid, an end-to-end id or an external id. */
  readonly text: string | undefined;
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
  const windows = await Promise.all(searchesOf(search).map((one) => searchWindow(database, one)));
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
  const everything = {
    type: undefined,
    status: undefined,
    createdFrom: undefined,
    createdTo: undefined,
    amountMin: undefined,
    amountMax: undefined,
    clientId: undefined,
    text: undefined,
    cursor: undefined,
  };
  const page = await searchTransactions(database, {
    ...everything,
    merchantId,
    environment,
    limit,
  });
  return page.rows;
}

async function searchWindow(
  database: Queryable,
  search: Search,
): Promise<{ rows: ListedTransaction[]; lastId: string | undefined }> {
  const rows = await searchRows(database, search);
  const isWhole = rows.length === search.limit || search.window === search.limit;
  const lastId = isWhole ? undefined : await lastIdOfWindow(database, search);
  return { rows, lastId };
}

function searchesOf(search: TransactionSearch): Search[] {
  const { merchantId, environment, status, text, createdTo, cursor } = search;
  const until = createdTo === undefined ? ID_MAX : firstIdAt(createdTo);
  const lookups =
    text === undefined ? [{ index: indexOf(status), key: undefined }] : lookupsOf(text);
  const isStatusInIndex = lookups.every(({ index }) => index === status);
  const isFiltered =
    (status !== undefined && !isStatusInIndex) ||
    search.clientId !== undefined ||
    search.amountMin !== undefined ||
    search.amountMax !== undefined;
  const limit = search.limit + 1;
  const range = {
    ...{ merchantId, environment, status, limit, clientId: search.clientId },
    beforeId: cursor !== undefined && cursor < until ? cursor : until,
    fromId: firstIdAt(search.createdFrom ?? 0),
    amountMin: search.amountMin ?? 0n,
    amountMax: search.amountMax ?? AMOUNT_CENTAVOS_MAX,
    window: isFiltered ? WINDOW : limit,
  };
  return typesOf(search).flatMap((type) =>
    lookups.map((lookup) => ({ ...range, type, ...lookup })),
  );
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

/** The indexes in which a text may be found. */
function lookupsOf(text: string): { index: SearchIndex; key: string }[] {
  const key = text.trim();
  const id = isId(key.toLowerCase()) ? key.toLowerCase() : idFromTxid(key.toLowerCase());
  return [
    ...(id === undefined ? [] : [{ index: 'id' as const, key: id }]),
    ...(END_TO_END_ID.test(key) ? [{ index: 'endToEndId' as const, key }] : []),
    { index: 'externalId' as const, key },
  ];
}
