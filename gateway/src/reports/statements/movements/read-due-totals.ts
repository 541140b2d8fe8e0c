import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Period } from '../statement.ts';
import { addDue, type DueTotals, NO_DUE } from './due-totals.ts';
import { findMovementRange, readMovements } from './read-movements.ts';

/** The most movements of a period that are added up while a person waits. */
const MOVEMENTS_MAX = 50_000n;

/**
 * Adds up what was paid in a period for charges with a due date. It reads the movements of the
 * files, so that a page shows the same sums.
 * @returns undefined for a period with more than 50,000 movements.
 * @throws {Refusal} export_too_large for more than 500,000.
 */
export async function readDueTotals(
  database: Queryable,
  scope: LedgerScope,
  period: Period,
): Promise<DueTotals | undefined> {
  const range = await findMovementRange(database, scope, period);
  if (range.last - range.first >= MOVEMENTS_MAX) return undefined;
  let totals = NO_DUE;
  for await (const movements of readMovements(database, scope, range)) {
    totals = movements.reduce(addDue, totals);
  }
  return totals;
}
