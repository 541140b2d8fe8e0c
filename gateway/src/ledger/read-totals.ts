import type { Environment } from '#src/access/ledger-scope.ts';
import { type Centavos, centavos } from '#src/money/centavos.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { type Account, accounts } from './chart-of-accounts.ts';
import { sumAccounts } from './ledger-totals-store.ts';

/** The platform's own ledger: the sums over all merchants of an environment. */
export interface PlatformTotals {
  /** Owed to merchants: what they may withdraw, and what is on its way. */
  readonly available: Centavos;
  readonly reserved: Centavos;
  readonly fees: Centavos;
  /** Received by the bank, and not known whose it is. */
  readonly suspense: Centavos;
  /** Put in by the operator; negative for what was taken out, the bank's tariffs too. */
  readonly operator: Centavos;
  /** Held at the bank; positive here, for people. */
  readonly bank: Centavos;
  readonly adjustments: Centavos;
  /** The sum of all accounts: zero, or the ledger is broken. */
  readonly difference: Centavos;
}

export async function readPlatformTotals(
  database: Queryable,
  environment: Environment,
): Promise<PlatformTotals> {
  const rows = await sumAccounts(database, environment);
  const total = (account: Account): bigint =>
    BigInt(rows.find((row) => row.account === account)?.total ?? 0);
  return {
    available: centavos(total(accounts.available)),
    reserved: centavos(total(accounts.reserved)),
    fees: centavos(total(accounts.fees)),
    suspense: centavos(total(accounts.suspense)),
    operator: centavos(total(accounts.operator)),
    bank: centavos(-total(accounts.bank)),
    adjustments: centavos(total(accounts.sandboxAdjustments)),
    difference: centavos(rows.reduce((sum, row) => sum + BigInt(row.total), 0n)),
  };
}
