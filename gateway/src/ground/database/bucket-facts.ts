import { type BucketId, isBucketId } from './bucket-id.ts';
import { readNodesOfBuckets } from './citus/bucket-nodes.ts';
import { isCitus } from './citus/place-tables.ts';
import type { Queryable } from './database-types.ts';
import * as f from './fields.ts';
import { many, param, sql } from './sql.ts';

/** New merchants go to open buckets only. */
export type BucketState = 'open' | 'closed';

const selectBuckets = many(
  'buckets_list',
  {
    bucketId: f.text,
    state: f.textOf<BucketState>(),
    createdAt: f.instant,
    merchants: f.count,
  },
  sql`select b.bucket_id, b.state, b.created_at, count(m.bucket_id) as merchants
    from public.buckets b left join public.merchants m on m.bucket_id = b.bucket_id
    group by b.bucket_id order by length(b.bucket_id), b.bucket_id`,
);

const SCHEMA = { ...f.text, stored: 'name' };
const selectSizes = many(
  'buckets_sizes',
  { bucketId: SCHEMA, sizeBytes: f.count },
  sql`select n.nspname as bucket_id, sum(pg_total_relation_size(c.oid))::bigint as size_bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any(${param('bucketIds', f.listOf(SCHEMA))})
    group by n.nspname`,
);

/** A bucket as operators see it. `createdAt` is in milliseconds. */
export interface BucketFacts {
  readonly bucketId: BucketId;
  readonly state: BucketState;
  readonly createdAt: number;
  readonly merchants: number;
  /** The node of a cluster that has it, as `host:port`; null on one PostgreSQL. */
  readonly node: string | null;
  /** Tables and indexes, in bytes. */
  readonly sizeBytes: number;
}

/** All buckets, in ascending order. */
export async function listBuckets(database: Queryable): Promise<readonly BucketFacts[]> {
  const buckets = (await selectBuckets(database)).flatMap(({ bucketId, ...row }) =>
    isBucketId(bucketId) ? [{ bucketId, ...row }] : [],
  );
  const places = (await isCitus(database))
    ? await readNodesOfBuckets(database)
    : await readSizes(
        database,
        buckets.map(({ bucketId }) => bucketId),
      );
  return buckets.map((bucket) => ({
    ...bucket,
    ...(places.get(bucket.bucketId) ?? { node: null, sizeBytes: 0 }),
  }));
}

async function readSizes(database: Queryable, bucketIds: readonly BucketId[]) {
  const rows = await selectSizes(database, { bucketIds });
  return new Map<string, { node: string | null; sizeBytes: number }>(
    rows.map(({ bucketId, sizeBytes }) => [bucketId, { node: null, sizeBytes }]),
  );
}
