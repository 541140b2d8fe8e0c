import type pg from 'pg';

/** A column of the result of a statement. */
export interface DescribedColumn {
  readonly name: string;
  readonly typeOid: number;
  /** The table and the number of the column that it shows; zeros for an expression. */
  readonly tableOid: number;
  readonly columnNumber: number;
}

export interface Described {
  readonly parameterOids: readonly number[];
  /** Undefined for a statement that returns no rows. */
  readonly columns: readonly DescribedColumn[] | undefined;
}

interface Wire {
  parse(query: { text: string }): void;
  describe(what: { type: 'S' }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): this;
}
interface RowDescription {
  readonly fields: readonly {
    readonly name: string;
    readonly dataTypeID: number;
    readonly tableID: number;
    readonly columnID: number;
  }[];
}

/**
 * Asks PostgreSQL for the types of a statement's parameters and columns; the statement doesn't run.
 * Throws the error of a statement that can't be prepared.
 */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    let parameterOids: readonly number[] = [];
    let columns: readonly DescribedColumn[] | undefined;
    // The driver calls these methods of what it is given.
    const query = {
      submit(connection: Wire): void {
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          parameterOids = dataTypeIDs;
        });
        connection.parse({ text });
        connection.describe({ type: 'S' });
        connection.sync();
      },
      handleRowDescription({ fields }: RowDescription): void {
        columns = fields.map((field) => ({
          name: field.name,
          typeOid: field.dataTypeID,
          tableOid: field.tableID,
          columnNumber: field.columnID,
        }));
      },
      handleReadyForQuery: () => resolve({ parameterOids, columns }),
      // After an error the driver doesn't call handleReadyForQuery.
      handleError: reject,
    };
    client.query(query as unknown as pg.Submittable);
  });
}
