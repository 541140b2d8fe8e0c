import type { Transaction } from '#src/ground/database/database.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { adjustmentView, type BalanceAdjustment } from './balance-adjustment.ts';
import { insertAdjustments } from './balance-adjustment-store.ts';

/**
 * Stores changes of balances and emits `balance.adjusted` for each, in the transaction of their
 * postings.
 */
export async function recordBalanceChanges(
  tx: Transaction,
  changes: readonly BalanceAdjustment[],
  now: number,
): Promise<void> {
  insertAdjustments(tx, { adjustments: changes });
  const events = changes.map((change) => ({
    merchantId: change.merchantId,
    environment: change.environment,
    resourceId: change.id,
    kind: 'balance.adjusted' as const,
    sequence: 1,
    data: adjustmentView(change),
    audience: { kind: 'endpoints' as const },
  }));
  await emitEvents(tx, events, now);
}
