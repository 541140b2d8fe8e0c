import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { type Account, accounts } from './chart-of-accounts.ts';
import { sumAccounts } from './ledger-store.ts';

/** Sums over all scopes of an environment, in centavos. */
export interface PlatformTotals {
  /** Owed to merchants, who can withdraw it now. */
  readonly available: Centavos;
  /** Owed to merchants, in payouts and refunds that have not ended. */
  readonly reserved: Centavos;
  /** Owed to merchants, in open holds. */
  readonly blocked: Centavos;
  /** Owed to merchants from its settlement day on. */
  readonly pendingSettlement: Centavos;
  /** Owed by merchants to the platform; negative or zero. */
  readonly debt: Centavos;
  /** The sum of available, reserved, blocked, pending settlement and suspense; without debt. */
  readonly owed: Centavos;
  readonly fees: Centavos;
  /** Received by the bank, and its owner is not known yet. */
  readonly suspense: Centavos;
  /** Deposits of the operator, minus its withdrawals and the bank's tariffs. */
  readonly operator: Centavos;
  /** Held at the bank; positive here, although the account is negative. */
  readonly bank: Centavos;
  readonly adjustments: Centavos;
  /** The sum of all accounts; zero unless the ledger has a fault. */
  readonly difference: Centavos;
}

const OWED: readonly Account[] = [
  accounts.available,
  accounts.reserved,
  accounts.blocked,
  accounts.pendingSettlement,
  accounts.suspense,
];

/** Reads the totals of an environment from the balances of all accounts. */
export async function readPlatformTotals(
  database: Queryable,
  environment: Environment,
): Promise<PlatformTotals> {
  const rows = await sumAccounts(database, { environment });
  const total = (account: Account): bigint =>
    rows.reduce((sum, row) => (row.account === account ? sum + BigInt(row.total) : sum), 0n);
  return {
    available: centavos(total(accounts.available)),
    reserved: centavos(total(accounts.reserved)),
    blocked: centavos(total(accounts.blocked)),
    pendingSettlement: centavos(total(accounts.pendingSettlement)),
    debt: centavos(total(accounts.debt)),
    owed: centavos(OWED.reduce((sum, account) => sum + total(account), 0n)),
    fees: centavos(total(accounts.fees)),
    suspense: centavos(total(accounts.suspense)),
    operator: centavos(total(accounts.operator)),
    bank: centavos(-total(accounts.bank)),
    adjustments: centavos(total(accounts.sandboxAdjustments)),
    difference: centavos(rows.reduce((sum, row) => sum + BigInt(row.total), 0n)),
  };
}
