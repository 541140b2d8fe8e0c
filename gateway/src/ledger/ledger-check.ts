import type { Statement } from '#src/ground/database/database.ts';
import type { PostingKind } from './chart-of-accounts.ts';

/**
 * One rule of the ledger and the statements that check it, for one ledger scope at a time and in
 * pieces of bounded size. Each statement selects a row for each thing that breaks the rule. $1 and
 * $2 are the scope (merchant, environment), the last parameter limits the rows.
 */
export interface LedgerCheck {
  /** The rule, in words for the operator. */
  readonly rule: string;
  /** Checks postings of these kinds, from their entries: $3 is JSON for POSTINGS, $4 the limit. */
  readonly postings?: {
    readonly kinds: readonly PostingKind[];
    /**
     * A statement with the place `HERE` runs in every bucket, because the posting's row may be in
     * the bucket of another merchant. Only a posting that differs in every bucket is a difference.
     */
    readonly differences: Statement;
    readonly elsewhere?: readonly ElsewhereCheck[];
  };
  /** Checks the rows of a table in windows of ids: after $3, up to $4; $5 is the limit. */
  readonly rows?: {
    readonly window: Statement;
    readonly differences: Statement;
    readonly elsewhere?: readonly ElsewhereCheck[];
  };
  /** Checks a whole scope at once; $3 is the limit. */
  readonly scope?: {
    readonly differences: Statement;
    /** True when every verification runs it; false when only a full one does. */
    readonly isCheap: boolean;
  };
}

/** Compares rows with those of other buckets. It runs only when there are several buckets. */
export interface ElsewhereCheck {
  /** Selects the facts to compare, with the parameters of `differences` except the limit. */
  readonly facts: Statement;
  /** Selects the facts that differ: $1 is their JSON, $2 the limit. */
  readonly differences: Statement;
}

/** The SQL condition that the bucket of the statement has the rows of a merchant. */
export function isHere(merchant: string): string {
  return `exists (select from bucket_merchants here where here.merchant_id = ${merchant})`;
}

/** Checks facts of other buckets about postings: which must exist here, and which must not. */
export const POSTINGS_ELSEWHERE: Statement = {
  name: 'verify_postings_elsewhere',
  text: `select expected.* from json_to_recordset($1) as expected (merchant_id uuid,
      environment text, reference_id uuid, kind text, is_posted boolean)
    where expected.is_posted <> exists (
      select from ledger_postings p
      where (p.merchant_id, p.environment, p.reference_id, p.kind) = (expected.merchant_id,
        expected.environment, expected.reference_id, expected.kind)
    ) limit $2`,
};

/** The scope parameters $1 and $2 as SQL columns. */
export const SCOPE = '$1::uuid as merchant_id, $2::text as environment';

/** The postings of $3, with the amount that each moved on each account, in centavos. */
export const POSTINGS = `json_to_recordset($3) as p (reference_id uuid, kind text, available bigint,
  reserved bigint, fees bigint, bank bigint, suspense bigint, sandbox_adjustments bigint,
  operator bigint, blocked bigint, debt bigint, pending_settlement bigint)`;

/**
 * Selects the next window of a scope's rows of a table: its last id, and how many rows it has. Ids
 * are UUIDv7, so a window is also a period. $3 is the last id of the window before, $4 the most
 * rows.
 */
export function scopeWindow(table: string, id = 'id'): Statement {
  return {
    name: `verify_window_${table}`,
    text: `select max(id::text)::uuid as last, count(*) as checked from (
        select ${id} as id from ${table}
        where merchant_id = $1 and environment = $2 and ${id} > $3 order by ${id} limit $4
      ) rows`,
  };
}
