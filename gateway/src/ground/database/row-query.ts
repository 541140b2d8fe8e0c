import pg from 'pg';
import { throwFromCaller } from './query-limit.ts';
import type { RawRow } from './raw-row.ts';

/** Reads the columns of a row, all and in their order. */
export type ReadRow<Row> = (row: RawRow) => Row;

/** A query that gets its rows in the binary format, and reads each as it arrives. */
class RowQuery extends pg.Query {
  readonly #onRow: (row: RawRow) => void;

  constructor(config: pg.QueryConfig & { readonly binary: true }, onRow: (row: RawRow) => void) {
    super(config);
    this.#onRow = onRow;
  }

  /** Called by the driver. */
  handleDataRow(row: RawRow): void {
    this.#onRow(row);
  }
}

type Run = (query: pg.Query, done: (error: Error | undefined) => void) => void;

/** Runs a statement, and returns its rows as `read` reads them. */
export function queryRows<Row>(
  client: pg.Pool | pg.PoolClient,
  config: pg.QueryConfig,
  read: ReadRow<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let failure: Error | undefined;
  const query = new RowQuery({ ...config, binary: true }, (row) => {
    try {
      if (failure !== undefined) return;
      rows.push(read(row));
      row.end();
    } catch (error) {
      failure = error as Error;
    }
  });
  const run = client.query.bind(client) as unknown as Run;
  return new Promise<Row[]>((resolve, reject) => {
    run(query, (error) => (error || failure ? reject(error ?? failure) : resolve(rows)));
  }).catch(throwFromCaller);
}
