import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/money/centavos.ts';
import { idFromTxid } from '#src/pix/txid.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { firstIdAt, ID_MAX, instantOfId, isId } from '#src/platform/ids.ts';
import {
  lastIdOfWindow,
  type Search,
  searchRows,
  type TransactionRow,
  type TransactionType,
  type Way,
} from './transaction-search-store.ts';

export type { TransactionRow } from './transaction-search-store.ts';

/** How many rows of a table one page looks at: what is rare may need several pages to be found. */
const WINDOW = 50_000;
const END_TO_END_ID = /^E[0-9A-Za-z]{31}$/;

/** What a person wants to see of a book. Instants in milliseconds. */
export interface TransactionSearch extends LedgerScope {
  readonly type: TransactionType | undefined;
  readonly status: TransactionRow['status'] | undefined;
  readonly createdFrom: number | undefined;
  /** Exclusive. */
  readonly createdTo: number | undefined;
  readonly amountMin: bigint | undefined;
  readonly amountMax: bigint | undefined;
  /** Of the key pair that asked for it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  /** An internal id or its txid, an end-to-end id or an external id. */
  readonly text: string | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface TransactionSearchPage {
  readonly rows: readonly TransactionRow[];
  /** Where to go on, when there is or may be more. */
  readonly nextId: string | null;
  /** The instant down to which was looked, when the page ended before the book did. */
  readonly searchedUntil: number | null;
}

/**
 * One page, newest first. A page looks at a bounded number of rows, so that no filter, however
 * little matches it, reads a merchant's whole history: a page may come back short, or empty, with
 * the place to go on from.
 */
export async function searchTransactions(
  database: Queryable,
  search: TransactionSearch,
): Promise<TransactionSearchPage> {
  const stretches = await Promise.all(
    searchesOf(search).map((one) => searchStretch(database, one)),
  );
  const boundaries = stretches.flatMap(({ lastId }) => (lastId === undefined ? [] : [lastId]));
  // What is older than the end of the shortest stretch comes with the next page, in its order.
  const boundary = boundaries.sort().at(-1);
  const found = new Map(stretches.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
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

/** The newest transactions of a book. */
export async function latestTransactions(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  limit: number,
): Promise<readonly TransactionRow[]> {
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

async function searchStretch(
  database: Queryable,
  search: Search,
): Promise<{ rows: TransactionRow[]; lastId: string | undefined }> {
  const rows = await searchRows(database, search);
  const isWhole = rows.length === search.limit || search.window === search.limit;
  const lastId = isWhole ? undefined : await lastIdOfWindow(database, search);
  return { rows, lastId };
}

function searchesOf(search: TransactionSearch): Search[] {
  const { merchantId, environment, status, text, createdTo, cursor } = search;
  const until = createdTo === undefined ? ID_MAX : firstIdAt(createdTo);
  const ways = text === undefined ? [{ way: wayOf(status), sought: undefined }] : waysTo(text);
  const isStatusOnTheWay = ways.every(({ way }) => way === status);
  const isSifted =
    (status !== undefined && !isStatusOnTheWay) ||
    search.clientId !== undefined ||
    search.amountMin !== undefined ||
    search.amountMax !== undefined;
  const limit = search.limit + 1;
  const stretch = {
    ...{ merchantId, environment, status, limit, clientId: search.clientId },
    beforeId: cursor !== undefined && cursor < until ? cursor : until,
    fromId: firstIdAt(search.createdFrom ?? 0),
    amountMin: search.amountMin ?? 0n,
    amountMax: search.amountMax ?? AMOUNT_CENTAVOS_MAX,
    window: isSifted ? WINDOW : limit,
  };
  return typesOf(search).flatMap((type) => ways.map((way) => ({ ...stretch, type, ...way })));
}

function typesOf({ type, status }: TransactionSearch): TransactionType[] {
  const types: TransactionType[] = type === undefined ? ['charge', 'payout'] : [type];
  return types.filter((one) => status === undefined || STATUSES[one].has(status));
}

/** The states that each kind knows. */
const STATUSES: Readonly<Record<TransactionType, ReadonlySet<string>>> = {
  charge: new Set(['pending', 'paid', 'expired', 'partially_refunded', 'refunded']),
  payout: new Set(['pending', 'paid', 'failed']),
};

/** Paid transactions are the many: they stand in no index of states. */
function wayOf(status: TransactionRow['status'] | undefined): Way {
  return status === undefined || status === 'paid' ? 'scope' : status;
}

/** Everything that a text may name. */
function waysTo(text: string): { way: Way; sought: string }[] {
  const sought = text.trim();
  const id = isId(sought.toLowerCase()) ? sought.toLowerCase() : idFromTxid(sought.toLowerCase());
  return [
    ...(id === undefined ? [] : [{ way: 'id' as const, sought: id }]),
    ...(END_TO_END_ID.test(sought) ? [{ way: 'endToEndId' as const, sought }] : []),
    { way: 'externalId' as const, sought },
  ];
}
