import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { readPlatformTotals } from '#src/ledger/read-totals.ts';
import { unexplainedSurplus } from './compare-balance.ts';
import { listReconciliations } from './read-reconciliations.ts';

const DAYS = 30;

/**
 * What the bank holds less than is owed to merchants and payers, in centavos; zero if it holds
 * enough. The balance at the bank is that of the ledger now, plus what the last reconciliation
 * found at the bank beyond the ledger, or missing, and that nothing in transit explains.
 */
export async function readShortfall(database: Queryable, bank: string): Promise<Centavos> {
  const [totals, { rows }] = await Promise.all([
    readPlatformTotals(database, 'live'),
    listReconciliations(database, { bank, limit: DAYS }),
  ]);
  const last = rows.find(({ balance }) => balance !== null)?.balance;
  const atBank = totals.bank + (last ? unexplainedSurplus(last) : 0n);
  return centavos(totals.owed > atBank ? totals.owed - atBank : 0n);
}
