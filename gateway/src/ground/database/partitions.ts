import type { BucketId } from './bucket-id.ts';
import type { Database, Queryable } from './database.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from './database-errors.ts';
import { COORDINATOR } from './statement-place.ts';

const MAKE = {
  name: 'partitions_make',
  place: COORDINATOR,
  text: 'select make_partitions($1, $2) as made',
};
const DROP = {
  name: 'partition_drop_expired',
  place: COORDINATOR,
  text: 'select drop_expired_partition($1, $2, $3) as dropped',
};

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
  await database.query(MAKE, [bucketId, new Date(at)]);
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

async function dropOne(database: Database, { table, before }: Expiry): Promise<string | null> {
  try {
    const values = [database.bucketId, table, new Date(before)];
    const [row] = await database.query<{ dropped: string | null }>(DROP, values);
    return row?.dropped ?? null;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}
