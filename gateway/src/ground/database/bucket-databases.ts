import { availableParallelism } from 'node:os';
import pg from 'pg';
import { type BucketId, compareBuckets, isBucketId } from './bucket-id.ts';
import type { BucketRoutes } from './bucket-routes.ts';
import { CommitFirst } from './commit-first.ts';
import { DatabaseUnavailable, sqlState } from './database-errors.ts';
import type { Buckets, Database, Queryable, Statement, Transaction } from './database-types.ts';
import { followPlacement } from './follow-placement.ts';
import type { Placement } from './placement.ts';
import type { HostPool } from './pool.ts';
import { isRouted, runInPlaces, type StatementTarget } from './route-statements.ts';
import {
  runStatement,
  runStatementIn,
  runTransaction,
  type TransactionPlace,
} from './run-transaction.ts';
import { placeOf } from './statement-place.ts';

const BUCKETS = { name: 'buckets_read', text: 'select bucket_id from buckets' };

const ATTEMPTS_MAX = 5;
/** In how many buckets of one server a statement runs at once: each needs a connection. */
const BUCKETS_AT_ONCE = Math.max(2, availableParallelism());

// PostgreSQL, appendix A: errors after which the same transaction may succeed (40001, 40P01).
const RETRYABLE_CODES = new Set(['40001', '40P01']);
const FOREIGN_KEY_VIOLATION = '23503';
/** The table of a bucket that names its merchants; other tables refer to it. */
const MEMBERS = 'bucket_merchants';

/** The settings that the databases of all buckets of one server share. */
export interface BucketSetup {
  /** The server of DATABASE_URL; on a cluster the coordinator. */
  readonly pool: HostPool;
  /** The bucket whose search path the pool's connections have. */
  readonly poolBucketId: BucketId;
  /** Connections to the same server that keep plans, for statements that ask for it. */
  readonly planKeepers?: HostPool | undefined;
  /** The connections of each bucket. */
  readonly placement: Placement;
  readonly routes: BucketRoutes;
  /** Makes the missing partition of a row in a bucket. Without it such a row is an error. */
  readonly makePartition: ((database: Queryable, bucketId: BucketId) => Promise<void>) | undefined;
  /** Statements that set the time limits, after `begin`. */
  readonly limits: string;
}

/** The database of one bucket. */
export function databaseIn(setup: BucketSetup, bucketId: BucketId): Database {
  return bucketsIn(setup).of(bucketId);
}

function bucketsIn(setup: BucketSetup): Buckets {
  const { routes } = setup;
  const databases = new Map<BucketId, Database>();
  const buckets: Buckets = {
    hasOne: () => routes.bucketIds().length === 1,
    areOnOneServer: () => setup.placement.isOneServer(),
    all: () => routes.bucketIds().map((bucketId) => buckets.of(bucketId)),
    of(bucketId) {
      const existing = databases.get(bucketId);
      if (existing) return existing;
      const opened = openIn(setup, bucketId, buckets);
      databases.set(bucketId, opened);
      return opened;
    },
    async ofMerchant(merchantId) {
      const bucketIds = await buckets.bucketsOf([merchantId]);
      return buckets.of(bucketIds.get(merchantId) ?? setup.poolBucketId);
    },
    bucketsOf: (merchantIds) => routes.read(direct(setup), merchantIds),
    learn: routes.learn,
    forget: routes.forget,
    async refresh() {
      const bucketIds = await readBucketIds(direct(setup));
      await setup.placement.refresh(direct(setup));
      routes.setBucketIds(bucketIds);
      routes.forget();
    },
  };
  return buckets;
}

function openIn(setup: BucketSetup, bucketId: BucketId, buckets: Buckets): Database {
  const { pool, limits, placement } = setup;
  const placeNow = () => withShards(setup, placeOfBucket(setup, bucketId));
  const follow = <Result>(work: () => Promise<Result>): Promise<Result> =>
    followPlacement({ placement, bucketId, reader: direct(setup) }, work);
  const run = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    follow(() =>
      withRoutes(setup, () =>
        withRetries((attempt) => runTransaction(placeNow(), `begin${limits}`, attempt), work),
      ),
    );
  const beginSnapshot = `begin isolation level repeatable read, read only${limits}`;
  const target: StatementTarget<Statement> = {
    routes: setup.routes,
    bucketId,
    read: buckets.bucketsOf,
    run: (other, statement, values) => queryIn(setup, other, { statement, values }),
  };
  const targetNow = () =>
    placement.isOneServer() ? { ...target, bucketsAtOnce: BUCKETS_AT_ONCE } : target;
  return {
    pool,
    planKeepers: setup.planKeepers,
    bucketId,
    buckets,
    origin: setup.routes,
    query: (statement, values) =>
      isRouted(setup.routes)
        ? runInPlaces(targetNow(), statement, values)
        : queryIn(setup, bucketId, { statement, values }),
    transaction: (work) => withPartition(setup, () => run(work)),
    snapshot: (work) =>
      follow(() => runTransaction(placeOfBucket(setup, bucketId), beginSnapshot, work)),
    withLimits: ({ lockTimeoutMs, statementTimeoutMs }) =>
      databaseIn(
        {
          ...setup,
          limits:
            `; set local lock_timeout = ${lockTimeoutMs}` +
            `; set local statement_timeout = ${statementTimeoutMs}`,
        },
        bucketId,
      ),
    close: async () => {
      await Promise.all([placement.end(), setup.planKeepers?.end()]);
    },
  };
}

/**
 * Runs one statement in a bucket. Connections of other buckets switch for it and back. While the
 * bucket's node is away, a statement about tables of all buckets runs on the coordinator: so each
 * request of the other buckets can still read its credentials. A write to a bucket that its
 * merchant has left is an error and is not repeated, because other parts of the statement may be
 * done. The next statement uses new routes.
 */
function queryIn<Row extends Record<string, unknown>>(
  setup: BucketSetup,
  bucketId: BucketId,
  { statement, values }: { statement: Statement; values: unknown[] },
): Promise<Row[]> {
  const { placement } = setup;
  if (placeOf(statement) === 'coordinator') return direct(setup).query<Row>(statement, values);
  const run = (): Promise<Row[]> => {
    const { pool: usual, poolBucketId, shards } = placement.poolOf(bucketId);
    // A connection that changes its search path would plan again.
    const mayKeep = statement.keepsPlan && placement.isOneServer() && bucketId === poolBucketId;
    const keeper = mayKeep ? freePool(setup.planKeepers) : undefined;
    const pool = keeper ?? usual;
    // Statements that only read copies need no search path and no lock.
    const ofCopies = shards?.statementOf(statement);
    if (ofCopies?.isOfBucket === false) return runStatement(pool, bucketId, ofCopies, values);
    return bucketId === poolBucketId
      ? runStatement<Row>(pool, bucketId, statement, values)
      : runStatementIn<Row>(placeOfBucket(setup, bucketId), statement, values);
  };
  return withPartition(setup, () =>
    followPlacement({ placement, bucketId, reader: direct(setup) }, run).catch((error: unknown) => {
      if (isMerchantElsewhere(error)) setup.routes.forget();
      const canRunElsewhere = placeOf(statement) === 'anywhere';
      if (!canRunElsewhere || !(error instanceof DatabaseUnavailable)) throw error;
      if (placement.poolOf(bucketId).pool === setup.pool) throw error;
      return direct(setup).query<Row>(statement, values);
    }),
  );
}

/** Where transactions of a bucket run now. */
function placeOfBucket(setup: BucketSetup, bucketId: BucketId): TransactionPlace {
  const { pool, poolBucketId } = setup.placement.poolOf(bucketId);
  return { routes: setup.routes, bucketId, pool, poolBucketId };
}

/** Lets a transaction name the shards of the buckets that are on its node. */
function withShards({ placement }: BucketSetup, place: TransactionPlace): TransactionPlace {
  if (placement.poolOf(place.bucketId).shards === undefined) return place;
  const shardsOf = (bucketId: BucketId) => {
    const { pool, shards } = placement.poolOf(bucketId);
    return pool === place.pool ? shards : undefined;
  };
  return { ...place, shardsOf };
}

function direct({ pool, poolBucketId }: BucketSetup): Queryable {
  return { query: (statement, values) => runStatement(pool, poolBucketId, statement, values) };
}

async function readBucketIds(reader: Queryable): Promise<readonly BucketId[]> {
  const rows = await reader.query<{ bucket_id: string }>(BUCKETS, []);
  return rows
    .map(({ bucket_id }) => bucket_id)
    .filter(isBucketId)
    .sort(compareBuckets);
}

/** Runs work; if a partition is missing, makes it and runs the work once more. */
async function withPartition<Result>(
  setup: BucketSetup,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const bucketId = bucketOfMissingPartition(setup, error);
    if (setup.makePartition === undefined || bucketId === undefined) throw error;
    await setup.makePartition(direct(setup), bucketId);
    return run();
  }
}

// PostgreSQL reports a row without a partition as a check violation without a constraint's name.
function bucketOfMissingPartition(
  { poolBucketId }: BucketSetup,
  error: unknown,
): BucketId | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23514') return undefined;
  if (error.table === undefined || error.constraint !== undefined) return undefined;
  return error.schema !== undefined && isBucketId(error.schema) ? error.schema : poolBucketId;
}

/** Runs work; after a write to a bucket that its merchant has left, once more with new routes. */
async function withRoutes<Result>(
  { routes }: BucketSetup,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isMerchantElsewhere(error)) throw error;
    routes.forget();
    return run();
  }
}

/** Whether a write failed because the merchant is not in the bucket. */
export function isMerchantElsewhere(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    sqlState(error) === FOREIGN_KEY_VIOLATION &&
    error.detail?.includes(MEMBERS) === true
  );
}

async function withRetries<Result>(
  run: <Done>(work: (tx: Transaction) => Promise<Done>) => Promise<Done>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(work);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX) throw error;
      if (error instanceof CommitFirst) await withRetries(run, error.work);
      else if (!RETRYABLE_CODES.has(sqlState(error))) throw error;
    }
  }
}

/** The pool, if it has a free connection: a statement uses the usual pool rather than wait. */
function freePool(pool: HostPool | undefined): HostPool | undefined {
  if (pool === undefined || pool.waitingCount > 0) return undefined;
  return pool.idleCount > 0 || pool.totalCount < pool.options.max ? pool : undefined;
}
