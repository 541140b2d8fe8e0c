import type { Database, Statement, Transaction } from '#src/platform/database.ts';

const DIFFERENCES_MAX = 20;

/** One thing that must hold: how much there is to look at, and what contradicts it. */
export interface LedgerCheck {
  /** The law, in words for the operator. */
  readonly law: string;
  /** Counts what is looked at, in a column `checked`. */
  readonly count: Statement;
  /** Selects what contradicts the law, a row each; the reader adds a limit as $1. */
  readonly differences: Statement;
}

export interface CheckedLaw {
  readonly law: string;
  readonly checked: number;
  readonly differences: readonly Readonly<Record<string, unknown>>[];
}

export interface LedgerReport {
  readonly isClean: boolean;
  readonly laws: readonly CheckedLaw[];
}

/**
 * Recomputes from the entries what the ledger claims, on one snapshot of the database, so that it
 * may run while the gateway works.
 */
export function verifyLedger(
  database: Database,
  checks: readonly LedgerCheck[],
): Promise<LedgerReport> {
  return database.snapshot(async (tx) => {
    const laws: CheckedLaw[] = [];
    for (const check of checks) laws.push(await verifyLaw(tx, check));
    return { isClean: laws.every((law) => law.differences.length === 0), laws };
  });
}

async function verifyLaw(tx: Transaction, check: LedgerCheck): Promise<CheckedLaw> {
  const [row] = await tx.query<{ checked: bigint }>(check.count, []);
  const differences = await tx.query(check.differences, [DIFFERENCES_MAX]);
  return { law: check.law, checked: Number(row?.checked ?? 0n), differences };
}
