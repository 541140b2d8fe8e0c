import type { Queryable } from '#src/ground/database/database.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { selectKnownTxids, selectRegisteredTxids, selectWithoutPix } from './bank-cycle-store.ts';

/** Those of the txids of a bank's list that are cycles of this gateway. */
export function readKnownCycles(
  database: Queryable,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectKnownTxids(database, txids);
}

/** The txids of the cycles that the bank registered in a period; `to` is excluded. */
export function readRegisteredCycles(
  database: Queryable,
  period: { readonly from: number; readonly to: number },
): Promise<readonly string[]> {
  return selectRegisteredTxids(database, period);
}

/** The oldest cycles that the bank has called paid since before an instant, without a Pix here. */
export function readCyclesWithoutPix(
  database: Queryable,
  before: number,
  limit: number,
): Promise<readonly { readonly txid: string; readonly amount: Centavos }[]> {
  return selectWithoutPix(database, { before, limit });
}
