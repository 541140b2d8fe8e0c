import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type Account, accounts } from './chart-of-accounts.ts';
import { selectBalances } from './ledger-store.ts';
import { type NextSettlement, readNextSettlements } from './settlements/read-next-settlements.ts';

/** The balance of a merchant in an environment, in centavos. */
export interface Balance {
  /** Can be withdrawn. */
  readonly available: Centavos;
  /** In payouts and refunds that have not ended. */
  readonly reserved: Centavos;
  /** In open holds. */
  readonly blocked: Centavos;
  /** Owed by the merchant to the platform; negative or zero. */
  readonly debt: Centavos;
  /** Becomes available on its settlement day. */
  readonly pendingSettlement: Centavos;
  /** The next days on which it does, nearest first. */
  readonly nextSettlements: readonly NextSettlement[];
}

export const ZERO_BALANCE: Balance = {
  available: ZERO_CENTAVOS,
  reserved: ZERO_CENTAVOS,
  blocked: ZERO_CENTAVOS,
  debt: ZERO_CENTAVOS,
  pendingSettlement: ZERO_CENTAVOS,
  nextSettlements: [],
};

/** The balances of many scopes, in the order of the request; zero for a scope without entries. */
export async function readBalances(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<readonly BatchResult<Balance>[]> {
  const rows = await selectBalances(database, { scopes });
  const balances = new Map(
    rows.map((row) => [`${row.merchantId} ${row.environment} ${row.account}`, row.balance]),
  );
  const waiting = scopes.filter(({ merchantId, environment }) =>
    balances.get(`${merchantId} ${environment} ${accounts.pendingSettlement}`),
  );
  const next = await readNextSettlements(database, waiting);
  return scopes.map(({ merchantId, environment }) => {
    const balance = (account: Account): Centavos =>
      balances.get(`${merchantId} ${environment} ${account}`) ?? ZERO_CENTAVOS;
    return {
      value: {
        available: balance(accounts.available),
        reserved: balance(accounts.reserved),
        blocked: balance(accounts.blocked),
        debt: balance(accounts.debt),
        pendingSettlement: balance(accounts.pendingSettlement),
        nextSettlements: next.get(`${merchantId} ${environment}`) ?? [],
      },
    };
  });
}
