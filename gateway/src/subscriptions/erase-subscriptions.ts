import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { eraseEndedOf, selectOpenOf } from './payer-store.ts';
import { eraseRequestsOf } from './recurrences/request-store.ts';

/**
 * Whether a payer has a subscription that can still be authorized or charged, or of which a request
 * to the bank is open.
 */
export async function hasOpenSubscription(
  tx: Transaction,
  scope: LedgerScope,
  document: string,
): Promise<boolean> {
  return (await selectOpenOf(tx, { ...scope, document })) !== undefined;
}

/**
 * Puts a mark in place of the payer of ended subscriptions, and removes the texts that may name a
 * person. Returns the ids of the subscriptions.
 */
export async function eraseSubscriptions(
  tx: Transaction,
  scope: LedgerScope,
  document: string,
): Promise<readonly string[]> {
  const ended = await eraseEndedOf(tx, { ...scope, document });
  const ids = ended.map(({ id }) => id);
  await eraseRequestsOf(tx, scope, { ids, document: ERASED_PAYER.document });
  return ids;
}
