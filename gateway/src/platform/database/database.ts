import pg from 'pg';
import { MINUTE_MS } from '../durations.ts';
import { databaseIn } from './bucket-databases.ts';
import { type BucketId, HOME_BUCKET, searchPathOf } from './bucket-id.ts';
import { createBucketRoutes } from './bucket-routes.ts';
import type { Database, Queryable } from './database-types.ts';

export type {
  Buckets,
  Database,
  Queryable,
  Statement,
  Transaction,
  TransactionLimits,
} from './database-types.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 12_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

// Unqualified names are the tables of the home bucket, then those of all buckets.
const HOME_PATH = `-c search_path=${searchPathOf(HOME_BUCKET).replaceAll(' ', '')}`;

// A generic plan made while a table is empty would scan the table when it is full, until statistics
// are gathered. Every statement of the gateway looks rows up by their key.
const KEY_LOOKUP_PLANS = '-c plan_cache_mode=force_custom_plan';

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly connectionsMax: number;
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
 * Connecting, locks and statements have time limits.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.connectionsMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: statementTimeoutMs === 0 ? 0 : QUERY_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: MINUTE_MS,
    pipeline: true,
    options: options.isForKeyLookups ? `${HOME_PATH} ${KEY_LOOKUP_PLANS}` : HOME_PATH,
    keepAlive: true,
    types,
  });
  const onLost = (error: Error): void => options.onIdleError?.(error);
  pool.on('error', onLost);
  // A connection that breaks while it is in use also emits an event; without a listener the event
  // would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  return databaseIn(
    {
      pool,
      poolBucketId: HOME_BUCKET,
      routes: createBucketRoutes(),
      makePartition: options.onMissingPartition,
      limits: '',
    },
    HOME_BUCKET,
  );
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
