import type { BucketId } from './bucket-id.ts';
import { BUCKET_ELSEWHERE } from './citus/bucket-shards.ts';
import { DatabaseUnavailable, isOutage, sqlState } from './database-errors.ts';
import type { Queryable } from './database-types.ts';
import type { Placement } from './placement.ts';

/**
 * PostgreSQL, appendix A: a table doesn't exist. A server that was taken out of a cluster sends
 * statements where the bucket was then, and gets this error after the bucket has moved.
 */
const UNDEFINED_TABLE = '42P01';

/** A bucket on the server that its placement in memory names. */
export interface PlacedBucket {
  readonly placement: Placement;
  readonly bucketId: BucketId;
  /** Reads the placement: the coordinator. */
  readonly reader: Queryable;
}

/**
 * Runs work on the server of a bucket. If that server doesn't answer or lost the bucket, reads the
 * placement again and runs the work once more when the bucket is on another server. Work that may
 * have been committed is never repeated.
 */
export async function followPlacement<Result>(
  { placement, bucketId, reader }: PlacedBucket,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = placement.poolOf(bucketId);
  try {
    return await run();
  } catch (error) {
    // A transaction may use several buckets, so another one than this may have moved.
    const hasMoved = sqlState(error) === BUCKET_ELSEWHERE;
    const hadNoEffect =
      hasMoved || error instanceof DatabaseUnavailable || sqlState(error) === UNDEFINED_TABLE;
    if (!hadNoEffect && !isOutage(error)) throw error;
    const reading = placement.readAgain(reader).catch(() => {});
    if (!hadNoEffect) throw error;
    await reading;
    const { pool, shards } = placement.poolOf(bucketId);
    if (!hasMoved && pool === before.pool && shards === before.shards) throw error;
    return run();
  }
}
