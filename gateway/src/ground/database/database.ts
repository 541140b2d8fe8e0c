import pg from 'pg';
import { databaseIn } from './bucket-databases.ts';
import { type BucketId, HOME_BUCKET, searchPathOf } from './bucket-id.ts';
import { createBucketRoutes } from './bucket-routes.ts';
import { createNodePools, type NodePoolOptions } from './citus/node-pools.ts';
import type { Database, Queryable } from './database-types.ts';
import { type HostPool, openPool } from './pool.ts';

export type {
  Buckets,
  Database,
  Queryable,
  Statement,
  Transaction,
  TransactionLimits,
} from './database-types.ts';

// A generic plan made while a table is empty would scan the table when it is full, until statistics
// are gathered. Every statement of the gateway looks rows up by their key.
const KEY_LOOKUP_PLANS = '-c plan_cache_mode=force_custom_plan';

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly connectionsMax: number;
  /** How many connections stay open while they are idle. Default: none. */
  readonly connectionsKept?: number;
  readonly applicationName: string;
  /** Default 12 s; 0 is no limit, for long reads by operators. */
  readonly statementTimeoutMs?: number;
  /**
   * Plans every statement for look-ups by key: for the gateway's statements, not for reports.
   */
  readonly isForKeyLookups?: boolean;
  readonly onIdleError?: (error: Error) => void;
  /**
   * Makes the missing partition of a row; the statement or transaction then runs once more.
   * Without it such a row is an error.
   */
  readonly onMissingPartition?: (database: Queryable, bucketId: BucketId) => Promise<void>;
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => Date.parse(text));

/**
 * Opens a pool. `bigint` columns are read as BigInt, `timestamptz` as milliseconds since 1970.
 * Connecting, locks and statements have time limits. Throws a DatabaseAddressError.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString } = options;
  const pool = openPoolOf(options, { connectionString, bucketId: HOME_BUCKET });
  const home = { pool, poolBucketId: HOME_BUCKET };
  return databaseIn(
    {
      ...home,
      placement: createNodePools(home, (node) => openPoolOf(options, node)),
      routes: createBucketRoutes(),
      makePartition: options.onMissingPartition,
      limits: '',
    },
    HOME_BUCKET,
  );
}

/** Unqualified names are the tables of the pool's bucket, then those of all buckets. */
function openPoolOf(options: DatabaseOptions, node: NodePoolOptions): HostPool {
  const { connectionsMax, connectionsKept, applicationName, statementTimeoutMs } = options;
  const path = `-c search_path=${searchPathOf(node.bucketId).replaceAll(' ', '')}`;
  const plans = options.isForKeyLookups ? KEY_LOOKUP_PLANS : '';
  return openPool({
    connectionsMax,
    connectionsKept,
    applicationName,
    types,
    connectionString: node.connectionString,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    settings: `${path} ${plans}`.trim(),
    onLost: options.onIdleError,
  });
}

const FACTS = {
  name: 'database_facts',
  text: `select pg_database_size(current_database()) as size_bytes,
      current_setting('server_version') as version,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`,
};

/** Facts about the database for the operator: size (bytes), version, number of connections. */
export async function databaseFacts(
  database: Queryable,
): Promise<{ sizeBytes: number; version: string; connections: number }> {
  const [row] = await database.query<{
    size_bytes: bigint;
    version: string;
    connections: bigint;
  }>(FACTS, []);
  if (!row) throw new Error('the database returned no facts about itself');
  const { size_bytes: size, version, connections } = row;
  return { sizeBytes: Number(size), version, connections: Number(connections) };
}
