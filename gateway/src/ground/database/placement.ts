import type { BucketId } from './bucket-id.ts';
import type { Queryable } from './database-types.ts';
import type { HostPool } from './pool.ts';

/** The connections that serve a bucket. */
export interface BucketPool {
  readonly pool: HostPool;
  /** The bucket whose search path the pool's connections have. */
  readonly poolBucketId: BucketId;
}

/** Which connections serve which bucket: one pool, or one for each node of a cluster (`citus/`). */
export interface Placement {
  poolOf(bucketId: BucketId): BucketPool;
  /** Reads again where the buckets are, and closes the connections to nodes that have none. */
  refresh(reader: Queryable): Promise<void>;
  /** The same after an error that an old placement may cause. Without a cluster it does nothing. */
  readAgain(reader: Queryable): Promise<void>;
  end(): Promise<void>;
}
