import type { Queryable } from '#src/ground/database/database.ts';
import {
  endOfChunks,
  type LineSearch,
  searchChunks,
  searchTable,
  selectChunkedBelow,
  selectMatchesAmong,
} from './text-search-store.ts';
import type { ListedTransaction } from './transaction.ts';
import { lastIdOfWindow } from './transaction-search-store.ts';

/** The most rows of a table that one page reads. */
export const ROWS_READ_MAX = 50_000;
/** The most chunks that one page reads: two million rows in about a quarter of a second. */
const CHUNKS_READ_MAX = 512;
/** How many matches of chunks are read when other filters may drop some of them. */
const FILTERED_IDS_MAX = 1_000;

/**
 * The matching rows. `lastId`: the oldest searched id; undefined if all of the range was searched.
 */
export interface SearchedWindow {
  readonly rows: readonly ListedTransaction[];
  readonly lastId: string | undefined;
}

/**
 * Searches a range of ids for rows that match a query, newest first: first the rows of the table
 * that are not in a chunk yet, then the chunks.
 */
export async function searchLines(
  database: Queryable,
  search: LineSearch,
  isFiltered: boolean,
): Promise<SearchedWindow> {
  const chunkedBelow = await selectChunkedBelow(database, search);
  const newest = await searchNewest(database, search, chunkedBelow);
  if (chunkedBelow === undefined || newest.lastId !== undefined) return newest;
  const left = search.limit - newest.rows.length;
  if (left === 0 || chunkedBelow <= search.fromId) return newest;
  const beforeId = chunkedBelow < search.beforeId ? chunkedBelow : search.beforeId;
  const older = await searchOlder(database, { ...search, beforeId, limit: left }, isFiltered);
  return { rows: [...newest.rows, ...older.rows], lastId: older.lastId };
}

async function searchNewest(
  database: Queryable,
  search: LineSearch,
  chunkedBelow: string | undefined,
): Promise<SearchedWindow> {
  const fromId =
    chunkedBelow !== undefined && chunkedBelow > search.fromId ? chunkedBelow : search.fromId;
  if (fromId >= search.beforeId) return { rows: [], lastId: undefined };
  const range = { ...search, fromId, window: ROWS_READ_MAX };
  const rows = await searchTable(database, range);
  if (rows.length === search.limit) return { rows, lastId: undefined };
  const scope = { ...range, index: 'scope', key: undefined } as const;
  return { rows, lastId: await lastIdOfWindow(database, scope) };
}

async function searchOlder(
  database: Queryable,
  search: LineSearch,
  isFiltered: boolean,
): Promise<SearchedWindow> {
  const idsMax = isFiltered ? FILTERED_IDS_MAX : search.limit;
  const ids = await searchChunks(database, search, { chunks: CHUNKS_READ_MAX, idsMax });
  const rows = ids.length === 0 ? [] : await selectMatchesAmong(database, search, ids);
  if (rows.length === search.limit) return { rows, lastId: undefined };
  if (ids.length === idsMax) return { rows, lastId: ids.at(-1) };
  return { rows, lastId: await endOfChunks(database, search, CHUNKS_READ_MAX) };
}
