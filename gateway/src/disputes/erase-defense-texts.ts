import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { defenseFiles } from './defense-files.ts';
import { selectDisputesOfCharges, writeErasedTexts } from './defense-store.ts';

/** Whether a dispute of one of these charges is open. */
export async function hasOpenDispute(
  database: Queryable,
  scope: LedgerScope,
  chargeIds: readonly string[],
): Promise<boolean> {
  const { merchantId, environment } = scope;
  const wanted = { merchantId, environment, chargeIds };
  const disputes = await selectDisputesOfCharges(database, wanted);
  return disputes.some(({ isOpen }) => isOpen);
}

/** The ids of the disputes of charges. */
export async function disputeIdsOf(
  database: Queryable,
  scope: LedgerScope,
  chargeIds: readonly string[],
): Promise<string[]> {
  if (chargeIds.length === 0) return [];
  const { merchantId, environment } = scope;
  const disputes = await selectDisputesOfCharges(database, { merchantId, environment, chargeIds });
  return disputes.map(({ id }) => id);
}

/**
 * Replaces the texts of the defenses of charges by a mark, and deletes their files. Returns the ids
 * of the disputes.
 */
export async function eraseDefenseTexts(
  tx: Transaction,
  scope: LedgerScope,
  chargeIds: readonly string[],
): Promise<string[]> {
  const ids = await disputeIdsOf(tx, scope, chargeIds);
  if (ids.length === 0) return ids;
  const { merchantId, environment } = scope;
  writeErasedTexts(tx, { merchantId, environment, disputeIds: ids });
  defenseFiles().erase(tx, { merchantId, environment, disputeIds: ids });
  return ids;
}
