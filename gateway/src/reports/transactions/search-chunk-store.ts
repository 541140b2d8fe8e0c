import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { packIds } from './packed-ids.ts';
import type { PackedLines } from './search-line.ts';
import { LISTED, type TransactionType } from './transaction.ts';
import { searchedColumn, TABLES } from './transaction-search-store.ts';

const RANGE = { merchantId: f.uuid, fromId: f.uuid, beforeId: f.uuid };
/** The ids of a chunk: `fromId` inclusive, `beforeId` exclusive. */
export type ChunkRange = f.RecordOf<typeof RANGE>;
const FULL_CHUNK = { merchantId: f.uuid, fromId: f.uuid, lastId: f.uuid };
/** A chunk to pack: its merchant, its first and its last id. */
export type FullChunk = f.RecordOf<typeof FULL_CHUNK>;
const SEARCHED = {
  id: f.uuid,
  searched: f.text,
  document: LISTED.document,
  amount: LISTED.amount,
};

const $ = paramsOf({
  ...RANGE,
  afterId: f.uuid,
  belowId: f.uuid,
  type: LISTED.type,
  ids: f.bytes,
  words: f.text,
  lines: f.text,
  numbers: f.text,
  limit: f.count,
});
const MERCHANTS = sql`unnest(${param('merchantIds', f.listOf(f.uuid))}::uuid[])`;

// Merchants of other buckets are read too, so that a page is a range of the primary key. The column
// is named `id`, because from rows with `merchant_id` the routes learn the merchant's bucket.
/** The next merchants by id, and whether they are in this bucket. */
export const selectNextMerchants = many(
  'search_chunks_merchants',
  { id: f.uuid, isHere: f.bool },
  sql`select merchant_id as id, bucket_id = current_schema()::text as is_here from merchants
    where merchant_id > ${$.afterId} order by merchant_id limit ${$.limit}`,
  HERE,
);

/** Finds the merchants with enough rows for another chunk, counted along the primary key. */
const selectFull = (type: TransactionType) =>
  many(
    `search_chunks_full_${type}`,
    FULL_CHUNK,
    sql`select merchant.merchant_id, ends.from_id, last.id as last_id
    from ${MERCHANTS} as merchant (merchant_id)
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
        and t.id < ${$.belowId}
      order by id offset ${$.limit.as('offset')} limit 1
    ) last`,
    HERE,
  );
const FULL = { charge: selectFull('charge'), payout: selectFull('payout') };

/** Finds the newest chunk of each merchant that an older version packed. */
const selectOutdated = (type: TransactionType) =>
  many(
    `search_chunks_outdated_${type}`,
    RANGE,
    sql`select merchant.merchant_id, chunk.from_id, chunk.before_id
    from ${MERCHANTS} as merchant (merchant_id)
    cross join lateral (
      select from_id, before_id from search_chunks c
      where c.merchant_id = merchant.merchant_id and c.environment = 'live' and c.type = '${type}'
        and c.words is null
      order by before_id desc limit 1
    ) chunk`,
    HERE,
  );
const OUTDATED = { charge: selectOutdated('charge'), payout: selectOutdated('payout') };

const selectRows = (type: TransactionType) =>
  many(
    `search_chunks_rows_${type}`,
    SEARCHED,
    sql`select id, ${searchedColumn(type)}, ${TABLES[type].columns}, amount_centavos as amount
    from ${TABLES[type].table}
    where merchant_id = ${$.merchantId} and environment = 'live' and id >= ${$.fromId}
      and id < ${$.beforeId}
    order by id desc limit ${$.limit}`,
  );
const ROWS = { charge: selectRows('charge'), payout: selectRows('payout') };

// Another process may have written the same chunk.
const insertRow = run(
  'search_chunks_insert',
  sql`insert into search_chunks (merchant_id, environment, type, from_id, before_id, ids, words,
      lines, numbers)
    values (${$.merchantId}, 'live', ${$.type}, ${$.fromId}, ${$.beforeId}, ${$.ids}, ${$.words},
      ${$.lines}, ${$.numbers}) on conflict do nothing`,
);

const updateRow = run(
  'search_chunks_update',
  sql`update search_chunks set ids = ${$.ids}, words = ${$.words}, lines = ${$.lines},
      numbers = ${$.numbers}
    where merchant_id = ${$.merchantId} and environment = 'live' and type = ${$.type}
      and from_id = ${$.fromId}
      and before_id = ${$.beforeId}`,
);

const selectRanges = many(
  'search_chunks_ranges_of',
  { fromId: RANGE.fromId, beforeId: RANGE.beforeId },
  sql`select distinct chunk.from_id, chunk.before_id
    from unnest(${param('chargeIds', f.listOf(f.uuid))}::uuid[]) as charge (id)
    cross join lateral (
      select from_id, before_id from search_chunks
      where merchant_id = ${$.merchantId} and environment = 'live' and type = 'charge'
        and before_id > charge.id
      order by before_id limit 1
    ) chunk
    where chunk.from_id <= charge.id
    order by chunk.before_id`,
);

/** Selects the next chunk of each merchant that has `rows` unpacked rows below an id. */
export function selectFullChunks(
  bucket: Queryable,
  type: TransactionType,
  { merchantIds, belowId, rows }: { merchantIds: readonly string[]; belowId: string; rows: number },
): Promise<FullChunk[]> {
  return FULL[type](bucket, { merchantIds, belowId, offset: rows - 1 });
}

/** Selects a chunk of each merchant that an older version packed. */
export function selectOutdatedChunks(
  bucket: Queryable,
  type: TransactionType,
  merchantIds: readonly string[],
): Promise<ChunkRange[]> {
  return OUTDATED[type](bucket, { merchantIds });
}

/** The searched fields of the rows of a range, newest first. */
export function selectChunkRows(
  bucket: Queryable,
  type: TransactionType,
  range: ChunkRange,
  limit: number,
) {
  return ROWS[type](bucket, { ...range, limit });
}

/** The rows of a chunk: their ids, newest first, and their lines. */
interface PackedRows extends PackedLines {
  readonly ids: readonly string[];
}

/** Inserts a chunk, unless it exists. */
export function insertChunk(
  bucket: Queryable,
  type: TransactionType,
  range: ChunkRange,
  rows: PackedRows,
): Promise<void> {
  return insertRow(bucket, { ...range, ...rows, type, ids: packIds(rows.ids) });
}

/** Writes the rows of a chunk that exists. */
export function updateChunk(
  bucket: Queryable,
  type: TransactionType,
  range: ChunkRange,
  rows: PackedRows,
): Promise<void> {
  return updateRow(bucket, { ...range, ...rows, type, ids: packIds(rows.ids) });
}

/** Selects the chunks of a merchant that have some of these charges. */
export async function selectRangesOf(
  database: Queryable,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<ChunkRange[]> {
  const ranges = await selectRanges(database, { merchantId, chargeIds });
  return ranges.map((range) => ({ merchantId, ...range }));
}
