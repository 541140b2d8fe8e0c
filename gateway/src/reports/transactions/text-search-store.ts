import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';
import { countIdsFrom } from './packed-ids.ts';
import { isOfWords, linePieces, type SearchQuery, wordExpression } from './search-line.ts';
import { LISTED, type ListedTransaction, type TransactionType } from './transaction.ts';
import {
  FILTERED,
  filterParams,
  ID,
  IN_RANGE,
  ROWS,
  rowColumns,
  type Search,
  $ as search$,
  searchedColumn,
  TABLES,
} from './transaction-search-store.ts';

const TEXTS = f.listOf(f.text);

const $ = {
  ...search$,
  ...paramsOf({
    type: LISTED.type,
    id: f.uuid,
    chunks: f.count,
    idsMax: f.count,
    newer: f.count,
    kept: f.count,
    /** The pieces of the first query, and of the second, which may be null. */
    pieces: TEXTS,
    otherPieces: f.orNull(TEXTS),
    /** The same as patterns. */
    patterns: TEXTS,
    otherPatterns: f.orNull(TEXTS),
  }),
};

/** The condition that a row matches a query. Nulls for a missing query match no row. */
function matches<const Name extends string>(query: Name) {
  const amount = param(`${query}Amount` as const, f.orNull(f.bigint));
  return sql`searched ~ all (${param(`${query}Words` as const, f.orNull(TEXTS))}::text[])
        and document like all (${param(`${query}Parts` as const, f.orNull(TEXTS))}::text[])
        and (${amount}::bigint is null or amount = ${amount})`;
}

/** Rows that match one of the queries. The second and the third may be null. */
const MATCHES_QUERIES = sql`(
      ${matches('first')}
      or ${matches('second')}
      or ${matches('third')}
    )`;

const OF_TYPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and type = ${$.type}`;

/**
 * The end of the newest chunk of a scope: all lower ids are in chunks. Undefined without chunks.
 */
export const selectChunkedBelow = maybeOne(
  'search_chunks_covered',
  shaped({ beforeId: f.uuid }, ({ beforeId }) => beforeId),
  sql`select before_id from search_chunks
    where ${OF_TYPE}
    order by before_id desc limit 1`,
);

const selectEdge = maybeOne(
  'search_chunks_edge',
  shaped({ ids: f.bytes }, ({ ids }) => ids),
  sql`select ids from search_chunks
    where ${OF_TYPE} and before_id > ${$.id} and from_id < ${$.id}
    order by before_id limit 1`,
);

const selectEnd = maybeOne(
  'search_chunks_end',
  shaped({ fromId: f.uuid }, ({ fromId }) => fromId),
  sql`select from_id from search_chunks
    where ${OF_TYPE} and from_id < ${$.beforeId} and before_id > ${$.fromId}
    order by before_id desc offset ${$.offset} limit 1`,
);

/** Whether a text contains all pieces of the first list, or of the second. */
const HAS_ALL = `select from unnest(`;
const MISSES = `::text[]) piece where position(piece in whole.text) = 0`;
const HAS_PIECES = sql`(not exists (${HAS_ALL}${$.pieces}${MISSES})
        or ${$.otherPieces}::text[] is not null
          and not exists (${HAS_ALL}${$.otherPieces}${MISSES}))`;

/**
 * The statement that searches a text of chunks. Each text is read from its storage once. Only a
 * chunk whose text contains the pieces is split into lines, until there are enough matches:
 * `order by` follows the primary key. `newer` and `kept` exclude lines of the first and the last
 * chunk that are outside the range.
 */
const searchIn = (name: string, text: string, lines: string) =>
  many(
    `search_chunks_find_${name}`,
    ID,
    sql`select encode(substr(ids, (number::integer - 1) * 16 + 1, 16), 'hex')::uuid as id
    from (
      select chunk.before_id, chunk.ids, item.number
      from (
        select ids, words, lines, numbers, before_id, from_id from search_chunks
        where ${OF_TYPE} and from_id < ${$.beforeId}
          and before_id > ${$.fromId}
        order by before_id desc limit ${$.chunks}
      ) chunk
      cross join lateral (select ${text} || '' as text, ${lines} as lines offset 0) whole
      cross join lateral string_to_table(whole.lines, chr(10))
        with ordinality as item (line, number)
      where ${HAS_PIECES}
        and ((item.line || chr(10)) like all (${$.patterns}::text[])
          or (item.line || chr(10)) like all (${$.otherPatterns}::text[]))
        and (chunk.before_id <= ${$.beforeId} or item.number > ${$.newer})
        and (chunk.from_id >= ${$.fromId} or item.number <= ${$.kept})
      order by chunk.before_id desc, item.number limit ${$.idsMax}
    ) found
    order by before_id desc, number`,
  );
const IN_CHUNKS = {
  // A version before 0.4 wrote neither `words` nor `numbers`, and all fields into `lines`.
  words: searchIn('words', 'coalesce(words, lines)', 'lines'),
  numbers: searchIn('numbers', 'coalesce(numbers, lines)', 'coalesce(numbers, lines)'),
};

const searchTableOf = (type: TransactionType) =>
  many(
    `transactions_${type}_sought`,
    ROWS[type],
    sql`select * from (
      select ${rowColumns(type)}, ${searchedColumn(type)}
      from ${TABLES[type].table}
      where ${IN_RANGE}
      order by id desc limit ${$.window}
    ) window_rows
    where ${FILTERED} and ${MATCHES_QUERIES}
    order by id desc limit ${$.limit}`,
  );
const IN_TABLE = { charge: searchTableOf('charge'), payout: searchTableOf('payout') };

// A piece may match another part of the line than the query's field, so the row is checked.
const searchAmong = (type: TransactionType) =>
  many(
    `transactions_${type}_sought_among`,
    ROWS[type],
    sql`select * from (
      select ${rowColumns(type)}, ${searchedColumn(type)}
      from ${TABLES[type].table}
      where ${IN_RANGE}
        and id = any(${param('ids', f.listOf(f.uuid))}::uuid[])
      order by id desc limit ${$.window}
    ) window_rows
    where ${FILTERED} and ${MATCHES_QUERIES}
    order by id desc limit ${$.limit}`,
  );
const AMONG_IDS = { charge: searchAmong('charge'), payout: searchAmong('payout') };

/** A search by name, document or amount, in a range of ids of one table. */
export interface LineSearch extends Omit<Search, 'index' | 'key'> {
  /** One to three queries; a row must match one of them. */
  readonly queries: readonly SearchQuery[];
}

/** The matches among the newest rows of the range, newest first; at most `window` rows are read. */
export function searchTable(database: Queryable, search: LineSearch): Promise<ListedTransaction[]> {
  const params = { ...filterParams(search), ...queryParams(search.queries) };
  return IN_TABLE[search.type](database, params);
}

/** The rows among ids that match a query and the other filters, newest first. */
export function selectMatchesAmong(
  database: Queryable,
  search: LineSearch,
  ids: readonly string[],
): Promise<ListedTransaction[]> {
  const params = { ...filterParams(search), ...queryParams(search.queries) };
  return AMONG_IDS[search.type](database, { ...params, window: ids.length, ids });
}

interface ChunkLimits {
  readonly chunks: number;
  readonly idsMax: number;
}

/** The newest ids of the range whose lines match a query, in at most `chunks` chunks. */
export async function searchChunks(
  database: Queryable,
  search: LineSearch,
  limits: ChunkLimits,
): Promise<string[]> {
  const [newer, kept] = await Promise.all([
    countFrom(database, search, search.beforeId),
    countFrom(database, search, search.fromId),
  ]);
  const { words = [], numbers = [] } = Object.groupBy(search.queries, (query) =>
    isOfWords(query) ? 'words' : 'numbers',
  );
  const found = await Promise.all([
    findIn(database, 'words', { ...search, queries: words, ...limits, newer, kept }),
    findIn(database, 'numbers', { ...search, queries: numbers, ...limits, newer, kept }),
  ]);
  return [...new Set(found.flat())].sort().reverse().slice(0, limits.idsMax);
}

async function findIn(
  database: Queryable,
  text: keyof typeof IN_CHUNKS,
  search: LineSearch & ChunkLimits & { readonly newer: number; readonly kept: number },
): Promise<string[]> {
  const [first, second = null] = search.queries.map(linePieces);
  if (first === undefined) return [];
  return IN_CHUNKS[text](database, {
    ...search,
    pieces: first,
    otherPieces: second,
    patterns: first.map(patternOf),
    otherPatterns: second?.map(patternOf) ?? null,
  });
}

/** The pattern of `like` for texts that contain a piece. */
function patternOf(piece: string): string {
  return `%${piece.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** How many rows of the chunk that contains an id have this or a greater id; 0 without a chunk. */
async function countFrom(
  database: Queryable,
  { merchantId, environment, type }: LineSearch,
  id: string,
): Promise<number> {
  const ids = await selectEdge(database, { merchantId, environment, type, id });
  return ids === undefined ? 0 : countIdsFrom(ids, id);
}

/** The lowest id of the last of `chunks` chunks of the range; undefined if there are fewer. */
export function endOfChunks(
  database: Queryable,
  { merchantId, environment, type, beforeId, fromId }: LineSearch,
  chunks: number,
): Promise<string | undefined> {
  const range = { merchantId, environment, type, beforeId, fromId };
  return selectEnd(database, { ...range, offset: chunks - 1 });
}

/** The parameters of `MATCHES_QUERIES`. Null words match no text. */
function queryParams([first, second, third]: readonly SearchQuery[]) {
  return {
    firstWords: wordsOf(first),
    firstParts: partsOf(first),
    firstAmount: first?.amount ?? null,
    secondWords: wordsOf(second),
    secondParts: partsOf(second),
    secondAmount: second?.amount ?? null,
    thirdWords: wordsOf(third),
    thirdParts: partsOf(third),
    thirdAmount: third?.amount ?? null,
  };
}

function wordsOf(query: SearchQuery | undefined): string[] | null {
  return query?.words.map(wordExpression) ?? null;
}

function partsOf(query: SearchQuery | undefined): string[] | null {
  return query?.parts.map(patternOf) ?? null;
}
