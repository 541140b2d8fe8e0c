import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/money/centavos.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { accounts } from './chart-of-accounts.ts';
import { selectBalances } from './ledger-store.ts';

/** The amount that a merchant can withdraw, and the amount in payouts and refunds under way. */
export interface Balance {
  readonly available: Centavos;
  readonly reserved: Centavos;
}

/** The balances of many scopes, in the order of the request; zero for a scope without entries. */
export async function readBalances(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<readonly BatchResult<Balance>[]> {
  const rows = await selectBalances(database, scopes);
  const balances = new Map(
    rows.map((row) => [
      `${row.merchant_id} ${row.environment} ${row.account}`,
      centavos(row.balance_centavos),
    ]),
  );
  return scopes.map(({ merchantId, environment }) => {
    const balance = (account: string): Centavos =>
      balances.get(`${merchantId} ${environment} ${account}`) ?? ZERO_CENTAVOS;
    const available = balance(accounts.available);
    return { value: { available, reserved: balance(accounts.reserved) } };
  });
}
