import type { Queryable, Statement } from '#src/ground/database/database.ts';
import { countIdsFrom } from './packed-ids.ts';
import { isOfWords, linePieces, type SearchQuery, wordExpression } from './search-line.ts';
import type { ListedTransaction, TransactionType } from './transaction.ts';
import {
  FILTERED,
  filterValues,
  rowColumns,
  type Search,
  searchedColumn,
  TABLES,
} from './transaction-search-store.ts';

/** Rows that match one of the queries. The second and the third may be null. */
const MATCHES_QUERIES = `(
      searched ~ all ($14::text[]) and document like all ($15::text[])
        and ($16::bigint is null or amount = $16)
      or searched ~ all ($17::text[]) and document like all ($18::text[])
        and ($19::bigint is null or amount = $19)
      or searched ~ all ($20::text[]) and document like all ($21::text[])
        and ($22::bigint is null or amount = $22)
    )`;

/** Whether a text contains all pieces of the first list, or of the second, which may be null. */
function hasPieces(text: string): string {
  const hasAll = (pieces: string): string =>
    `not exists (select from unnest(${pieces}::text[]) piece where position(piece in ${text}) = 0)`;
  return `(${hasAll('$7')} or $8::text[] is not null and ${hasAll('$8')})`;
}

const CHUNKED_BELOW = {
  name: 'search_chunks_covered',
  text: `select before_id from search_chunks
    where merchant_id = $1 and environment = $2 and type = $3
    order by before_id desc limit 1`,
};
const IN_TABLE = { charge: inTable('charge'), payout: inTable('payout') };
const AMONG_IDS = { charge: amongIds('charge'), payout: amongIds('payout') };
const EDGE = {
  name: 'search_chunks_edge',
  text: `select ids from search_chunks
    where merchant_id = $1 and environment = $2 and type = $3 and before_id > $4 and from_id < $4
    order by before_id limit 1`,
};
const IN_CHUNKS = {
  // A version before 0.4 wrote neither `words` nor `numbers`, and all fields into `lines`.
  words: inChunks('words', 'coalesce(words, lines)', 'lines'),
  numbers: inChunks('numbers', 'coalesce(numbers, lines)', 'coalesce(numbers, lines)'),
};
const END_OF_CHUNKS = {
  name: 'search_chunks_end',
  text: `select from_id from search_chunks
    where merchant_id = $1 and environment = $2 and type = $3 and from_id < $4 and before_id > $5
    order by before_id desc offset $6 limit 1`,
};

/**
 * The statement that searches a text of chunks. Each text is read from its storage once. Only a
 * chunk whose text contains the pieces is split into lines, until there are enough matches:
 * `order by` follows the primary key. $10 and $11 exclude lines of the first and the last chunk
 * that are outside the range. $12 and $13 are the pieces as patterns.
 */
function inChunks(name: string, text: string, lines: string): Statement {
  return {
    name: `search_chunks_find_${name}`,
    text: `select encode(substr(ids, (number::integer - 1) * 16 + 1, 16), 'hex')::uuid as id
    from (
      select chunk.before_id, chunk.ids, item.number
      from (
        select ids, words, lines, numbers, before_id, from_id from search_chunks
        where merchant_id = $1 and environment = $2 and type = $3 and from_id < $4
          and before_id > $5
        order by before_id desc limit $6
      ) chunk
      cross join lateral (select ${text} || '' as text, ${lines} as lines offset 0) whole
      cross join lateral string_to_table(whole.lines, chr(10))
        with ordinality as item (line, number)
      where ${hasPieces('whole.text')}
        and ((item.line || chr(10)) like all ($12::text[])
          or (item.line || chr(10)) like all ($13::text[]))
        and (chunk.before_id <= $4 or item.number > $10)
        and (chunk.from_id >= $5 or item.number <= $11)
      order by chunk.before_id desc, item.number limit $9
    ) found
    order by before_id desc, number`,
  };
}

function inTable(type: TransactionType): Statement {
  return {
    name: `transactions_${type}_sought`,
    text: `select * from (
      select ${rowColumns(type)}, ${searchedColumn(type)}
      from ${TABLES[type].table}
      where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      order by id desc limit $5
    ) window_rows
    where ${FILTERED} and ${MATCHES_QUERIES}
    order by id desc limit $9`,
  };
}

// A piece may match another part of the line than the query's field, so the row is checked.
function amongIds(type: TransactionType): Statement {
  return {
    name: `transactions_${type}_sought_among`,
    text: `select * from (
      select ${rowColumns(type)}, ${searchedColumn(type)}
      from ${TABLES[type].table}
      where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
        and id = any($23::uuid[])
      order by id desc limit $5
    ) window_rows
    where ${FILTERED} and ${MATCHES_QUERIES}
    order by id desc limit $9`,
  };
}

/** A search by name, document or amount, in a range of ids of one table. */
export interface LineSearch extends Omit<Search, 'index' | 'key'> {
  /** One to three queries; a row must match one of them. */
  readonly queries: readonly SearchQuery[];
}

type Row = ListedTransaction & Record<string, unknown>;

/**
 * The end of the newest chunk of a scope: all lower ids are in chunks. Undefined without chunks.
 */
export async function selectChunkedBelow(
  database: Queryable,
  { merchantId, environment, type }: LineSearch,
): Promise<string | undefined> {
  const values = [merchantId, environment, type];
  const [row] = await database.query<{ before_id: string }>(CHUNKED_BELOW, values);
  return row?.before_id;
}

/** The matches among the newest rows of the range, newest first; at most `window` rows are read. */
export function searchTable(database: Queryable, search: LineSearch): Promise<Row[]> {
  return database.query<Row>(IN_TABLE[search.type], valuesOf(search));
}

/** The rows among ids that match a query and the other filters, newest first. */
export function selectMatchesAmong(
  database: Queryable,
  search: LineSearch,
  ids: readonly string[],
): Promise<Row[]> {
  const all = { ...search, window: ids.length };
  return database.query<Row>(AMONG_IDS[search.type], [...valuesOf(all), ids]);
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
  const { merchantId, environment, type, beforeId, fromId, queries } = search;
  const [first, second = null] = queries.map(linePieces);
  if (first === undefined) return [];
  const rows = await database.query<{ id: string }>(IN_CHUNKS[text], [
    merchantId,
    environment,
    type,
    beforeId,
    fromId,
    search.chunks,
    first,
    second,
    search.idsMax,
    search.newer,
    search.kept,
    first.map(patternOf),
    second?.map(patternOf) ?? null,
  ]);
  return rows.map(({ id }) => id);
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
  const [row] = await database.query<{ ids: Buffer }>(EDGE, [merchantId, environment, type, id]);
  return row === undefined ? 0 : countIdsFrom(row.ids, id);
}

/** The lowest id of the last of `chunks` chunks of the range; undefined if there are fewer. */
export async function endOfChunks(
  database: Queryable,
  { merchantId, environment, type, beforeId, fromId }: LineSearch,
  chunks: number,
): Promise<string | undefined> {
  const values = [merchantId, environment, type, beforeId, fromId, chunks - 1];
  const [row] = await database.query<{ from_id: string }>(END_OF_CHUNKS, values);
  return row?.from_id;
}

function valuesOf(search: LineSearch): unknown[] {
  const [first, second, third] = search.queries;
  return [...filterValues(search), ...[first, second, third].flatMap(queryValues)];
}

/** The values of a query. Nulls for a missing query: null words match no text. */
function queryValues(query: SearchQuery | undefined): unknown[] {
  if (query === undefined) return [null, null, null];
  const { words, parts, amount } = query;
  return [words.map(wordExpression), parts.map(patternOf), amount ?? null];
}
