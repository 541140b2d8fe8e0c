import type pg from 'pg';
import { type BucketId, searchPathOf } from './bucket-id.ts';
import type { BucketRoutes } from './bucket-routes.ts';
import type { Statement, Transaction } from './database-types.ts';
import { runInTransactionScope } from './transaction-scope.ts';

/** Where a transaction runs and how it begins. */
export interface TransactionPlace {
  readonly pool: pg.Pool;
  /** The bucket whose search path the pool's connections have. */
  readonly poolBucketId: BucketId;
  /** The bucket in which the transaction begins. */
  readonly bucketId: BucketId;
  readonly routes: BucketRoutes;
}

/** A connection in a transaction, whose search path changes from bucket to bucket. */
interface Session extends TransactionPlace {
  readonly client: pg.PoolClient;
  /** The bucket of the search path after all statements that were sent. */
  current: BucketId;
  /** Makes the transaction fail with the error of a statement nobody waits for. */
  send(promise: Promise<unknown>): void;
}

/** Runs a statement that is prepared once a connection, and returns its rows. */
export async function runStatement<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const result = await client.query<Row>({ name: statement.name, text: statement.text, values });
  return result.rows;
}

/**
 * Runs `work` between `begin` and a commit on one connection of the pool, or rolls back.
 * Throws the first error of a statement, or that of the work.
 */
export async function runTransaction<Result>(
  place: TransactionPlace,
  begin: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await place.pool.connect();
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
    send(client.query(`${begin}${switchFrom(place.poolBucketId, place.bucketId)}`));
    const session: Session = { ...place, client, current: place.bucketId, send };
    const result = await runInTransactionScope(() => work(transactionIn(session, place.bucketId)));
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

function switchFrom(current: BucketId, wanted: BucketId): string {
  return current === wanted ? '' : `; set local search_path = ${searchPathOf(wanted)}`;
}

function transactionIn(session: Session, bucketId: BucketId): Transaction {
  const { client, poolBucketId } = session;

  /** Switches the search path, and names a statement so that each bucket has its own plan. */
  function prepare(statement: Statement): Statement {
    if (session.current !== bucketId) {
      session.current = bucketId;
      session.send(client.query(`set local search_path = ${searchPathOf(bucketId)}`));
    }
    if (bucketId === poolBucketId) return statement;
    return { name: `${bucketId}.${statement.name}`, text: statement.text };
  }

  const tx: Transaction = {
    isTransaction: true,
    bucketId,
    in: (other) => (other === bucketId ? tx : transactionIn(session, other)),
    bucketsOf: (merchantIds) => session.routes.read(tx, merchantIds),
    query: (statement, values) => runStatement(client, prepare(statement), values),
    send: (statement, values) => session.send(runStatement(client, prepare(statement), values)),
    script: async (text) => {
      prepare({ name: '', text });
      await client.query(text);
    },
  };
  return tx;
}
