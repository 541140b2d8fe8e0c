import type { BucketState } from './bucket-facts.ts';
import { addFences, fenceHome, lockBuckets } from './bucket-fences.ts';
import { type BucketId, HOME_BUCKET, isBucketId } from './bucket-id.ts';
import { placeBucket } from './citus/place-tables.ts';
import type { Database, Queryable } from './database-types.ts';
import { makePartitions } from './partitions.ts';
import { createBucketTables } from './schema-files.ts';

const NEXT = {
  name: 'bucket_next',
  text: `select 'b' || max(substr(bucket_id, 2)::bigint) + 1 as next from public.buckets`,
};
const INSERT = {
  name: 'bucket_insert',
  text: `insert into public.buckets (bucket_id, state, created_at) values ($1, 'open', $2)`,
};
const COPY_MIGRATIONS = {
  name: 'bucket_copy_migrations',
  text: `insert into public.bucket_migrations (bucket_id, name, applied_at)
    select $1, name, $2 from public.bucket_migrations where bucket_id = '${HOME_BUCKET}'`,
};
const SET_STATE = {
  name: 'bucket_set_state',
  text: `update public.buckets set state = $2 where bucket_id = $1 returning bucket_id`,
};

/**
 * Makes the next bucket, as the owner of the tables, in a database of this version: its tables are
 * made by the files that made the first bucket. With the second bucket the first one gets its
 * foreign keys to `bucket_merchants`. The rights of the gateway's role must be granted afterwards.
 * @param at the instant (milliseconds) whose partitions are made.
 */
export async function createBucket(owner: Database, at: number): Promise<BucketId> {
  return owner.transaction(async (tx) => {
    await lockBuckets(tx);
    const [row] = await tx.query<{ next: string }>(NEXT, []);
    if (!row || !isBucketId(row.next)) throw new Error('there is no name for another bucket');
    const bucketId = row.next;
    await fenceHome(tx);
    await tx.script(`create schema ${bucketId}`);
    await createBucketTables(tx, bucketId);
    await addFences(tx, bucketId);
    await tx.query(INSERT, [bucketId, new Date(at)]);
    await tx.query(COPY_MIGRATIONS, [bucketId, new Date(at)]);
    await tx.script('set local search_path = public');
    await makePartitions(tx, bucketId, at);
    await placeBucket(tx, bucketId);
    return bucketId;
  });
}

/** Opens a bucket to new merchants or closes it. Returns false if there is no such bucket. */
export async function setBucketState(
  owner: Queryable,
  bucketId: BucketId,
  state: BucketState,
): Promise<boolean> {
  return (await owner.query(SET_STATE, [bucketId, state])).length > 0;
}
