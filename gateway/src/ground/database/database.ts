import pg from 'pg';
import { databaseIn } from './bucket-databases.ts';
import { type BucketId, HOME_BUCKET, searchPathOf } from './bucket-id.ts';
import { createBucketRoutes } from './bucket-routes.ts';
import { createNodePools, type NodePoolOptions } from './citus/node-pools.ts';
import type { Database, Queryable } from './database-types.ts';
import { KEEPER_SETTINGS } from './plan-once.ts';
import { type HostPool, openPool } from './pool.ts';

export type {
  Buckets,
  Database,
  Queryable,
  Statement,
  Transaction,
  TransactionLimits,
} from './database-types.ts';

/**
 * When a session plans its statements: for each execution, or once. A plan made once while a table
 * is empty would scan the table when it is full, until statistics are gathered. Every statement of
 * the gateway looks rows up by their key.
 */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/** One, so that a request to a gateway at rest needn't open a connection. */
const KEEPERS_KEPT = 1;

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly connectionsMax: number;
  /** How many connections stay open while they are idle. Default: none. */
  readonly connectionsKept?: number;
  /** How many more connections keep plans, for statements that ask for it. Default: none. */
  readonly planKeepersMax?: number;
  readonly applicationName: string;
  /** Default 12 s; 0 is no limit, for long reads by operators. */
  readonly statementTimeoutMs?: number;
  /** `force_custom_plan` for the gateway's statements. Default: the server decides. */
  readonly planMode?: PlanMode | undefined;
  readonly onIdleError?: (error: Error) => void;
  /**
   * Makes the missing partition of a row; the statement or transaction then runs once more.
   * Without it such a row is an error.
   */
  readonly onMissingPartition?: (database: Queryable, bucketId: BucketId) => Promise<void>;
}

/** How values are read: the fields of `fields.ts` expect it. */
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => Date.parse(text));

/**
 * Opens a pool. `bigint` columns are read as BigInt, `timestamptz` as milliseconds since 1970.
 * Connecting, locks and statements have time limits. Throws a DatabaseAddressError.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, planKeepersMax = 0 } = options;
  const ofHome = { connectionString, bucketId: HOME_BUCKET };
  const pool = openPoolOf(options, ofHome);
  const home = { pool, poolBucketId: HOME_BUCKET };
  const keepers = { ...options, connectionsMax: planKeepersMax, connectionsKept: KEEPERS_KEPT };
  return databaseIn(
    {
      ...home,
      planKeepers:
        planKeepersMax > 0 ? openPoolOf(keepers, { ...ofHome, keepsPlans: true }) : undefined,
      placement: createNodePools(home, (node) => openPoolOf(options, node)),
      routes: createBucketRoutes(),
      makePartition: options.onMissingPartition,
      limits: '',
    },
    HOME_BUCKET,
  );
}

/** Unqualified names are the tables of the pool's bucket, then those of all buckets. */
function openPoolOf(
  options: DatabaseOptions,
  node: NodePoolOptions & { readonly keepsPlans?: true },
): HostPool {
  const { connectionsMax, connectionsKept, applicationName, statementTimeoutMs } = options;
  const path = `-c search_path=${searchPathOf(node.bucketId).replaceAll(' ', '')}`;
  const mode = options.planMode ? `-c plan_cache_mode=${options.planMode}` : '';
  const plans = node.keepsPlans ? KEEPER_SETTINGS : mode;
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
