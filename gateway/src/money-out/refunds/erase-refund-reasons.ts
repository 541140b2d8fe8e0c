import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { writeErasedReasons } from './refund-store.ts';

/** Removes the reasons of all refunds of charges, because a person wrote them freely. */
export function eraseRefundReasons(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): void {
  if (chargeIds.length > 0) writeErasedReasons(tx, { merchantId, environment, chargeIds });
}
