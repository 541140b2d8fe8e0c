import type { BucketId } from './bucket-id.ts';
import type { BucketShards } from './citus/bucket-shards.ts';
import type { Queryable } from './database-types.ts';
import type { HostPool } from './pool.ts';

/** The connections that serve a bucket. */
export interface BucketPool {
  readonly pool: HostPool;
  /** The bucket whose search path the pool's connections have. */
  readonly poolBucketId: BucketId;
  /** The bucket's tables on a node of a cluster; undefined elsewhere. */
  readonly shards?: BucketShards | undefined;
}

/** The connections of each bucket: one pool, or one for each node of a cluster (`citus/`). */
export interface Placement {
  poolOf(bucketId: BucketId): BucketPool;
  /** False until `refresh` was called, and on a cluster. */
  isOneServer(): boolean;
  /** Reads again where the buckets are, and closes the connections to nodes that have none. */
  refresh(reader: Queryable): Promise<void>;
  /** As `refresh`, after an error of an old placement. Does nothing without a cluster. */
  readAgain(reader: Queryable): Promise<void>;
  end(): Promise<void>;
}
