import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { readPlatformTotals } from '#src/ledger/read-totals.ts';
import { unexplainedSurplus } from './compare-balance.ts';
import { listReconciliations } from './read-reconciliations.ts';

const DAYS = 30;

/**
 * The amount in centavos that is missing at the bank to pay merchants and payers; zero if nothing
 * is missing. The balance at the bank is taken as the ledger's balance now plus the difference of
 * the last reconciliation that nothing in transit explained.
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
