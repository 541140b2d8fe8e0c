import type { BucketId } from './bucket-id.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from './database-errors.ts';
import type { Database, Queryable } from './database-types.ts';
import * as f from './fields.ts';
import { one, paramsOf, run, sql } from './sql.ts';
import { COORDINATOR } from './statement-place.ts';

const $ = paramsOf({ bucketId: f.text, table: f.text, at: f.instant, before: f.instant });

const make = run(
  'partitions_make',
  sql`select make_partitions(${$.bucketId}, ${$.at}) as made`,
  COORDINATOR,
);
const dropExpired = one(
  'partition_drop_expired',
  { dropped: f.orNull(f.text) },
  sql`select drop_expired_partition(${$.bucketId}, ${$.table}, ${$.before}) as dropped`,
  COORDINATOR,
);

/** A table partitioned by time, and the instant (milliseconds) before which its rows expire. */
export interface Expiry {
  readonly table: string;
  readonly before: number;
}

/**
 * Makes the missing partitions of a bucket, and those of global tables, around an instant
 * (milliseconds). Throws errors of the database.
 */
export async function makePartitions(
  database: Queryable,
  bucketId: BucketId,
  at: number,
): Promise<void> {
  await make(database, { bucketId, at });
}

/**
 * Drops the partitions of a bucket whose rows have all expired, each in its own transaction. A
 * partition that a long read uses is left to the next call. Throws other errors of the database.
 * @returns the names of the dropped partitions.
 */
export async function dropExpiredPartitions(
  database: Database,
  expiries: readonly Expiry[],
): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const expiry of expiries) {
    let name = await dropOne(database, expiry);
    while (name !== null) {
      dropped.push(name);
      name = await dropOne(database, expiry);
    }
  }
  return dropped;
}

async function dropOne(database: Database, expiry: Expiry): Promise<string | null> {
  try {
    return (await dropExpired(database, { ...expiry, bucketId: database.bucketId })).dropped;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}
