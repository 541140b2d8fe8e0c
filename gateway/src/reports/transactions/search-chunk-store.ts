import type { Queryable, Statement } from '#src/ground/database/database.ts';
import { bucketOfMerchant, HERE } from '#src/ground/database/statement-place.ts';
import { packIds } from './packed-ids.ts';
import type { PackedLines, SearchedRow } from './search-line.ts';
import type { TransactionType } from './transaction.ts';
import { searchedColumn, TABLES } from './transaction-search-store.ts';

// Merchants of other buckets are read too, so that a page is a range of the primary key. The column
// is named `id`, because from rows with `merchant_id` the routes learn the merchant's bucket.
const MERCHANTS = {
  name: 'search_chunks_merchants',
  place: HERE,
  text: `select merchant_id as id, bucket_id = current_schema()::text as is_here from merchants
    where merchant_id > $1 order by merchant_id limit $2`,
};
const FULL = { charge: fullStatement('charge'), payout: fullStatement('payout') };
const ROWS = { charge: rowsStatement('charge'), payout: rowsStatement('payout') };
// Another process may have written the same chunk.
const INSERT = {
  name: 'search_chunks_insert',
  place: bucketOfMerchant(1),
  text: `insert into search_chunks (merchant_id, environment, type, from_id, before_id, ids, words,
      lines, numbers)
    values ($1, 'live', $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
};
const OUTDATED = { charge: outdatedStatement('charge'), payout: outdatedStatement('payout') };
const UPDATE = {
  name: 'search_chunks_update',
  place: bucketOfMerchant(1),
  text: `update search_chunks set ids = $5, words = $6, lines = $7, numbers = $8
    where merchant_id = $1 and environment = 'live' and type = $2 and from_id = $3
      and before_id = $4`,
};

const RANGES_OF = {
  name: 'search_chunks_ranges_of',
  place: bucketOfMerchant(1),
  text: `select distinct chunk.from_id, chunk.before_id
    from unnest($2::uuid[]) as charge (id)
    cross join lateral (
      select from_id, before_id from search_chunks
      where merchant_id = $1 and environment = 'live' and type = 'charge' and before_id > charge.id
      order by before_id limit 1
    ) chunk
    where chunk.from_id <= charge.id
    order by chunk.before_id`,
};

/** Finds the merchants with enough rows for another chunk, counted along the primary key. */
function fullStatement(type: TransactionType): Statement {
  return {
    name: `search_chunks_full_${type}`,
    place: HERE,
    text: `select merchant.merchant_id, ends.from_id, last.id as last_id
    from unnest($1::uuid[]) as merchant (merchant_id)
    cross join lateral (
      select coalesce((
        select before_id from search_chunks c
        where c.merchant_id = merchant.merchant_id and c.environment = 'live' and c.type = '${type}'
        order by before_id desc limit 1
      ), '00000000-0000-0000-0000-000000000000'::uuid) as from_id
    ) ends
    cross join lateral (
      select id from ${TABLES[type].table} t
      where t.merchant_id = merchant.merchant_id and t.environment = 'live' and t.id >= ends.from_id
        and t.id < $2
      order by id offset $3 limit 1
    ) last`,
  };
}

/** Finds the newest chunk of each merchant that an older version packed. */
function outdatedStatement(type: TransactionType): Statement {
  return {
    name: `search_chunks_outdated_${type}`,
    place: HERE,
    text: `select merchant.merchant_id, chunk.from_id, chunk.before_id
    from unnest($1::uuid[]) as merchant (merchant_id)
    cross join lateral (
      select from_id, before_id from search_chunks c
      where c.merchant_id = merchant.merchant_id and c.environment = 'live' and c.type = '${type}'
        and c.words is null
      order by before_id desc limit 1
    ) chunk`,
  };
}

function rowsStatement(type: TransactionType): Statement {
  return {
    name: `search_chunks_rows_${type}`,
    text: `select id, ${searchedColumn(type)}, ${TABLES[type].columns}, amount_centavos as amount
    from ${TABLES[type].table}
    where merchant_id = $1 and environment = 'live' and id >= $2 and id < $3
    order by id desc limit $4`,
  };
}

/** The next merchants by id, and whether they are in this bucket. */
export async function selectNextMerchants(
  bucket: Queryable,
  afterId: string,
  limit: number,
): Promise<{ id: string; isHere: boolean }[]> {
  const rows = await bucket.query<{ id: string; is_here: boolean }>(MERCHANTS, [afterId, limit]);
  return rows.map(({ id, is_here: isHere }) => ({ id, isHere }));
}

/** A chunk to pack: its merchant, its first and its last id. */
export interface FullChunk {
  readonly merchant_id: string;
  readonly from_id: string;
  readonly last_id: string;
}

/** Selects the next chunk of each merchant that has `rows` unpacked rows below an id. */
export function selectFullChunks(
  bucket: Queryable,
  type: TransactionType,
  { merchantIds, belowId, rows }: { merchantIds: readonly string[]; belowId: string; rows: number },
): Promise<FullChunk[]> {
  const values = [merchantIds, belowId, rows - 1];
  return bucket.query<FullChunk & Record<string, unknown>>(FULL[type], values);
}

/** Selects a chunk of each merchant that an older version packed. */
export async function selectOutdatedChunks(
  bucket: Queryable,
  type: TransactionType,
  merchantIds: readonly string[],
): Promise<ChunkRange[]> {
  type Row = { merchant_id: string; from_id: string; before_id: string };
  const rows = await bucket.query<Row>(OUTDATED[type], [merchantIds]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    fromId: row.from_id,
    beforeId: row.before_id,
  }));
}

/** The ids of a chunk: `fromId` inclusive, `beforeId` exclusive. */
export interface ChunkRange {
  readonly merchantId: string;
  readonly fromId: string;
  readonly beforeId: string;
}

/** The searched fields of the rows of a range, newest first. */
export function selectChunkRows(
  bucket: Queryable,
  type: TransactionType,
  { merchantId, fromId, beforeId }: ChunkRange,
  limit: number,
): Promise<(SearchedRow & { readonly id: string })[]> {
  const values = [merchantId, fromId, beforeId, limit];
  return bucket.query<SearchedRow & { id: string } & Record<string, unknown>>(ROWS[type], values);
}

/** The rows of a chunk: their ids, newest first, and their lines. */
interface PackedRows extends PackedLines {
  readonly ids: readonly string[];
}

/** Inserts a chunk, unless it exists. */
export async function insertChunk(
  bucket: Queryable,
  type: TransactionType,
  range: ChunkRange,
  rows: PackedRows,
): Promise<void> {
  await bucket.query(INSERT, valuesOf(type, range, rows));
}

/** Writes the rows of a chunk that exists. */
export async function updateChunk(
  bucket: Queryable,
  type: TransactionType,
  range: ChunkRange,
  rows: PackedRows,
): Promise<void> {
  await bucket.query(UPDATE, valuesOf(type, range, rows));
}

function valuesOf(
  type: TransactionType,
  { merchantId, fromId, beforeId }: ChunkRange,
  { ids, words, lines, numbers }: PackedRows,
): unknown[] {
  return [merchantId, type, fromId, beforeId, packIds(ids), words, lines, numbers];
}

/** Selects the chunks of a merchant that have some of these charges. */
export async function selectRangesOf(
  database: Queryable,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<ChunkRange[]> {
  type Row = { from_id: string; before_id: string };
  const rows = await database.query<Row>(RANGES_OF, [merchantId, chargeIds]);
  return rows.map((row) => ({ merchantId, fromId: row.from_id, beforeId: row.before_id }));
}
