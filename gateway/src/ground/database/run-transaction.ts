import pg from 'pg';
import { type BucketId, searchPathOf } from './bucket-id.ts';
import type { BucketRoutes } from './bucket-routes.ts';
import type { BucketShards } from './citus/bucket-shards.ts';
import { withOwnCode } from './citus/remote-errors.ts';
import { type ShardUse, startShardUse } from './citus/shard-use.ts';
import { CommitUnknown, firstCause, isOutage, reasonOf } from './database-errors.ts';
import type { Queryable, Statement, Transaction } from './database-types.ts';
import { writeTogether } from './host-client.ts';
import { isRouted, needsRoutes, runInPlaces, type StatementTarget } from './route-statements.ts';
import { queryRows, type ReadRow } from './row-query.ts';
import { runInTransactionScope } from './transaction-scope.ts';

/** The pool and bucket of a transaction, and the statements that begin it. */
export interface TransactionPlace {
  readonly pool: pg.Pool;
  /** The bucket whose search path the pool's connections have. */
  readonly poolBucketId: BucketId;
  /** The bucket in which the transaction begins. */
  readonly bucketId: BucketId;
  readonly routes: BucketRoutes;
  /** The shards of a bucket that is on the node of the pool. */
  readonly shardsOf?: ((bucketId: BucketId) => BucketShards | undefined) | undefined;
}

/** A connection in a transaction, whose search path changes from bucket to bucket. */
interface Session extends TransactionPlace {
  readonly client: pg.PoolClient;
  /** The bucket of the search path after all statements that were sent. */
  current: BucketId;
  /** Registers a statement without an awaited result: if it fails, the transaction fails. */
  send(promise: Promise<unknown>): void;
  /** A statement that waits for a route; later statements and the commit wait for it. */
  waiting: Promise<void> | undefined;
  /** Set when later statements may name shards. */
  shardUse: ShardUse | undefined;
  /** Called after the commit. */
  readonly afterCommit: (() => void)[];
}

/** Runs a statement of a bucket that is prepared once a connection, and returns its rows. */
export async function runStatement<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  bucketId: BucketId,
  { name, text, readRow }: Statement,
  values: unknown[],
): Promise<Row[]> {
  try {
    if (readRow) {
      return await queryRows(client, { name, text, values }, readRow as ReadRow<Row>);
    }
    return (await client.query<Row>({ name, text, values })).rows;
  } catch (error) {
    throw withOwnCode(error, bucketId);
  }
}

/**
 * Runs `work` between `begin` and a commit on one connection of the pool, or rolls back. Throws the
 * first error of a statement or the error of the work, and CommitUnknown when the answer to the
 * commit is lost.
 */
export function runTransaction<Result>(
  place: TransactionPlace,
  begin: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return runSession(place, begin, (session) => work(transactionIn(session, place.bucketId)));
}

async function runSession<Result>(
  place: TransactionPlace,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await place.pool.connect();
  const sent: Promise<unknown>[] = [];
  let sentError: unknown;
  let connectionError: Error | undefined;
  let isCommitSent = false;
  let isCommitLost = false;

  function send(promise: Promise<unknown>): void {
    sent.push(
      promise.catch((error: unknown) => {
        sentError = firstCause(sentError, error);
      }),
    );
  }

  try {
    writeTogether(client);
    send(client.query(`${begin}${switchFrom(place.poolBucketId, place.bucketId)}`));
    const afterCommit: (() => void)[] = [];
    const session: Session = {
      ...place,
      client,
      current: place.bucketId,
      send,
      afterCommit,
      waiting: undefined,
      shardUse: undefined,
    };
    const result = await runInTransactionScope(() => work(session));
    if (session.waiting) await session.waiting;
    // The server turns the commit of a failed transaction into a rollback.
    isCommitSent = true;
    writeTogether(client);
    send(
      client.query('commit').catch((cause: unknown) => {
        const error = withOwnCode(cause, place.bucketId);
        // A server that stops may have committed before it ended the session.
        isCommitLost = sentError === undefined && isOutage(error);
        throw error;
      }),
    );
    await Promise.all(sent);
    if (sentError !== undefined) throw sentError;
    for (const run of afterCommit) run();
    return result;
  } catch (error) {
    // A connection whose rollback fails must not be used again.
    await client.query('rollback').catch((rollbackError: Error) => {
      connectionError = rollbackError;
    });
    const reason = firstCause(sentError, error);
    // Only an error of the server means that the transaction was not committed.
    const isKnown = !isCommitSent || (reason instanceof pg.DatabaseError && !isCommitLost);
    throw isKnown ? reason : new CommitUnknown(reasonOf(reason), { cause: reason });
  } finally {
    client.release(connectionError);
  }
}

function switchFrom(current: BucketId, wanted: BucketId): string {
  return current === wanted ? '' : `; set local search_path = ${searchPathOf(wanted)}`;
}

function transactionIn(session: Session, bucketId: BucketId): Transaction {
  const { client, routes } = session;
  const direct = queryableIn(session, bucketId);
  const target: StatementTarget<Statement> = {
    routes,
    bucketId,
    read: (merchantIds) => routes.read(direct, merchantIds),
    run: (other, statement, values) => queryableIn(session, other).query(statement, values),
  };
  const run: Queryable['query'] = (statement, values) =>
    isRouted(routes) ? runInPlaces(target, statement, values) : direct.query(statement, values);

  const tx: Transaction = {
    isTransaction: true,
    bucketId,
    origin: routes,
    in: (other) => (other === bucketId ? tx : transactionIn(session, other)),
    bucketsOf: (merchantIds) => routes.read(direct, merchantIds),
    query: (statement, values) =>
      session.waiting ? session.waiting.then(() => run(statement, values)) : run(statement, values),
    send<Row extends pg.QueryResultRow>(
      statement: Statement,
      values: unknown[],
      afterCommit?: (rows: readonly Row[]) => void,
    ) {
      const isReady = !isRouted(routes) || !needsRoutes(target, statement, values);
      const start = async (): Promise<void> => {
        const rows = await run<Row>(statement, values);
        if (afterCommit) session.afterCommit.push(() => afterCommit(rows));
      };
      if (isReady && !session.waiting) session.send(start());
      else sendLater(session, start);
    },
    useShards() {
      if (session.shardsOf) session.shardUse ??= startShardUse();
    },
    onCommit: (run) => {
      session.afterCommit.push(run);
    },
    script: async (text) => {
      switchTo(session, bucketId);
      await client.query(text);
    },
  };
  return tx;
}

/** Runs statements in a bucket as they are, without looking at their place. */
function queryableIn(session: Session, bucketId: BucketId): Queryable {
  const { client, poolBucketId } = session;
  // Each bucket has its own plan, so each has its own name for the statement.
  const ofBucket = (statement: Statement): Statement =>
    bucketId === poolBucketId ? statement : { ...statement, name: `${bucketId}.${statement.name}` };
  return {
    query(statement, values) {
      switchTo(session, bucketId);
      writeTogether(client);
      const chosen = session.shardUse?.choose(bucketId, statement, session.shardsOf?.(bucketId));
      for (const { statement: first, values: given } of chosen?.before ?? []) {
        session.send(runStatement(client, bucketId, ofBucket(first), given));
      }
      return runStatement(client, bucketId, chosen?.statement ?? ofBucket(statement), values);
    },
  };
}

/** Runs one statement in the bucket of `place`, without looking at the statement's place. */
export function runStatementIn<Row extends pg.QueryResultRow>(
  place: TransactionPlace,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  return runSession(place, 'begin', (session) =>
    queryableIn(session, place.bucketId).query<Row>(statement, values),
  );
}

/** Switches the search path, unless the last statement was in the same bucket. */
function switchTo(session: Session, bucketId: BucketId): void {
  if (session.current === bucketId) return;
  session.current = bucketId;
  session.send(session.client.query(`set local search_path = ${searchPathOf(bucketId)}`));
}

/** Sends a statement after those that wait for a route. */
function sendLater(session: Session, run: () => Promise<unknown>): void {
  const running = (session.waiting ?? Promise.resolve()).then(run);
  session.send(running);
  const waiting = running.then(
    () => {},
    () => {},
  );
  session.waiting = waiting;
  void waiting.then(() => {
    if (session.waiting === waiting) session.waiting = undefined;
  });
}
