import type { Statement } from '#src/ground/database/database.ts';

/** Columns of the rows that a statement of many scopes gets, in the order of the parameters. */
export const OF_SCOPE = ['merchant_id uuid', 'environment text'] as const;
export const OF_POSTINGS = [...OF_SCOPE, 'posted json'] as const;
export const OF_WINDOW = [...OF_SCOPE, 'after uuid'] as const;
export const OF_RANGE = [...OF_WINDOW, 'up_to uuid'] as const;

/** The columns that `forScopes` adds to each row: the scope of the row. */
export interface OfScope extends Record<string, unknown> {
  readonly verified_merchant_id: string;
  readonly verified_environment: string;
}

/** The row's scope as `merchantId environment`. */
export function nameOfScope(row: OfScope): string {
  return `${row.verified_merchant_id} ${row.verified_environment}`;
}

const madeStatements = new WeakMap<Statement, Statement>();

/**
 * Turns a statement about one scope into a statement about many. $1 is JSON with a row for each
 * scope; the columns of these rows replace the first parameters, and the remaining parameters
 * follow. A limit applies to each scope. The statement runs in the buckets of the merchants, unless
 * the original names the place `here` or `home`.
 */
export function forScopes(statement: Statement, columns: readonly string[]): Statement {
  const made = madeStatements.get(statement) ?? make(statement, columns);
  madeStatements.set(statement, made);
  return made;
}

function make({ name, text, place }: Statement, columns: readonly string[]): Statement {
  const body = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const column = columns[Number(number) - 1]?.split(' ')[0];
    return column ? `verified.${column}` : `$${Number(number) - columns.length + 1}`;
  });
  return {
    name: `${name}_of_many`,
    ...((place === 'here' || place === 'home') && { place }),
    text: `select verified.merchant_id as verified_merchant_id,
        verified.environment as verified_environment, found.*
      from json_to_recordset($1) as verified (${columns.join(', ')})
      cross join lateral (
        ${body}
      ) found`,
  };
}
