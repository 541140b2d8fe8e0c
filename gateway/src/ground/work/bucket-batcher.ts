import { type BucketId, isMerchantElsewhere } from '../database/buckets.ts';
import type { Database } from '../database/database.ts';
import type { Batcher } from './batcher.ts';

export interface BucketBatcherOptions<Item, Value> {
  readonly database: Database;
  readonly merchantOf: (item: Item) => string;
  /**
   * Whether a batch may have items of several buckets of one server: for work whose statements all
   * name their merchants. It is one transaction, so it costs less than a batch for each bucket.
   */
  readonly spansBuckets: boolean;
  /** Makes the batcher of one bucket. */
  readonly open: (bucket: Database) => Batcher<Item, Value>;
}

/**
 * A batcher for each bucket, so that a batch is one transaction in one bucket, or one for all
 * buckets. An item whose merchant has left the bucket goes once more to the bucket where the
 * merchant is now; a transaction over all buckets does so itself.
 */
export function createBucketBatcher<Item, Value>(
  options: BucketBatcherOptions<Item, Value>,
): Batcher<Item, Value> {
  const { database, merchantOf } = options;
  const { buckets } = database;
  const home = options.open(database);
  const batchers = new Map<BucketId, Batcher<Item, Value>>([[database.bucketId, home]]);

  async function batcherFor(item: Item): Promise<Batcher<Item, Value>> {
    const bucket = await buckets.ofMerchant(merchantOf(item));
    let batcher = batchers.get(bucket.bucketId);
    if (!batcher) {
      batcher = options.open(bucket);
      batchers.set(bucket.bucketId, batcher);
    }
    return batcher;
  }

  async function addInBucket(item: Item): Promise<Value> {
    try {
      return await (await batcherFor(item)).add(item);
    } catch (error) {
      if (!isMerchantElsewhere(error)) throw error;
      buckets.forget();
      return (await batcherFor(item)).add(item);
    }
  }

  const isOneBatch = (): boolean =>
    buckets.hasOne() || (options.spansBuckets && buckets.areOnOneServer());

  return {
    add: (item) => (isOneBatch() ? home.add(item) : addInBucket(item)),
    waiting: () => [...batchers.values()].reduce((sum, batcher) => sum + batcher.waiting(), 0),
  };
}
