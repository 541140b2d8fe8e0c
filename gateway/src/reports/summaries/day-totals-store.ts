import type { Queryable } from '#src/ground/database/database.ts';
import type { Account, PostingKind } from '#src/ledger/chart-of-accounts.ts';

const TOTALS = {
  name: 'summary_totals',
  text: `select kind, count(*) as count, sum(amount_centavos)::bigint as total_centavos
    from ledger_entries
    where merchant_id = $1 and environment = 'live' and account = $2
      and sequence between $3 and $4
    group by kind`,
};

export interface TotalRow extends Record<string, unknown> {
  readonly kind: PostingKind;
  readonly count: bigint;
  readonly total_centavos: bigint;
}

/** Counts and sums the entries of a live account's range, by kind. */
export function sumEntries(
  database: Queryable,
  merchantId: string,
  range: { readonly account: Account; readonly first: bigint; readonly last: bigint },
): Promise<TotalRow[]> {
  return database.query<TotalRow>(TOTALS, [merchantId, range.account, range.first, range.last]);
}
