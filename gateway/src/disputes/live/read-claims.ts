import type { Queryable } from '#src/ground/database/database.ts';
import { type ClaimSum, sumClaims } from './bank-dispute-store.ts';

/** Reads what a bank may be blocking for the disputes that are known here. */
export function readClaims(database: Queryable, bank: string): Promise<ClaimSum> {
  return sumClaims(database, bank);
}
