import type { Environment } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { Account } from './chart-of-accounts.ts';

const SUM = {
  name: 'ledger_totals',
  text: `select account, sum(balance_centavos)::text as total, count(*) as scopes
    from ledger_accounts where environment = $1 group by account`,
};

export interface AccountTotalRow extends Record<string, unknown> {
  readonly account: Account;
  /** Digits, because a sum may be larger than a bigint of the database. In centavos. */
  readonly total: string;
  readonly scopes: bigint;
}

/** The sum of each account over all scopes of an environment. */
export function sumAccounts(
  database: Queryable,
  environment: Environment,
): Promise<AccountTotalRow[]> {
  return database.query<AccountTotalRow>(SUM, [environment]);
}
