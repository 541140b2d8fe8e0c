import { type BucketId, compareBuckets } from './bucket-id.ts';
import type { Buckets, Transaction } from './database-types.ts';

export { isMerchantElsewhere } from './bucket-databases.ts';
export { type BucketId, compareBuckets, HOME_BUCKET, isBucketId } from './bucket-id.ts';
export type { Buckets } from './database-types.ts';

/** The items of one bucket. */
export interface BucketGroup<Item> {
  readonly bucketId: BucketId;
  readonly items: readonly Item[];
}

/** The items of one bucket, and the transaction on this bucket's tables. */
export interface BucketPart<Item> extends BucketGroup<Item> {
  readonly tx: Transaction;
}

/**
 * Groups items by the bucket of their merchant, in ascending order of buckets; the items of a group
 * keep their order. With one bucket it sends no statement.
 */
export async function groupByBucket<Item>(
  routes: Pick<Buckets, 'bucketsOf'>,
  items: readonly Item[],
  merchantOf: (item: Item) => string,
): Promise<readonly BucketGroup<Item>[]> {
  const buckets = await routes.bucketsOf([...new Set(items.map(merchantOf))]);
  const groups = new Map<BucketId, Item[]>();
  for (const item of items) {
    const bucketId = buckets.get(merchantOf(item));
    if (bucketId === undefined) throw new Error('a merchant has no bucket');
    const group = groups.get(bucketId);
    if (group) group.push(item);
    else groups.set(bucketId, [item]);
  }
  return [...groups]
    .map(([bucketId, ofBucket]) => ({ bucketId, items: ofBucket }))
    .sort((first, second) => compareBuckets(first.bucketId, second.bucketId));
}

/**
 * Groups items by the bucket of their merchant, each group with the transaction in its bucket, in
 * the order in which every transaction takes its locks: ascending buckets.
 *
 *     for (const part of await inBucketsOf(tx, postings, ({ scope }) => scope.merchantId)) {
 *       writePostings(part.tx, part.items);
 *     }
 */
export async function inBucketsOf<Item>(
  tx: Transaction,
  items: readonly Item[],
  merchantOf: (item: Item) => string,
): Promise<readonly BucketPart<Item>[]> {
  const groups = await groupByBucket(tx, items, merchantOf);
  return groups.map((group) => ({ ...group, tx: tx.in(group.bucketId) }));
}
