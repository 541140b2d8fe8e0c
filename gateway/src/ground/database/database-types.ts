import type pg from 'pg';
import type { BucketId } from './bucket-id.ts';
import type { HostPool } from './pool.ts';
import type { ReadRow } from './row-query.ts';
import type { Place } from './statement-place.ts';
import type { TestTime } from './test-time.ts';

/** One SQL statement with a unique name, which PostgreSQL parses once a connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** In which buckets it runs, if its text doesn't say so (`statement-place.ts`). */
  readonly place?: Place;
  /**
   * Reads a row in PostgreSQL's binary format, which costs PostgreSQL and the driver half. Without
   * it the driver makes an object of the columns.
   */
  readonly readRow?: ReadRow<unknown>;
  /**
   * Outside transactions, connections keep its plan (`plan-once.ts`): for frequent reads by key or
   * of one page, of which planning takes a half.
   */
  readonly keepsPlan?: true;
}

/** A target of queries: the pool for a single read, a transaction for everything else. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

/** An open transaction: the first parameter of functions that write. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  /** The bucket whose tables the statements of this object use. */
  readonly bucketId: BucketId;
  /** The same object as `Database.origin` of the database that began it. */
  readonly origin: object;
  /** Set in a transaction that runs in the time of a test clock. */
  readonly testTime?: TestTime;
  /**
   * The same transaction on the tables of another bucket: one begin, one commit. The search path is
   * switched by a pipelined statement, and only when the bucket of the next statement differs from
   * that of the last one. So objects of several buckets may be used in turns; using one bucket
   * completely before the next is cheaper. Take locks in ascending order of buckets
   * (`inBucketsOf` in buckets.ts), or two transactions can wait for each other.
   */
  in(bucketId: BucketId): Transaction;
  /**
   * The bucket of each merchant; from memory, or read in this transaction. With one bucket no
   * statement is sent. A merchant that doesn't exist is in the home bucket.
   */
  bucketsOf(merchantIds: readonly string[]): Promise<ReadonlyMap<string, BucketId>>;
  /**
   * Sends a statement without waiting for its result; the commit waits for it. If the statement
   * fails, the transaction fails with its error. For writes whose result is not used, or only by
   * `afterCommit`: the transaction then needs only as many round trips as it has reads.
   * `afterCommit` gets the rows after the commit, as `onCommit` is called.
   */
  send<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: unknown[],
    afterCommit?: (rows: readonly Row[]) => void,
  ): void;
  /**
   * On a cluster, names shards in the later statements of this transaction (`citus/shard-use.ts`),
   * because Citus takes longer to plan a statement than PostgreSQL takes to run it. For frequent
   * transactions: a move of the bucket and the transaction wait for each other.
   */
  useShards(): void;
  /** Calls `run` after the commit; never after a rollback. `run` must not throw. */
  onCommit(run: () => void): void;
  /** Runs text with several statements and no parameters: migrations. */
  script(text: string): Promise<void>;
}

/**
 * The database as one bucket sees it: unqualified names are the tables of the bucket, then those
 * that all buckets share. What is opened first is the home bucket's.
 */
export interface Database extends Queryable {
  readonly bucketId: BucketId;
  /** One object for all buckets and time limits of what `openDatabase` has opened. */
  readonly origin: object;
  /** All buckets of this database, with the same time limits as this object. */
  readonly buckets: Buckets;
  /**
   * Runs `work` in one transaction; repeats it after a deadlock or a serialization failure, after
   * a CommitFirst, and once after a write to a bucket that its merchant has left: the routes are
   * then read again.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a read-only transaction on one consistent snapshot. */
  snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** The same connections with other time limits for each transaction. */
  withLimits(limits: TransactionLimits): Database;
  readonly pool: HostPool;
  /** More connections, for statements whose plan is kept. */
  readonly planKeepers: HostPool | undefined;
  close(): Promise<void>;
}

/** The buckets of one database, and the bucket of each merchant. */
export interface Buckets {
  /** Whether the home bucket is the only one, so that no statement needs a route. */
  hasOne(): boolean;
  /** Whether one server has all buckets; false until `refresh` was called, and on a cluster. */
  areOnOneServer(): boolean;
  /** Every bucket in ascending order. A transaction must use them one after another. */
  all(): readonly Database[];
  /** One bucket. Its connections are shared with other buckets of the same server. */
  of(bucketId: BucketId): Database;
  /** The bucket of a merchant, from memory or read. An unknown merchant is in the home bucket. */
  ofMerchant(merchantId: string): Promise<Database>;
  /**
   * The ids of several merchants' buckets. A route in memory may be old: a merchant that has moved
   * is then missing in the bucket, and a write fails and is repeated (`transaction`).
   */
  bucketsOf(merchantIds: readonly string[]): Promise<ReadonlyMap<string, BucketId>>;
  /** Keeps a route that was read with other rows, such as those of a credential. */
  learn(merchantId: string, bucketId: BucketId): void;
  /** Forgets all routes. Called when a merchant is not in the bucket of its route. */
  forget(): void;
  /** Reads again which buckets exist, and forgets all routes. Called once a minute. */
  refresh(): Promise<void>;
}

/** How long a transaction waits for each lock and for each of its statements. 0 is no limit. */
export interface TransactionLimits {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
}
