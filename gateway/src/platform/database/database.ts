import pg from 'pg';
import { MINUTE_MS } from '../durations.ts';
import { sqlState } from './database-errors.ts';
import { runInTransactionScope } from './transaction-scope.ts';

const ATTEMPTS_MAX = 5;
const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 12_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

// A generic plan made while a table is empty would scan the table when it is full, until statistics
// are gathered. Every statement of the gateway looks rows up by their key.
const KEY_LOOKUP_PLANS = '-c plan_cache_mode=force_custom_plan';

// PostgreSQL, appendix A: errors after which the same transaction may succeed (40001, 40P01).
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/** One SQL statement with a unique name, which PostgreSQL parses once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A target of queries: the pool for a single read, a transaction for everything else. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

/** An open transaction: the first parameter of functions that write. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  /**
   * Sends a statement without waiting for its result; the commit waits for it. If the statement
   * fails, the transaction fails with its error. For writes whose result is not used: the
   * transaction then needs only as many round trips as it has reads.
   */
  send(statement: Statement, values: unknown[]): void;
  /** Runs text with several statements and no parameters: migrations. */
  script(text: string): Promise<void>;
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction; repeats it after a deadlock or a serialization failure. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a read-only transaction on one consistent snapshot. */
  snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** The same connections with other time limits for each transaction. */
  withLimits(limits: TransactionLimits): Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a transaction waits for each lock and for each of its statements. 0 is no limit. */
export interface TransactionLimits {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

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
  readonly onMissingPartition?: (database: Queryable) => Promise<void>;
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
    ...(options.isForKeyLookups && { options: KEY_LOOKUP_PLANS }),
    keepAlive: true,
    types,
  });
  const onLost = (error: Error): void => options.onIdleError?.(error);
  pool.on('error', onLost);
  // A connection that breaks while it is in use also emits an event; without a listener the event
  // would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  const direct: Queryable = {
    query: (statement, values) => runStatement(pool, statement, values),
  };
  return databaseOf(pool, partitionMaker(direct, options.onMissingPartition), '');
}

function databaseOf(
  pool: pg.Pool,
  withPartition: ReturnType<typeof partitionMaker>,
  limits: string,
): Database {
  return {
    pool,
    query: (statement, values) => withPartition(() => runStatement(pool, statement, values)),
    transaction: (work) =>
      withPartition(() => withRetries(() => runTransaction(pool, `begin${limits}`, work))),
    snapshot: (work) =>
      runTransaction(pool, `begin isolation level repeatable read, read only${limits}`, work),
    withLimits: ({ lockTimeoutMs, statementTimeoutMs }) =>
      databaseOf(
        pool,
        withPartition,
        `; set local lock_timeout = ${lockTimeoutMs}` +
          `; set local statement_timeout = ${statementTimeoutMs}`,
      ),
    close: () => pool.end(),
  };
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

async function runStatement<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const result = await client.query<Row>({ name: statement.name, text: statement.text, values });
  return result.rows;
}

async function runTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const sent: Promise<unknown>[] = [];
  let sentError: unknown;
  let connectionError: Error | undefined;

  // All statements after a failed one fail too; the first error has the reason.
  function send(promise: Promise<unknown>): void {
    sent.push(
      promise.catch((error: unknown) => {
        sentError ??= error;
      }),
    );
  }

  try {
    send(client.query(begin));
    const tx: Transaction = {
      isTransaction: true,
      query: (statement, values) => runStatement(client, statement, values),
      send: (statement, values) => send(runStatement(client, statement, values)),
      script: async (text) => {
        await client.query(text);
      },
    };
    const result = await runInTransactionScope(() => work(tx));
    // The server turns the commit of a failed transaction into a rollback.
    send(client.query('commit'));
    await Promise.all(sent);
    if (sentError !== undefined) throw sentError;
    return result;
  } catch (error) {
    // A connection whose rollback fails must not be used again.
    await client.query('rollback').catch((rollbackError: Error) => {
      connectionError = rollbackError;
    });
    throw sentError ?? error;
  } finally {
    client.release(connectionError);
  }
}

/** Runs work; if a partition is missing, makes it and runs the work once more. */
function partitionMaker(database: Queryable, make: DatabaseOptions['onMissingPartition']) {
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (error) {
      if (make === undefined || !isPartitionMissing(error)) throw error;
      await make(database);
      return run();
    }
  };
}

// PostgreSQL reports a row without a partition as a check violation without a constraint's name.
function isPartitionMissing(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23514') return false;
  return error.table !== undefined && error.constraint === undefined;
}

async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !RETRYABLE_CODES.has(sqlState(error))) throw error;
    }
  }
}
