import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { closeDispute, isOpen } from './dispute-book.ts';
import { selectOpenDisputes } from './dispute-store.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

const DISPUTES_AT_ONCE = 200;

/**
 * Cancels the oldest open disputes of a scope of the test environment, in one transaction.
 * @returns whether there may be more.
 */
export async function cancelOpenDisputes(deps: DisputeDeps, scope: LedgerScope): Promise<boolean> {
  const now = deps.clock.now();
  const rows = await selectOpenDisputes(deps.database, { ...scope, limit: DISPUTES_AT_ONCE });
  if (rows.length === 0) return false;
  const charges = rows.map(({ charge_id: id }) => ({ ...scope, id }));
  await deps.database.transaction((tx) =>
    changeDisputes(tx, deps, { charges, now }, (book) => {
      for (const charge of book.charges.values()) {
        for (const dispute of charge.disputes.filter(({ row }) => isOpen(row.status))) {
          closeDispute(book, charge, { dispute, outcome: 'canceled', decided: 0n });
        }
      }
    }),
  );
  return rows.length === DISPUTES_AT_ONCE;
}
