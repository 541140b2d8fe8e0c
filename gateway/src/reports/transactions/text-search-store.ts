import type { Queryable, Statement } from '#src/ground/database/database.ts';
import { countIdsFrom } from './packed-ids.ts';
import { linePieces, type Sought, wordExpression } from './search-line.ts';
import type { ListedTransaction, TransactionType } from './transaction.ts';
import { FILTERED, rowColumns, type Search, TABLES } from './transaction-search-store.ts';

/** Rows with all of the first, or all of the second. The second may be missing. */
const SOUGHT = `(
      name ~ all ($11::text[]) and document like all ($12::text[])
        and ($13::bigint is null or amount = $13)
      or name ~ all ($14::text[]) and document like all ($15::text[])
        and ($16::bigint is null or amount = $16)
    )`;

/** The texts that have all pieces of the first list, or all of the second, which may be null. */
function hasPieces(text: string): string {
  const hasAll = (pieces: string): string =>
    `not exists (select from unnest(${pieces}::text[]) piece where position(piece in ${text}) = 0)`;
  return `(${hasAll('$7')} or $8::text[] is not null and ${hasAll('$8')})`;
}

const COVERED = {
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
// A chunk is copied out of its storage once. Only a chunk that has the pieces is cut into lines,
// and only until there are enough of them: `order by` goes along the primary key. $10 and $11 leave
// out what the chunks at the edges of the range have outside of it.
const IN_CHUNKS = {
  name: 'search_chunks_find',
  text: `select encode(substr(ids, (number::integer - 1) * 16 + 1, 16), 'hex')::uuid as id
    from (
      select chunk.before_id, chunk.ids, one.number
      from (
        select ids, lines, before_id, from_id from search_chunks
        where merchant_id = $1 and environment = $2 and type = $3 and from_id < $4
          and before_id > $5
        order by before_id desc limit $6
      ) chunk
      cross join lateral (select lines || '' as text offset 0) whole
      cross join lateral string_to_table(whole.text, chr(10)) with ordinality as one (line, number)
      where ${hasPieces('whole.text')} and ${hasPieces('(one.line || chr(10))')}
        and (chunk.before_id <= $4 or one.number > $10)
        and (chunk.from_id >= $5 or one.number <= $11)
      order by chunk.before_id desc, one.number limit $9
    ) found
    order by before_id desc, number`,
};
const END_OF_CHUNKS = {
  name: 'search_chunks_end',
  text: `select from_id from search_chunks
    where merchant_id = $1 and environment = $2 and type = $3 and from_id < $4 and before_id > $5
    order by before_id desc offset $6 limit 1`,
};

function inTable(type: TransactionType): Statement {
  return {
    name: `transactions_${type}_sought`,
    text: `select * from (
      select ${rowColumns(type)}
      from ${TABLES[type].table}
      where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      order by id desc limit $5
    ) window_rows
    where ${FILTERED} and ${SOUGHT}
    order by id desc limit $9`,
  };
}

// A line may have a piece in another place than the row: the row decides.
function amongIds(type: TransactionType): Statement {
  return {
    name: `transactions_${type}_sought_among`,
    text: `select * from (
      select ${rowColumns(type)}
      from ${TABLES[type].table}
      where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
        and id = any($17::uuid[])
      order by id desc limit $5
    ) window_rows
    where ${FILTERED} and ${SOUGHT}
    order by id desc limit $9`,
  };
}

/** A search by name, document or amount, in a range of ids of one table. */
export interface LineSearch extends Omit<Search, 'index' | 'key'> {
  /** One or two: a row must have all of one of them. */
  readonly sought: readonly Sought[];
}

type Row = ListedTransaction & Record<string, unknown>;

/** The end of the last chunk of a scope: all older ids are in chunks. Undefined without chunks. */
export async function selectCovered(
  database: Queryable,
  { merchantId, environment, type }: LineSearch,
): Promise<string | undefined> {
  const values = [merchantId, environment, type];
  const [row] = await database.query<{ before_id: string }>(COVERED, values);
  return row?.before_id;
}

/** The matches among the newest rows of the range, newest first; at most `window` rows are read. */
export function searchTable(database: Queryable, search: LineSearch): Promise<Row[]> {
  return database.query<Row>(IN_TABLE[search.type], valuesOf(search));
}

/** The rows of these ids that have what is sought and fit the other filters, newest first. */
export function selectFound(
  database: Queryable,
  search: LineSearch,
  ids: readonly string[],
): Promise<Row[]> {
  const all = { ...search, window: ids.length };
  return database.query<Row>(AMONG_IDS[search.type], [...valuesOf(all), ids]);
}

/** The newest ids of the range whose lines match, in at most `chunks` chunks. */
export async function searchChunks(
  database: Queryable,
  search: LineSearch,
  { chunks, idsMax }: { readonly chunks: number; readonly idsMax: number },
): Promise<string[]> {
  const { merchantId, environment, type, beforeId, fromId, sought } = search;
  const [first = null, second = null] = sought.map(linePieces);
  const [newer, kept] = await Promise.all([
    countFrom(database, search, beforeId),
    countFrom(database, search, fromId),
  ]);
  const rows = await database.query<{ id: string }>(IN_CHUNKS, [
    ...[merchantId, environment, type, beforeId, fromId],
    ...[chunks, first, second, idsMax, newer, kept],
  ]);
  return rows.map(({ id }) => id);
}

/** How many rows the chunk with an id in its range has from this id on; zero without a chunk. */
async function countFrom(
  database: Queryable,
  { merchantId, environment, type }: LineSearch,
  id: string,
): Promise<number> {
  const [row] = await database.query<{ ids: Buffer }>(EDGE, [merchantId, environment, type, id]);
  return row === undefined ? 0 : countIdsFrom(row.ids, id);
}

/** The first id of the last of `chunks` chunks of the range; undefined when there are fewer. */
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
  const { merchantId, environment, beforeId, fromId, window } = search;
  const { status, amountMin, amountMax, limit, clientId } = search;
  return [
    ...[merchantId, environment, beforeId, fromId, window],
    ...[status ?? null, amountMin, amountMax, limit, clientId ?? null],
    ...soughtValues(search.sought[0]),
    ...soughtValues(search.sought[1]),
  ];
}

/** Null words fit no name: nothing is found. */
function soughtValues(sought: Sought | undefined): unknown[] {
  if (sought === undefined) return [null, null, null];
  const { words, parts, amount } = sought;
  return [words.map(wordExpression), parts.map((part) => `%${part}%`), amount ?? null];
}
