import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Account } from './chart-of-accounts.ts';

const SUM = {
  name: 'ledger_totals',
  place: EACH_BUCKET,
  text: `select account, sum(balance_centavos)::text as total, count(*) as scopes
    from ledger_accounts where environment = $1 group by account`,
};

export interface AccountTotalRow extends Record<string, unknown> {
  readonly account: Account;
  /** Digits, because a sum may be larger than a bigint of the database. In centavos. */
  readonly total: string;
  readonly scopes: bigint;
}

/**
 * The sum of each account over the scopes of an environment in one bucket; a row for each bucket.
 */
export function sumAccounts(
  database: Queryable,
  environment: Environment,
): Promise<AccountTotalRow[]> {
  return database.query<AccountTotalRow>(SUM, [environment]);
}
