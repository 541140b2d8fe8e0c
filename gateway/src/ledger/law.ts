import type { Statement } from '#src/platform/database/database.ts';
import type { PostingKind } from './chart-of-accounts.ts';

/**
 * One thing that must hold, looked at book by book and in pieces of bounded size. Each statement
 * selects what contradicts the law, a row each. $1 and $2 are the book (merchant, environment), the
 * last parameter limits the rows.
 */
export interface LedgerCheck {
  /** The law, in words for the operator. */
  readonly law: string;
  /** Looks at postings, as their entries tell of them: $3 is JSON for POSTINGS, $4 the limit. */
  readonly postings?: {
    readonly kinds: readonly PostingKind[];
    readonly differences: Statement;
  };
  /** Looks at the rows of a table in windows of ids: after $3, up to $4; $5 is the limit. */
  readonly rows?: { readonly window: Statement; readonly differences: Statement };
  /** Looks at a whole book at once; $3 is the limit. */
  readonly scope?: {
    readonly differences: Statement;
    /** Cheap enough for every verification; the others wait for a full one. */
    readonly isCheap: boolean;
  };
}

/** The book of a statement, as columns. */
export const BOOK = '$1::uuid as merchant_id, $2::text as environment';

/** The postings that a statement is given, with what each moved on each account, in centavos. */
export const POSTINGS = `json_to_recordset($3) as p (reference_id uuid, kind text, available bigint,
  reserved bigint, fees bigint, bank bigint, suspense bigint, sandbox_adjustments bigint,
  operator bigint)`;

/**
 * The next window of a book's rows of a table: its last id, and how many rows it has. Ids are
 * UUIDv7, so a window is also a span of time. $3 is the last id of the window before, $4 the most
 * rows.
 */
export function bookWindow(table: string, id = 'id'): Statement {
  return {
    name: `verify_window_${table}`,
    text: `select max(id::text)::uuid as last, count(*) as checked from (
        select ${id} as id from ${table}
        where merchant_id = $1 and environment = $2 and ${id} > $3 order by ${id} limit $4
      ) rows`,
  };
}
