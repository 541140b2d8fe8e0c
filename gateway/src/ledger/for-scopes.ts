import type { Statement } from '#src/ground/database/database.ts';

/** Columns of the rows that a statement of many scopes gets, in the order of the parameters. */
export const OF_SCOPE = ['merchant_id uuid', 'environment text'] as const;
export const OF_POSTINGS = [...OF_SCOPE, 'posted json'] as const;
export const OF_WINDOW = [...OF_SCOPE, 'after uuid'] as const;
export const OF_RANGE = [...OF_WINDOW, 'up_to uuid'] as const;
export const OF_ENTRIES = [...OF_SCOPE, 'account text', 'after bigint', 'up_to bigint'] as const;

/** The scope that a row of such a statement is about. */
export interface OfScope extends Record<string, unknown> {
  readonly verified_merchant_id: string;
  readonly verified_environment: string;
}

/** The name of the scope that a row is about. */
export function nameOfScope(row: OfScope): string {
  return `${row.verified_merchant_id} ${row.verified_environment}`;
}

const known = new WeakMap<Statement, Statement>();

/**
 * A statement about one scope as a statement about many: $1 is JSON with a row for each scope. The
 * columns of the rows replace the first parameters; the other parameters follow, and a limit counts
 * for each scope. It runs in the buckets of the merchants, or where the statement of one says.
 */
export function forScopes(statement: Statement, columns: readonly string[]): Statement {
  const made = known.get(statement) ?? make(statement, columns);
  known.set(statement, made);
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
