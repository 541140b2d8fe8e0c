/**
 * The name of a bucket, which is also the name of its schema: `b0`, `b1`, … A bucket holds all rows
 * of its merchants.
 */
export type BucketId = `b${number}`;

/** The first bucket. It also holds the rows of the platform and of the sandbox. */
export const HOME_BUCKET: BucketId = 'b0';

const BUCKET_ID = /^b(0|[1-9]\d{0,5})$/;

/** Whether a text can be the name of a bucket. */
export function isBucketId(unchecked: string): unchecked is BucketId {
  return BUCKET_ID.test(unchecked);
}

/** Compares two buckets for the one order in which all transactions take their locks. */
export function compareBuckets(first: BucketId, second: BucketId): number {
  return numberOf(first) - numberOf(second);
}

/** The search path of a bucket: its own tables, then the shared ones. */
export function searchPathOf(bucketId: BucketId): string {
  return `${bucketId}, public`;
}

function numberOf(bucketId: BucketId): number {
  return Number(bucketId.slice(1));
}
