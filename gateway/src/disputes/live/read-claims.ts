import type { Queryable } from '#src/ground/database/database.ts';
import { type ClaimSum, sumClaims } from './bank-dispute-store.ts';

/** Reads the range of the amount that a bank may block for disputes that are known here. */
export function readClaims(database: Queryable, bank: string): Promise<ClaimSum> {
  return sumClaims(database, bank);
}
